import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { CaptionView, MessageView } from '../../../../lib/capture/meeting/view.ts';
import { createLeaveWatch } from '../../../../lib/capture/session/leaving/leave-watch.ts';
import { createObserver } from '../../../../lib/capture/session/people/observer.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { start_ms } from '../attended-meeting.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const lookEveryS = 5;
const guests = 30;

/** A lively meeting, as its page shows it after so many seconds: guests come and go, talk and write. */
const viewAt = (seconds: number) => {
  const look = seconds / lookEveryS;
  // Everybody stays for a quarter of an hour and comes back under another id.
  const others = Array.from({ length: guests }, (_, guest) =>
    aParticipant(`Guest ${guest} ${Math.floor(seconds / 900 + guest / guests)}`),
  );
  const speaker = others[look % guests] ?? aParticipant('Ada');
  const at_ms = start_ms + seconds * 1000;
  const last = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: Math.min(count, look + 1) }, (_, index) => make(look - index));
  return aView(
    {
      speech: [
        { participant_id: speaker.id, type: 'speech_start', at_ms },
        { participant_id: speaker.id, type: 'speech_stop', at_ms: at_ms + 3_000 },
      ],
      captions: last<CaptionView>(50, (number) => ({
        id: `c${number}`,
        speaker_id: speaker.id,
        speaker_name: speaker.name,
        start_ms: start_ms + number * 5_000,
        duration_ms: 2_000,
        is_final: true,
        text: `What was said as number ${number}, at some length`,
      })),
      messages: last<MessageView>(20, (number) => ({
        id: `m${number}`,
        sender_id: speaker.id,
        sender_name: speaker.name,
        to: 'everyone',
        timestamp_ms: start_ms + number * 5_000,
        edited_at_ms: null,
        text: `Message ${number} `.repeat(20),
      })),
    },
    others,
  );
};

describe('what a session remembers', () => {
  it('is no more after a day than after its first hours, and everything is told', () => {
    const told = { utterances: 0, participant_events: 0, chat_messages: 0 };
    const observer = createObserver(anAssignment(), {
      reports: {
        add({ utterances = [], participant_events = [], chat_messages = [] }) {
          told.utterances += utterances.length;
          told.participant_events += participant_events.length;
          told.chat_messages += chat_messages.length;
        },
      },
      time: createTranscribedTime(),
      people: createPeopleSeen(),
    });
    const watch = createLeaveWatch(anAssignment(), async () => []);
    const attend = (from_h: number, until_h: number): number => {
      for (let seconds = from_h * 3_600; seconds < until_h * 3_600; seconds += lookEveryS) {
        const now_ms = start_ms + seconds * 1000;
        const view = viewAt(seconds);
        observer.observe(view, now_ms, { meeting_closed_captions: {} });
        watch.look(view, { others: observer.others, state: 'joined_recording', isDeaf: false }, now_ms);
      }
      collect();
      return process.memoryUsage().heapUsed / 1024 / 1024;
    };
    // By then it has forgotten the first of all that it remembers.
    const early_mb = attend(0, 15);
    const late_mb = attend(15, 24);
    expect(late_mb - early_mb).toBeLessThan(2);
    const looks = (24 * 3_600) / lookEveryS;
    expect([told.utterances, told.chat_messages]).toEqual([looks, looks]);
    expect(told.participant_events).toBeGreaterThan(2 * looks);
  });
});
