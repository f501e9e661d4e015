/** Sessions in streams of the imitated platform, in a time that is moved on step by step. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type FinishedRecording, finishRecording, removeSegments } from '../../../lib/capture/recording/finish.ts';
import type { SessionClock } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { guardedSockets } from '../../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../../lib/capture/streams/stream-meeting.ts';
import type { HeardSpeech } from '../../../lib/domain/transcription/speech.ts';
import type { TranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import type { ConfEvent } from '../../facsimiles/conf/events.ts';
import { anApp } from '../../facsimiles/conf/people.ts';
import { aStill } from '../../facsimiles/rtms/films.ts';
import { signatureOf } from '../../facsimiles/rtms/handshakes.ts';
import { messageTypes } from '../../facsimiles/rtms/numbers.ts';
import type { RtmsQuirks } from '../../facsimiles/rtms/quirks.ts';
import { anRtms } from '../../facsimiles/rtms/rtms.ts';
import { aShortMeeting, jonas, maya, priya, type Script, utterancesOf } from '../../facsimiles/rtms/script.ts';
import { type HeldTime, heldTime } from '../../facsimiles/time.ts';
import { anAssignment } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { unzipped } from '../../lab/unzipped.ts';
import { noticeOf } from '../../lab/worlds/stream-world.ts';

interface Course {
  readonly script: Script;
  readonly quirks?: RtmsQuirks;
  readonly format?: 'mp4' | 'mp3' | 'none';
  /** Who makes text of what is said, instead of the platform. */
  readonly transcription?: TranscriptionSettings;
  readonly signature?: string;
}

const stepMs = 50;

/** A session's time is that of the stream. */
const clockOf = (time: HeldTime): SessionClock => ({
  now_ms: () => time.now().getTime(),
  pause(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = time.after(ms, resolve);
    signal?.addEventListener('abort', () => {
      timer[Symbol.dispose]();
      resolve();
    });
    return promise;
  },
});

const run = async ({ script, quirks = {}, format = 'mp4', transcription, signature }: Course) => {
  const time = heldTime();
  const webhooks: ConfEvent[] = [];
  await using rtms = await anRtms({ time, quirks, tell: (event) => void webhooks.push(event) });
  const stream = rtms.startStream();
  const { server_urls, ...ids } = noticeOf(stream.started());
  const bot = aFakeBot('joining');
  if (transcription) bot.order({ transcription_settings: transcription });
  const store = aMemoryStore();
  const pieces: HeardSpeech[] = [];
  const moved = () => webhooks.findLast(({ event }) => event.endsWith('started'));
  const session = runCaptureSession(
    {
      line: bot,
      meetings: streamMeetings({
        stream() {
          const notice = moved();
          return {
            key: { ...ids, signature: signature ?? signatureOf(anApp(), ids) },
            servers: notice ? noticeOf(notice).server_urls : server_urls,
            isOver: false,
          };
        },
        open: guardedSockets({ allow_loopback: true }),
        time,
        isRejoin: false,
      }),
      segments: store,
      speech: {
        async note(piece) {
          pieces.push(piece);
        },
        handOn: async () => undefined,
      },
      clock: clockOf(time),
    },
    anAssignment({
      join_at: time.now(),
      recording_settings: { format, view: 'speaker_view', resolution: '720p' },
    }),
    new AbortController().signal,
  );
  let isOver = false;
  session.finally(() => {
    isOver = true;
  });
  const passUntil = async (is: () => boolean): Promise<void> => {
    while (!is() && !isOver) {
      time.advance(stepMs);
      await rtms.settled();
      await pause(0);
    }
  };
  await passUntil(() => stream.accepted.media > 0);
  const from_ms = time.now().getTime();
  using _ = await stream.play(script);
  await passUntil(() => isOver);
  const end = await session;
  const saved: FinishedRecording[] = [];
  await finishRecording(store, async (recording) => void saved.push(recording));
  return { end, bot, store, stream, pieces, recording: saved[0], from_ms };
};

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
    expect([...store.objects.keys()].toSorted()).toEqual(['recording.mp4', 'screen_share.zip']);
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

  it('tells that the platform would not have it', async () => {
    const { bot } = await run({ script: [], signature: '0'.repeat(64) });
    expect(bot.triggers).toEqual(['could_not_join (blocked_by_platform)']);
  });
});
