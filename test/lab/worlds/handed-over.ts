/**
 * A worker that is told that it will end, in the midst of a meeting, and the one that relieves it: the table that both go by,
 * and the life of each. What they record, and how time passes meanwhile, is up to whoever has them work.
 */
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { SessionClock } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { assignmentOf, inheritanceOf, reportedSoFar } from '../../../lib/capture-home/assignment.ts';
import { type FollowedSuccession, followSuccession } from '../../../lib/capture-home/succession.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createOrderSuccessor, type OrderSuccessorPorts } from '../../../lib/usecases/lifecycle/order-successor.ts';
import { createSuccession } from '../../../lib/usecases/worker/succession.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { recordingLifecycle } from '../doubles/recording-lifecycle.ts';

type SessionPorts = Parameters<typeof runCaptureSession>[0];
type Inheritance = Awaited<ReturnType<typeof inheritanceOf>>;

/** What a worker of one kind has besides what every worker has. */
type Equipment = Pick<SessionPorts, 'meetings' | 'speech' | 'log'> & {
  /** By which it lives. */
  readonly clock?: SessionClock;
};

const beatMs = 20_000;

/** A bot, or an app session, with its first worker. */
export const handedOver = async (bot: Bot, { clock, session }: { clock: Clock; session: SessionClock }) => {
  const table = memoryTable(clock);
  const ref = refOf(bot);
  const ports = {
    bots: listedBots(table),
    captured: capturedRepository(table),
    captureTasks: captureTaskRepository(table),
    commands: commandRepository(table),
    executions: executionRepository(table),
    participants: participantRepository(table),
    speech: speechRepository(table),
    lifecycle: recordingLifecycle(),
    clock,
  };
  await ports.bots.create(bot);
  const now = clock.now().toISOString();
  const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: now, task_id: '1', heartbeat_at: now } as const;
  await ports.captureTasks.claim(ref, task, undefined);
  const segments = aMemoryStore();
  const follows = new Map<number, FollowedSuccession>();
  const reported = () => reportedSoFar(ports.captured, ref);

  return {
    ports,
    ref,

    /** The whole life of a worker. Answers how its session ended. */
    async work(attempt: number, equipmentOf: (inheritance: Inheritance, bot: Bot) => Equipment): Promise<string> {
      const [stop, beats] = [new AbortController(), new AbortController()];
      const order = { ...ref, attempt, mode: 'capture' } as const;
      const current = await ports.bots.get(ref);
      if (!current) throw new Error('the bot is gone');
      const inheritance = await inheritanceOf(ports, current, order);
      const { clock: own = session, ...equipment } = equipmentOf(inheritance, current);
      const claims = createSuccession(ports, ref, attempt);
      const log = equipment.log ?? (() => undefined);
      using succession = await followSuccession(
        { claims, reported, waiting: () => ports.speech.waiting(ref), clock: own, log },
        stop,
      );
      follows.set(attempt, succession);
      const line = createWorkerLine(ports, ref, attempt);
      const beating = (async () => {
        while (!beats.signal.aborted) {
          if (!(await line.beat())) succession.look();
          await own.pause(beatMs, beats.signal);
        }
      })();
      try {
        return await runCaptureSession(
          { line, segments, succession, clock: own, ...equipment },
          assignmentOf(current, order, inheritance, succession.predecessor && clock.now()),
          stop.signal,
        );
      } finally {
        beats.abort();
        await beating;
      }
    },

    /** The first worker is told that it will end within so long, and asks for another one. */
    async warn(within_ms: number, launcher: OrderSuccessorPorts['launcher']): Promise<void> {
      follows.get(1)?.warn(within_ms);
      await createOrderSuccessor({ ...ports, launcher, pause: async () => undefined })(ref, 1);
    },

    /** What is there when both are gone. */
    left: async () => ({
      recording: await finishRecording(segments, async () => undefined),
      captured: await reported(),
      bot: await ports.bots.get(ref),
      task: await ports.captureTasks.get(ref),
    }),
  };
};
