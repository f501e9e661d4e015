import { describe, expect, it } from 'vitest';
import { createObserver } from '../../../../lib/capture/session/people/observer.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createReportBuffer } from '../../../../lib/capture/session/report-buffer.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import type { Identity, Reported } from '../../../../lib/domain/captured/captured.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aParticipantEvent } from '../../../lab/builders/records.ts';
import { start_ms } from '../attended-meeting.ts';

const jonas = aParticipant('Jonas');
const renamed = { ...jonas, name: 'Jonas (ACME)', is_host: true };

/** What is told of who somebody is, when the meeting shows them like this in one second after the other. */
const told = async (shown: readonly (typeof jonas)[], reported?: Reported): Promise<Identity[]> => {
  const batches: Reported[] = [];
  const reports = createReportBuffer({ captured: async (_, batch) => void batches.push(batch) });
  const observer = createObserver(anAssignment(reported && { reported }), {
    reports,
    time: createTranscribedTime(),
    people: createPeopleSeen(),
  });
  for (const [second, person] of shown.entries())
    observer.observe(aView({}, [person]), start_ms + second * 1_000, undefined);
  await reports.flush(10_000);
  return batches.flatMap(({ identities = [] }) => identities);
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

const identity: Identity = {
  participant_name: 'Jonas (ACME)',
  participant_uuid: jonas.id,
  participant_user_uuid: jonas.user_uuid,
  participant_is_host: true,
};

describe('somebody who has another name or role than when they came', () => {
  it('is told of once it has stayed so, also when they never speak', async () => {
    expect(await told([...times(3, jonas), ...times(20, renamed)])).toEqual([identity]);
  });

  it('is told of by the next worker when it changed between the two', async () => {
    const { name, id, user_uuid, is_host } = jonas;
    const who = { participant_name: name, participant_uuid: id, participant_user_uuid: user_uuid };
    const joined = aParticipantEvent({ ...who, participant_is_host: is_host, event_type: 'join' });
    const reported = { utterances: [], participant_events: [joined], chat_messages: [] };
    expect(await told(times(20, renamed), reported)).toEqual([identity]);
  });

  it('is not told of as long as it changes with every look', async () => {
    expect(await told(times(50, [jonas, renamed]).flat())).toEqual([]);
  });

  it('is told of as little as anybody else when nothing changes', async () => {
    expect(await told(times(50, jonas))).toEqual([]);
  });
});
