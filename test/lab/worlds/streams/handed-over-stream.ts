/**
 * An app session whose worker is told that it will end, in the midst of a stream of the imitated platform, and the worker that
 * relieves it: both whole, in a time that is moved on step by step.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { finishRecording } from '../../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import { guardedSockets } from '../../../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../../../lib/capture/streams/stream-meeting.ts';
import { assignmentOf, inheritanceOf, reportedSoFar } from '../../../../lib/capture-home/assignment.ts';
import { type FollowedSuccession, followSuccession } from '../../../../lib/capture-home/succession.ts';
import { botRepository } from '../../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../../lib/storage/keys.ts';
import { createOrderSuccessor } from '../../../../lib/usecases/lifecycle/order-successor.ts';
import { createSuccession } from '../../../../lib/usecases/worker/succession.ts';
import { createWorkerLine } from '../../../../lib/usecases/worker/worker-line.ts';
import { anApp } from '../../../facsimiles/conf/people.ts';
import { signatureOf } from '../../../facsimiles/rtms/handshakes.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { anRtms } from '../../../facsimiles/rtms/rtms.ts';
import type { Script } from '../../../facsimiles/rtms/script.ts';
import { heldTime } from '../../../facsimiles/time.ts';
import { anAppSession } from '../../builders/app-sessions.ts';
import { aMemoryStore } from '../../doubles/memory-segments.ts';
import { memoryTable } from '../../doubles/memory-table.ts';
import { recordingLifecycle } from '../../doubles/recording-lifecycle.ts';
import { noticeOf } from './stream-world.ts';
import { clockOf } from './streamed-session.ts';

export interface HandedOverStream {
  readonly script: Script;
  readonly quirks?: RtmsQuirks;
  /** When the first worker is told that it will end, and how long the second one takes to start. */
  readonly warned_ms: number;
  readonly starts_after_ms: number;
}

const stepMs = 100;
const outsideMs = 3;
const withinMs = 95_000;

export const handedOverStream = async ({ script, quirks = {}, warned_ms, starts_after_ms }: HandedOverStream) => {
  const time = heldTime();
  const clock = clockOf(time);
  await using rtms = await anRtms({ time, quirks });
  const stream = rtms.startStream();
  const { server_urls, ...ids } = noticeOf(stream.started());
  const table = memoryTable(time);
  const recording_settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
  const session = anAppSession({ recording_settings }, time.now());
  const ref = refOf(session);
  const ports = {
    bots: botRepository(table),
    captured: capturedRepository(table),
    captureTasks: captureTaskRepository(table),
    commands: commandRepository(table),
    executions: executionRepository(table),
    participants: participantRepository(table),
    lifecycle: recordingLifecycle(),
    clock: time,
  };
  await ports.bots.create(session);
  const launched_at = time.now().toISOString();
  const task = { attempt: 1, lost: 0, mode: 'capture', launched_at, task_id: '1', heartbeat_at: launched_at } as const;
  await ports.captureTasks.claim(ref, task, undefined);
  const store = aMemoryStore();
  const follows = new Map<number, FollowedSuccession>();

  const work = async (attempt: number): Promise<string> => {
    const stop = new AbortController();
    const current = await ports.bots.get(ref);
    if (!current) throw new Error('the session is gone');
    const inheritance = await inheritanceOf(ports, current, { attempt });
    const claims = createSuccession(ports, ref, attempt);
    const reported = () => reportedSoFar(ports.captured, ref);
    using succession = await followSuccession({ claims, reported, clock, log: () => undefined }, stop);
    follows.set(attempt, succession);
    return await runCaptureSession(
      {
        line: createWorkerLine(ports, ref, attempt),
        meetings: streamMeetings({
          stream: () => ({
            key: { ...ids, signature: signatureOf(anApp(), ids) },
            servers: server_urls,
            isOver: false,
          }),
          open: guardedSockets({ allow_loopback: true }),
          time,
          isRejoin: inheritance.reported !== undefined,
        }),
        segments: store,
        succession,
        clock,
      },
      assignmentOf(current, { ...ref, attempt, mode: 'capture' }, inheritance, succession.predecessor && time.now()),
      stop.signal,
    );
  };

  const working: Promise<string>[] = [work(1)];
  let areOver = false;
  const passUntil = async (is: () => boolean): Promise<void> => {
    while (!is() && !areOver) {
      time.advance(stepMs);
      await rtms.settled();
      // Connections are made outside of this time.
      await pause(outsideMs);
    }
  };
  await passUntil(() => stream.accepted.media > 0);
  const from_ms = time.now().getTime();
  using _ = await stream.play(script);
  await passUntil(() => time.now().getTime() >= from_ms + warned_ms);
  follows.get(1)?.warn(withinMs);
  const launch = async () => {
    time.after(starts_after_ms, () => working.push(work(2)));
    return { task_id: '2' };
  };
  await createOrderSuccessor({ ...ports, launcher: { launch } })(ref, 1);
  await passUntil(() => working.length === 2);
  const ended = Promise.all(working).finally(() => {
    areOver = true;
  });
  await passUntil(() => false);
  const ends = await ended;
  return {
    ends,
    stream,
    from_ms,
    recording: await finishRecording(store, async () => undefined),
    captured: await reportedSoFar(ports.captured, ref),
    session: await ports.bots.get(ref),
    task: await ports.captureTasks.get(ref),
  };
};
