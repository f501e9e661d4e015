/** Sessions in streams of the imitated platform. */
import { describe, expect, it } from 'vitest';
import { removeSegments } from '../../../lib/capture/recording/finish.ts';
import type { HeardSpeech } from '../../../lib/domain/transcription/speech.ts';
import { aStill, filmOf } from '../../facsimiles/rtms/films/films.ts';
import { voiceOf } from '../../facsimiles/rtms/meeting.ts';
import { messageTypes } from '../../facsimiles/rtms/numbers.ts';
import { aShortMeeting, jonas, maya, priya, type Script, utterancesOf } from '../../facsimiles/rtms/script.ts';
import { heardIn, latenessOf, packetsOf } from '../../lab/in-step.ts';
import { unzipped } from '../../lab/unzipped.ts';
import { runStreamedSession as run } from '../../lab/worlds/streams/streamed-session.ts';

const lengthOf = (recording: { duration_ms: number } | undefined) => (recording?.duration_ms ?? 0) / 1000;
const told = (bot: Awaited<ReturnType<typeof run>>['bot'], type: string) =>
  bot.seen.participant_events
    .filter(({ event_type }) => event_type === type)
    .map(({ participant_name }) => participant_name)
    .toSorted();

describe('a session in a stream', () => {
  it('records it, and tells who came, spoke, wrote and left, and what was said', async () => {
    const { bot, end, recording, stream, from_ms } = await run({ script: aShortMeeting });
    expect(end).toBe('reported');
    expect(bot.triggers).toEqual(['admitted', 'meeting_ended (ended_by_host)']);
    expect(stream.complaints).toEqual([]);
    const everybody = ['Jonas', 'Maya', 'Priya'];
    expect([told(bot, 'join'), told(bot, 'leave')]).toEqual([everybody, everybody]);
    expect(new Set(told(bot, 'speech_start'))).toEqual(new Set(everybody));
    expect(told(bot, 'speech_stop')).toEqual(told(bot, 'speech_start'));
    expect(bot.seen.chat_messages).toMatchObject([{ sender_name: 'Maya', text: 'The agenda is in the invitation.' }]);
    const said = utterancesOf(aShortMeeting);
    expect(
      bot.seen.utterances.map(({ speaker_name, timestamp_ms, transcription }) => ({
        who: speaker_name,
        text: transcription.transcript,
        isThen: said.some(
          ({ at_ms, text }) => text === transcription.transcript && Math.abs(timestamp_ms - from_ms - at_ms) < 1_500,
        ),
      })),
    ).toEqual(said.map(({ who, text }) => ({ who: who.user_name, text, isThen: true })));
    expect(recording).toMatchObject({ format: 'mp4', parts: [{ duration_ms: recording?.duration_ms }] });
    expect(lengthOf(recording)).toBeGreaterThan(19);
    expect(lengthOf(recording)).toBeLessThan(21);
  });

  it('records sound alone where no pictures are wanted, and hands over what each of three says at once', async () => {
    const transcription = { custom_async: {} };
    const { bot, from_ms, pieces, recording, stream } = await run({
      script: aShortMeeting,
      transcription,
      format: 'mp3',
    });
    expect(recording?.format).toBe('mp3');
    expect(lengthOf(recording)).toBeGreaterThan(19);
    expect(stream.sent.get(messageTypes.MEDIA_DATA_VIDEO)).toBeUndefined();
    expect(bot.seen.utterances).toEqual([]);
    const said = utterancesOf(aShortMeeting);
    // A sentence with a pause in it is two pieces.
    const belongs = (piece: HeardSpeech, { who, at_ms, duration_ms }: (typeof said)[number]) => {
      const middle_ms = piece.timestamp_ms + piece.duration_ms / 2 - from_ms - at_ms;
      return piece.speaker_name === who.user_name && middle_ms > -500 && middle_ms < duration_ms + 500;
    };
    expect(pieces.filter((piece) => !said.some((one) => belongs(piece, one)))).toEqual([]);
    expect(said.filter((one) => !pieces.some((piece) => belongs(piece, one)))).toEqual([]);
  });

  it('goes on in one recording when its connections are cut, and when other servers take over', async () => {
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
      { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 5_000, does: 'cut', what: 'media' },
      { at_ms: 9_000, does: 'cut', what: 'signaling' },
      { at_ms: 13_000, does: 'fail over' },
      { at_ms: 17_000, does: 'say', who: maya, clip: 'maya-02' },
      { at_ms: 22_000, does: 'end', reason: 6 },
    ];
    const { bot, recording, stream } = await run({ script });
    expect(bot.triggers).toEqual(['admitted', 'meeting_ended (ended_by_host)']);
    expect(stream.accepted.media).toBeGreaterThan(3);
    expect(told(bot, 'join')).toEqual(['Maya']);
    expect(bot.seen.utterances).toHaveLength(2);
    expect(recording?.parts).toHaveLength(1);
    expect(lengthOf(recording)).toBeGreaterThan(21);
  });

  it.each([
    [8, 'meeting_ended (removed_from_meeting)'],
    [1, 'meeting_ended (removed_from_meeting)'],
    [12, 'failed (capture_lost)'],
  ] as const)('tells what the reason of its end means: %d is %s', async (reason, ending) => {
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 6_000, does: 'end', reason },
    ];
    const { bot, recording } = await run({ script, format: 'mp3' });
    expect(bot.triggers).toEqual(['admitted', ending]);
    expect(told(bot, 'leave')).toEqual(['Maya']);
    expect(lengthOf(recording)).toBeGreaterThan(5);
  });

  it('keeps a shared screen that comes as stills beside the recording, and goes on with the picture of whoever speaks', async () => {
    const { recording, store, from_ms } = await run({ script: aShortMeeting, quirks: { jpegShare: true } });
    const [[name = '', jpeg] = [], ...others] = unzipped(store.objects.get('screen_share.zip') ?? new Uint8Array());
    // The screen stands still while it is shared.
    expect(others).toEqual([]);
    expect(jpeg?.equals(await aStill())).toBe(true);
    const shown_ms = Date.parse(name.replace(/T(\d+)-(\d+)-/, 'T$1:$2:').replace('.jpg', ''));
    expect(shown_ms - from_ms).toBeGreaterThanOrEqual(12_000);
    expect(shown_ms - from_ms).toBeLessThan(13_000);
    const size_bytes = store.objects.get('screen_share.zip')?.length;
    const stills = { name: 'screen_share.zip', start_timestamp_ms: shown_ms, duration_ms: 0, size_bytes };
    expect(recording?.stills).toEqual(stills);
    expect(lengthOf(recording)).toBeGreaterThan(19);
    await removeSegments(store);
    // A meeting that ends within half a minute says why, beside.
    const names = [...store.objects.keys()].filter((name) => !name.startsWith('diagnostics/'));
    expect(names.toSorted()).toEqual(['recording.mp4', 'screen_share.zip']);
  });

  it('loses no more than each interruption, and keeps picture and sound together', async () => {
    const clip = 'maya-03';
    const said_ms = [3_000, 15_000, 27_000, 33_000];
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
      ...said_ms.map((at_ms) => ({ at_ms, does: 'say', who: maya, clip }) as const),
      // In the middle of what is said, but for the last time.
      ...said_ms.slice(0, -1).map((at_ms) => ({ at_ms: at_ms + 1_000, does: 'cut', what: 'media' }) as const),
      { at_ms: 37_000, does: 'end', reason: 6 },
    ];
    const { recording, store, from_ms } = await run({ script });
    expect(recording?.parts).toHaveLength(1);
    const { pictures, sound } = await packetsOf(
      store.objects.get('recording.mp4') ?? new Uint8Array(),
      recording?.start_timestamp_ms ?? 0,
    );
    const heard = said_ms.map((at_ms) => heardIn(sound, from_ms + at_ms - 500, from_ms + at_ms + 4_000));
    const whole = heard.at(-1) ?? [];
    expect(whole.length).toBeGreaterThan(80);
    const packetMs = 1_024 / 48;
    const lost_ms = heard.map(({ length }) => (whole.length - length) * packetMs);
    // The connection is made anew within two steps of time; what was on its way is sent in pieces of 100 ms.
    expect(Math.max(...lost_ms)).toBeLessThan(300);
    expect(Math.max(...lost_ms)).toBeGreaterThan(0);

    const { samples } = await voiceOf(clip);
    const silent_ms = samples.findIndex((sample) => Math.abs(sample) > 300) / 48;
    const soundLate_ms = (whole[0]?.at_ms ?? 0) - (from_ms + 33_000 + silent_ms);
    const late_ms = latenessOf(pictures, await filmOf('wide'), from_ms + 100);
    expect(late_ms.length).toBeGreaterThan(200);
    for (const picture of late_ms) expect(Math.abs(picture - soundLate_ms)).toBeLessThan(80);
  });

  it('records what was said while it could not reach the platform, which sends it afterwards', async () => {
    const clip = 'maya-03';
    const said_ms = [6_000, 25_000];
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
      { at_ms: 5_000, does: 'cut', what: 'signaling' },
      ...said_ms.map((at_ms) => ({ at_ms, does: 'say', who: maya, clip }) as const),
      { at_ms: 30_000, does: 'end', reason: 6 },
    ];
    const quirks = { gapIsBuffered: true };
    const { recording, store, from_ms } = await run({ script, quirks, unreachable_until_ms: 15_000 });
    expect(recording?.parts).toHaveLength(1);
    expect(lengthOf(recording)).toBeGreaterThan(29);
    const { sound } = await packetsOf(
      store.objects.get('recording.mp4') ?? new Uint8Array(),
      recording?.start_timestamp_ms ?? 0,
    );
    const [gap = [], after = []] = said_ms.map((at_ms) =>
      heardIn(sound, from_ms + at_ms - 500, from_ms + at_ms + 4_000),
    );
    expect(after.length).toBeGreaterThan(80);
    expect(Math.abs(gap.length - after.length)).toBeLessThanOrEqual(2);
  });

  it('loses nothing of what came while its process was held up', async () => {
    const clip = 'maya-03';
    const said_ms = [3_000, 12_000];
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
      ...said_ms.map((at_ms) => ({ at_ms, does: 'say', who: maya, clip }) as const),
      { at_ms: 17_000, does: 'end', reason: 6 },
    ];
    const { bot, recording, store, from_ms } = await run({ script, heldUp: [3_500, 6_500] });
    expect(bot.triggers).toEqual(['admitted', 'meeting_ended (ended_by_host)']);
    expect(recording?.parts).toHaveLength(1);
    const { sound } = await packetsOf(
      store.objects.get('recording.mp4') ?? new Uint8Array(),
      recording?.start_timestamp_ms ?? 0,
    );
    const [held, whole] = said_ms.map((at_ms) => heardIn(sound, from_ms + at_ms - 500, from_ms + at_ms + 4_000).length);
    expect(whole).toBeGreaterThan(80);
    expect(Math.abs((whole ?? 0) - (held ?? 0))).toBeLessThan(3);
  });

  it('leaves out what the platform holds back, and tells when that was', async () => {
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 6_000, does: 'pause' },
      { at_ms: 8_000, does: 'say', who: jonas, clip: 'jonas-01' },
      { at_ms: 16_000, does: 'resume' },
      { at_ms: 17_000, does: 'say', who: priya, clip: 'priya-01' },
      { at_ms: 22_000, does: 'end', reason: 1 },
    ];
    const { bot, recording } = await run({ script });
    expect(bot.triggers).toEqual(['admitted', 'pause', 'resume', 'meeting_ended (removed_from_meeting)']);
    expect(recording?.parts).toHaveLength(2);
    expect(lengthOf(recording)).toBeGreaterThan(10);
    expect(lengthOf(recording)).toBeLessThan(14);
    expect(bot.seen.utterances.map(({ speaker_name }) => speaker_name)).toEqual(['Maya', 'Priya']);
  });

  it('records the sound where the app may not have pictures, and lets the client know', async () => {
    const quirks = { allows: ['audio', 'transcript', 'chat'] } as const;
    const { bot, recording } = await run({ script: aShortMeeting, quirks });
    expect(lengthOf(recording)).toBeGreaterThan(19);
    expect(bot.seen.utterances.length).toBeGreaterThan(0);
    expect(bot.warned).toEqual([expect.stringMatching(/^withheld since .*: pictures, shared screens$/)]);
  });

  it('tells that the platform would not have it', async () => {
    const { bot } = await run({ script: [], signature: '0'.repeat(64) });
    expect(bot.triggers).toEqual(['could_not_join (blocked_by_platform)']);
  });
});
