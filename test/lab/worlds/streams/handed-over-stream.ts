/**
 * An app session whose worker is told that it will end, in the midst of a stream of the imitated platform, and the worker that
 * relieves it: both whole, in a time that is moved on step by step.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { withheldSoFar } from '../../../../lib/capture/session/attending/withheld.ts';
import { guardedSockets } from '../../../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../../../lib/capture/streams/stream-meeting.ts';
import { anApp } from '../../../facsimiles/conf/people.ts';
import { signatureOf } from '../../../facsimiles/rtms/handshakes.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { anRtms } from '../../../facsimiles/rtms/rtms.ts';
import type { Script } from '../../../facsimiles/rtms/script.ts';
import { heldTime } from '../../../facsimiles/time.ts';
import { anAppSession } from '../../builders/app-sessions.ts';
import { handedOver } from '../handed-over.ts';
import { noticeOf } from './stream-world.ts';
import { clockOf } from './streamed-session.ts';
import { watchedSockets } from './watched-sockets.ts';
import { watchedTakes } from './watched-takes.ts';

export interface HandedOverStream {
  readonly script: Script;
  readonly quirks?: RtmsQuirks;
  /** When the first worker is told that it will end, and how long the second one takes to start. */
  readonly warned_ms: number;
  readonly starts_after_ms: number;
}

const stepMs = 100;
const withinMs = 95_000;

export const handedOverStream = async ({ script, quirks = {}, warned_ms, starts_after_ms }: HandedOverStream) => {
  const time = heldTime();
  await using rtms = await anRtms({ time, quirks });
  const sockets = watchedSockets(rtms);
  const takes = watchedTakes();
  const stream = rtms.startStream();
  const { server_urls, ...ids } = noticeOf(stream.started());
  const recording_settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
  const session = anAppSession({ recording_settings }, time.now());
  const workers = await handedOver(session, { clock: time, session: clockOf(time) });
  const key = { ...ids, signature: signatureOf(anApp(), ids) };
  const work = (attempt: number): Promise<string> =>
    workers.work(attempt, ({ reported }, bot) => ({
      meetings: takes.watch(
        streamMeetings({
          stream: () => ({ key, servers: server_urls, hasTranscript: true, isOver: false }),
          open: sockets.watch(guardedSockets({ allow_loopback: true })),
          time,
          streamed: reported && { withheld: withheldSoFar(bot) },
        }),
      ),
    }));

  const working: Promise<string>[] = [work(1)];
  let areOver = false;
  const passUntil = async (is: () => boolean): Promise<void> => {
    while (!is() && !areOver) {
      time.advance(stepMs);
      await sockets.settled();
      await takes.settled();
      await turn();
    }
  };
  await passUntil(() => stream.accepted.media > 0);
  const from_ms = time.now().getTime();
  using _ = await stream.play(script);
  await passUntil(() => time.now().getTime() >= from_ms + warned_ms);
  const launch = async () => {
    time.after(starts_after_ms, () => working.push(work(2)));
    return { task_id: '2' };
  };
  await workers.warn(withinMs, { launch });
  await passUntil(() => working.length === 2);
  const ended = Promise.all(working).finally(() => {
    areOver = true;
  });
  await passUntil(() => false);
  const ends = await ended;
  const { bot, ...left } = await workers.left();
  return { ends, stream, from_ms, session: bot, ...left };
};
