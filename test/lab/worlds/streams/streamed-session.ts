/** A session in a stream of the imitated platform, from its start to its recording, in a time that is moved on step by step. */
import { setImmediate as turn } from 'node:timers/promises';
import { type FinishedRecording, finishRecording } from '../../../../lib/capture/recording/finish.ts';
import type { SessionClock } from '../../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import { guardedSockets } from '../../../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../../../lib/capture/streams/stream-meeting.ts';
import type { HeardSpeech } from '../../../../lib/domain/transcription/speech.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';
import type { ConfEvent } from '../../../facsimiles/conf/events.ts';
import { anApp } from '../../../facsimiles/conf/people.ts';
import { signatureOf } from '../../../facsimiles/rtms/handshakes.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { anRtms } from '../../../facsimiles/rtms/rtms.ts';
import type { Script } from '../../../facsimiles/rtms/script.ts';
import { heldTime, type Time } from '../../../facsimiles/time.ts';
import { anAssignment } from '../../builders/assignment.ts';
import { aFakeBot } from '../../doubles/fake-bot.ts';
import { aMemoryStore } from '../../doubles/memory-segments.ts';
import { heldUpProcess } from './held-up-process.ts';
import { noticeOf } from './stream-world.ts';
import { watchedSockets } from './watched-sockets.ts';
import { watchedTakes } from './watched-takes.ts';

export interface Course {
  readonly script: Script;
  readonly quirks?: RtmsQuirks;
  readonly format?: 'mp4' | 'mp3' | 'none';
  /** Who makes text of what is said, instead of the platform. */
  readonly transcription?: TranscriptionSettings;
  readonly signature?: string;
  /** By how much time is moved on at once: where little happens it may be more. */
  readonly step_ms?: number;
  /** From when until when, in the script, the session's process is held up. */
  readonly heldUp?: readonly [from_ms: number, until_ms: number];
  /** Until when, in the script, the platform cannot be reached anew once it was. */
  readonly unreachable_until_ms?: number;
}

/** A session's time is that of the stream. */
export const clockOf = (time: Time): SessionClock => ({
  now_ms: () => time.now().getTime(),
  pause(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = (): void => {
      timer[Symbol.dispose]();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = time.after(ms, done);
    signal?.addEventListener('abort', done);
    return promise;
  },
});

/** Has a session take a stream to whose meeting a script is played, and finishes what it recorded. */
export const runStreamedSession = async (course: Course) => {
  const { script, quirks = {}, format = 'mp4', transcription, signature, step_ms = 50, heldUp } = course;
  const { unreachable_until_ms = 0 } = course;
  const time = heldTime();
  const webhooks: ConfEvent[] = [];
  await using rtms = await anRtms({ time, quirks, tell: (event) => void webhooks.push(event) });
  const sockets = watchedSockets(rtms);
  const takes = watchedTakes();
  const process = heldUpProcess(time);
  const stream = rtms.startStream();
  const { server_urls, ...ids } = noticeOf(stream.started());
  const bot = aFakeBot('joining');
  if (transcription) bot.order({ transcription_settings: transcription });
  const store = aMemoryStore();
  const pieces: (HeardSpeech & { readonly handed_ms: number })[] = [];
  const moved = () => webhooks.findLast(({ event }) => event.endsWith('started'));
  let from_ms = Number.POSITIVE_INFINITY;
  const open = sockets.watch(process.watch(guardedSockets({ allow_loopback: true })));
  const session = runCaptureSession(
    {
      line: bot,
      meetings: takes.watch(
        streamMeetings({
          stream() {
            const notice = moved();
            return {
              key: { ...ids, signature: signature ?? signatureOf(anApp(), ids) },
              servers: notice ? noticeOf(notice).server_urls : server_urls,
              hasTranscript: transcription === undefined,
              isOver: false,
            };
          },
          open(url, events, namedBy) {
            const isReachable =
              time.now().getTime() < from_ms || time.now().getTime() >= from_ms + unreachable_until_ms;
            if (isReachable) return open(url, events, namedBy);
            queueMicrotask(() => events.onClosed('nobody is there'));
            return { send: () => undefined, ping: () => undefined, end: () => undefined };
          },
          time: process.time,
        }),
      ),
      segments: store,
      speech: {
        async note(piece) {
          pieces.push({ ...piece, handed_ms: time.now().getTime() });
        },
        handOn: async () => undefined,
      },
      clock: clockOf(process.time),
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
  /** When the platform began to send media, each time. */
  const accepted_ms: number[] = [];
  const passUntil = async (is: () => boolean): Promise<void> => {
    while (!is() && !isOver) {
      time.advance(step_ms);
      await sockets.settled();
      await takes.settled();
      await turn();
      while (accepted_ms.length < stream.accepted.media) accepted_ms.push(time.now().getTime());
    }
  };
  await passUntil(() => stream.accepted.media > 0);
  from_ms = time.now().getTime();
  using _ = await stream.play(script);
  if (heldUp) {
    const [held_from_ms, until_ms] = heldUp;
    await passUntil(() => time.now().getTime() >= from_ms + held_from_ms);
    process.hold(true);
    await passUntil(() => time.now().getTime() >= from_ms + until_ms);
    process.hold(false);
  }
  await passUntil(() => isOver);
  const end = await session;
  const saved: FinishedRecording[] = [];
  await finishRecording(store, async (recording) => void saved.push(recording));
  return { end, bot, store, stream, pieces, recording: saved[0], from_ms, accepted_ms };
};
