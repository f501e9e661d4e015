/** A stream has one client at a time: a worker that relieves another one comes in when that one has left. */
import { describe, expect, it } from 'vitest';
import { jonas, maya, type Script, utterancesOf } from '../../facsimiles/rtms/script.ts';
import { handedOverStream } from '../../lab/worlds/streams/handed-over-stream.ts';

const scriptWith = (...more: Script): Script => [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 50, does: 'join', who: jonas },
  { at_ms: 500, does: 'say', who: maya, clip: 'maya-01' },
  ...more,
  { at_ms: 14_000, does: 'say', who: maya, clip: 'maya-02' },
  { at_ms: 18_000, does: 'end', reason: 6 },
];
const warned = { warned_ms: 6_000, starts_after_ms: 1_000 };

type Seen = Awaited<ReturnType<typeof handedOverStream>>;

const expectOneSession = ({ captured, ends, session, stream, task }: Seen): void => {
  expect(ends).toEqual(['relieved', 'reported']);
  expect(session?.events.map(({ type }) => type)).toEqual(['join_requested', 'joined_meeting', 'meeting_ended']);
  expect(task).toMatchObject({ attempt: 2, lost: 0 });
  expect([stream.accepted, stream.complaints]).toEqual([{ signaling: 2, media: 2 }, []]);
  const joined = captured.participant_events.filter(({ event_type }) => event_type === 'join');
  expect(joined.map(({ participant_name }) => participant_name).toSorted()).toEqual(['Jonas', 'Maya']);
};

describe('an app session whose worker is relieved', () => {
  it('goes on with the other one, in another part, also where a second client is refused', async () => {
    const script = scriptWith();
    const seen = await handedOverStream({ ...warned, script, quirks: { refusesSecond: true, tellsPresent: true } });
    expectOneSession(seen);
    const texts = seen.captured.utterances.map(({ transcription }) => transcription.transcript);
    expect(texts).toEqual(utterancesOf(script).map(({ text }) => text));
    expect(seen.recording?.parts).toHaveLength(2);
  });

  it('lacks nothing of its recording where the platform keeps what comes while neither is there', async () => {
    const script = scriptWith({ at_ms: 6_500, does: 'say', who: jonas, clip: 'jonas-01' });
    const seen = await handedOverStream({ ...warned, script, quirks: { gapIsBuffered: true, tellsPresent: true } });
    expectOneSession(seen);
    expect(seen.recording?.duration_ms).toBeGreaterThan(17_000);
  });

  it('goes on without what the platform did not give, also where that says nothing of it', async () => {
    const script = scriptWith();
    const quirks = { allows: ['audio'], onlyAll: true, refusesSilently: true } as const;
    const { ends, recording, session } = await handedOverStream({ ...warned, script, quirks });
    expect(ends).toEqual(['relieved', 'reported']);
    expect(session?.events.map(({ type }) => type)).toEqual(['join_requested', 'joined_meeting', 'meeting_ended']);
    expect(recording?.parts).toHaveLength(2);
    expect(session?.missing_media).toMatchObject([{ kind: 'withheld', why: 'transcript, chat' }]);
  });
});
