/**
 * A bot's whole life in memory: the real use cases, repositories and state machine file, with capture workers that do
 * what a test says. Every call of a port passes a gate, so that a test can order, fail and repeat them.
 */

import { type Bot, hasJoined, reschedule } from '../../../../lib/domain/bot/bot.ts';
import { isJoined, needsCapture } from '../../../../lib/domain/bot/lifecycle.ts';
import { CaptureNotLaunchedError, EffectFailedError, RecordingUnfinishedError } from '../../../../lib/domain/errors.ts';
import { speechFile } from '../../../../lib/domain/transcription/speech.ts';
import { transcriptDeadline } from '../../../../lib/domain/transcription/transcription-times.ts';
import { NoInterruptibleRoomError } from '../../../../lib/ports/capture-launcher.ts';
import type { CaptureOrder, DatedOrder } from '../../../../lib/ports/capture-order.ts';
import type { Table } from '../../../../lib/ports/table.ts';
import { botOfItem } from '../../../../lib/storage/bots/bot-item.ts';
import { listedBots } from '../../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../../lib/storage/bots/commands.ts';
import { erasureRepository } from '../../../../lib/storage/bots/erasures.ts';
import { executionRepository } from '../../../../lib/storage/bots/executions.ts';
import { capturedFolder } from '../../../../lib/storage/bots/media-names.ts';
import { participantRepository } from '../../../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../../../lib/storage/bots/speech.ts';
import { calendarEventRepository } from '../../../../lib/storage/calendars/calendar-events.ts';
import { type BotRef, refOf } from '../../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../../lib/storage/webhooks/webhook-deliveries.ts';
import { createChangeBot } from '../../../../lib/usecases/bots/change-bot.ts';
import { createCreateBot } from '../../../../lib/usecases/bots/create-bot.ts';
import { createDeleteBot } from '../../../../lib/usecases/bots/delete-bot.ts';
import { createLeaveBot } from '../../../../lib/usecases/bots/leave-bot.ts';
import type { CreateBotInput } from '../../../../lib/usecases/bots/new-bot-input.ts';
import { createCaptureStopped } from '../../../../lib/usecases/lifecycle/capture-stopped.ts';
import { createEnterState, EnterStateInput } from '../../../../lib/usecases/lifecycle/enter-state.ts';
import { createEraseBot, createEraseLeft } from '../../../../lib/usecases/lifecycle/erase-bot.ts';
import { createFollowBot } from '../../../../lib/usecases/lifecycle/follow-bot.ts';
import { createHaveErased, leavingIn } from '../../../../lib/usecases/lifecycle/have-erased.ts';
import { createReportFailure } from '../../../../lib/usecases/lifecycle/report-failure.ts';
import { createTellUndone } from '../../../../lib/usecases/lifecycle/tell-undone.ts';
import { createSpeechLine } from '../../../../lib/usecases/worker/speech-line.ts';
import { createWorkerLine, type WorkerLine } from '../../../../lib/usecases/worker/worker-line.ts';
import { functionPlaceholders } from '../../../../statemachines/bot-lifecycle.ts';
import { aBotInput, aChatMessage, anUtterance, aParticipantEvent, aRecording } from '../../builders/records.ts';
import { aSpeechPiece } from '../../builders/speech-piece.ts';
import { aClock } from '../../doubles/clock.ts';
import { memoryMediaStore } from '../../doubles/memory-media-store.ts';
import { memoryQueue } from '../../doubles/memory-queue.ts';
import { memoryTable } from '../../doubles/memory-table.ts';
import { simulatedExecutions } from './simulated-executions.ts';

/** Called before and after each call of a port, then with what it answered before; what it throws, the caller gets. */
export interface Gate {
  before(call: string): Promise<unknown>;
  after(call: string, ticket: unknown): void;
}
const open: Gate = { before: async () => undefined, after: () => undefined };

/** Every method of a port through the gate. */
export const through = <T extends object>(gate: Gate, name: string, port: T): T =>
  Object.fromEntries(
    Object.entries(port).map(([method, call]) => [
      method,
      async (...given: unknown[]) => {
        const ticket = await gate.before(`${name}.${method}`);
        try {
          return await call(...given);
        } finally {
          // What is thrown here takes the place of the answer, good or bad: it was lost on its way.
          gate.after(`${name}.${method}`, ticket);
        }
      },
    ]),
  ) as T;

const someCaptured = {
  utterances: [anUtterance(), anUtterance({ timestamp_ms: 1_772_442_002_000 })],
  participant_events: [aParticipantEvent(), aParticipantEvent({ event_type: 'speech_start' })],
  chat_messages: [aChatMessage()],
};

export interface Worker {
  readonly id: string;
  readonly order: CaptureOrder;
  /** When there was room for it, as Unix time. */
  readonly started_at_ms: number;
  isAlive: boolean;
  /** It has done something. */
  hasWorked?: true;
  /** Its platform took the order, and never started it. */
  isUnstarted?: true;
  /** How many steps of having speech transcribed are done. */
  said: number;
}

/** What else lives in a world: things that are due now, and the next moment at which more will be. */
export interface Companion {
  due(): (() => Promise<unknown>)[];
  nextMoment(): number | undefined;
}

export type Move = 'stay' | 'wait' | 'enter' | 'refused' | 'pause' | 'resume' | 'move' | 'end' | 'leave';

export interface WorldInput extends Partial<CreateBotInput> {
  readonly gate?: Gate;
  /** How long before it joins the bot is staged, where that is not the usual time. */
  readonly staging_lead_seconds?: number;
  /** Workers report something captured before their meeting ends. */
  readonly captures?: boolean;
  /** Each worker hears somebody say something, and has it transcribed, before its meeting ends. */
  readonly speaks?: boolean;
}

export const lifecycleWorld = (input: WorldInput = {}) => {
  const { gate = open, captures = false, speaks = false, staging_lead_seconds, ...details } = input;
  const clock = aClock();
  const stored = memoryTable(clock);
  const { changes, items: _, ...primitives } = stored;
  const table: Table = through(gate, 'table', primitives);
  const { contentTypeOf: _type, ...media } = memoryMediaStore();
  const speechQueue = memoryQueue(clock);
  const erasing: BotRef[] = [];
  const companions: Companion[] = [];
  const workers: Worker[] = [];
  const written: number[] = [];
  const unreported: Worker[] = [];
  let refusal: string | undefined;
  let isFull = false;
  let hasTurns = true;
  let hasInterruptible = true;
  const queue = new Map<string, CaptureOrder>();
  const orders: DatedOrder[] = [];

  const aWorker = (id: string, order: CaptureOrder): Worker => {
    return { id, order, started_at_ms: clock.now().getTime(), isAlive: true, said: 0 };
  };
  const exit = (worker: Worker, isReported = true): void => {
    if (worker.isAlive && isReported) unreported.push(worker);
    worker.isAlive = false;
  };
  const launcher = through(gate, 'launcher', {
    launch: async (order: DatedOrder) => {
      orders.push(order);
      const mayBeInterrupted = (order.attempt === 1 || order.is_anew) && !order.is_uninterrupted;
      if (mayBeInterrupted && !hasInterruptible) throw new NoInterruptibleRoomError('no capacity');
      if (refusal) throw new CaptureNotLaunchedError(refusal);
      const id = `${order.bot_id}/${order.attempt}/${order.mode}`;
      if (isFull) queue.set(id, order);
      else if (!workers.some((worker) => worker.id === id)) workers.push(aWorker(id, order));
      return { task_id: id };
    },
    isPending: async (id: string) => queue.has(id),
    stop: async (id: string) => {
      queue.delete(id);
      for (const worker of workers) if (worker.id === id) exit(worker);
    },
  });

  const executions = simulatedExecutions(clock, (name, payload) => functions[name]?.(payload) ?? Promise.reject());
  const ports = {
    pause: async () => undefined,
    bots: listedBots(table),
    captured: capturedRepository(table),
    commands: commandRepository(table),
    participants: participantRepository(table),
    captureTasks: captureTaskRepository(table),
    speech: speechRepository(table),
    speechQueue: through(gate, 'queue', { send: speechQueue.send }),
    erasures: erasureRepository(table),
    eraser: through(gate, 'eraser', { start: async (bots: readonly BotRef[]) => void erasing.push(...bots) }),
    onFault: () => undefined,
    executions: executionRepository(table),
    lifecycle: through(gate, 'lifecycle', executions.lifecycle),
    launcher,
    planStaging: async () => staging_lead_seconds,
    turns: {
      take: async () => {
        if (!hasTurns) throw new CaptureNotLaunchedError('it is not the turn of the bot');
      },
    },
    media: through(gate, 'media', media),
    deliveries: webhookDeliveryRepository(table),
    clock,
    transcription_timeout_seconds: 120,
  };
  const enterState = createEnterState(ports);
  const reportFailure = createReportFailure(ports);
  const functions: Record<string, (payload: unknown) => Promise<unknown>> = {
    [functionPlaceholders.enterState]: async (payload) => {
      await enterState(EnterStateInput.parse(payload)).catch((cause: Error) => {
        if (cause instanceof RecordingUnfinishedError || cause instanceof CaptureNotLaunchedError) throw cause;
        throw new EffectFailedError(cause.message, { cause });
      });
    },
    [functionPlaceholders.reportFailure]: async (payload) => {
      const { failure, ...ref } = payload as { project_id: string; bot_id: string; failure: { Error: string } };
      await reportFailure(ref, failure.Error);
    },
  };
  const followBot = createFollowBot(ports);
  const tellUndone = createTellUndone({
    ...ports,
    onFault(error) {
      throw error;
    },
  });
  const haveErased = createHaveErased(ports);
  const captureStopped = createCaptureStopped(ports);
  const eraseBot = createEraseBot(ports);
  const eraseLeft = createEraseLeft({ ...ports, eraseBot });
  /** Removes all that is to be removed, also what nobody has begun with. */
  const erase = async (): Promise<void> => {
    for (const ref of erasing.splice(0)) await eraseBot(ref);
    await eraseLeft();
  };
  let followed = 0;

  const finish = async (worker: Worker, bot: Bot): Promise<void> => {
    const line = createWorkerLine(ports, refOf(bot), worker.order.attempt);
    if (hasJoined(bot) && bot.recording === undefined) {
      await line.saveRecording(aRecording());
    }
    if (bot.state === 'post_processing') {
      // Comes back when it beats next.
      if (clock.now() < transcriptDeadline(bot, ports) && (await ports.speech.isAnyWaiting(refOf(bot)))) return;
      await line.trigger('processed');
    }
    exit(worker);
  };

  /** Takes the next of the steps by which a piece of speech gets away. Answers false when there is none left. */
  const speak = async (worker: Worker, ref: BotRef): Promise<boolean> => {
    const { attempt } = worker.order;
    const {
      project_id: _,
      bot_id: __,
      capture_attempt: ___,
      failures: ____,
      not_before: _____,
      ...piece
    } = aSpeechPiece({
      piece_id: `piece-${attempt}`,
      timestamp_ms: attempt,
    });
    const line = createSpeechLine({ ...ports, queue: ports.speechQueue }, ref, attempt);
    const audio = capturedFolder(ref) + speechFile(piece.piece_id);
    const steps = [
      () => line.note(piece),
      () => ports.media.put(audio, new Uint8Array(320), 'application/octet-stream'),
      () => line.handOn(piece),
    ];
    const step = steps[worker.said];
    await step?.();
    if (step) worker.said += 1;
    return step !== undefined;
  };

  /** Writes what nobody has written yet. */
  const write = async (line: WorkerLine): Promise<void> => {
    for (const command of await line.commands(0)) {
      if (!(await line.claim(command))) continue;
      written.push(command.number);
      await line.settle(command, { state: 'done' });
    }
  };

  const changeBot = createChangeBot(ports);

  const world = {
    clock,
    stored,
    table,
    media,
    companions,
    ports,
    /** Speech that was sent to be transcribed. */
    speechQueue,
    workers,
    /** What was ordered of the platform, each time. */
    orders,
    /** The numbers of the messages that workers wrote into the chat. */
    written,
    executions: executions.all,
    /** From now on launches are refused, or not any more. */
    refuse: (reason?: string) => {
      refusal = reason;
    },

    /** From now on there is no room for tasks that may be interrupted, or there is. */
    refuseInterruptible: (isRefused: boolean) => {
      hasInterruptible = !isRefused;
    },

    /** From now on no bot has its turn to be launched, or all have. */
    pace: (isPaced: boolean) => {
      hasTurns = !isPaced;
    },
    /** From now on tasks wait for their turn, until there is room again: then all that wait are started. */
    fill(full: boolean) {
      isFull = full;
      if (isFull) return;
      for (const [id, order] of queue) workers.push(aWorker(id, order));
      queue.clear();
    },
    /** The bots that wait for their turn. */
    waiting: (): string[] => [...queue.values()].map(({ bot_id }) => bot_id) /** Creates a bot, past the gate. */,
    create: (): Promise<Bot> =>
      createCreateBot({
        bots: listedBots(stored),
        events: calendarEventRepository(stored),
        clock,
        hosts: { demo_room: ['meet.example.com'] },
        platforms_off: [],
        checkAddress: () => undefined,
        openMedia: async () => media,
        hasCustomTranscription: true,
      })('prj_1', aBotInput(details)),
    leave: createLeaveBot(ports),
    delete: createDeleteBot(ports),
    /** Gives the bot another appointment. */
    reschedule: (ref: BotRef, join_at: string): Promise<Bot> =>
      changeBot(ref, (bot) => ({ bot: reschedule(bot, join_at, clock.now()) })),
    /** All bots as they are stored. */
    storedBots: (): Bot[] => stored.items().flatMap((item) => botOfItem(item) ?? []),
    /** The images of the stream not yet followed. */
    unfollowed: () => changes.length - followed,
    /** Follows the next change of the stream; a change that fails comes again. */
    follow: async (): Promise<void> => {
      const change = changes[followed];
      const [before, after] = [change?.old && botOfItem(change.old), change?.new && botOfItem(change.new)];
      await followBot({ before, after });
      await tellUndone({ before, after });
      await haveErased(leavingIn([{ before, after }]));
      await erase();
      followed += 1;
    },
    /** Gives up what has not been followed yet, as a stream does after all attempts. */
    giveUp(): void {
      followed = changes.length;
    },
    erase,
    dueExecutions: executions.due,
    callFunction: executions.call,
    unreported,
    /** Tells of the end of a task; a report that fails comes again. */
    reportStopped: async (worker: Worker): Promise<void> => {
      const { project_id, bot_id } = worker.order;
      await captureStopped({ project_id, bot_id }, { ...worker.order, isUnstarted: worker.isUnstarted === true });
      await erase();
      unreported.splice(unreported.indexOf(worker), 1);
    },
    /** Moves the time on to the next timer, or by so many seconds if that is sooner. Answers false when there is none. */
    passTime: (mostSeconds = Number.POSITIVE_INFINITY): boolean => {
      const moments = [executions.nextMoment(), ...companions.map((companion) => companion.nextMoment())];
      const next = Math.min(...moments.filter((moment) => moment !== undefined));
      if (next === Number.POSITIVE_INFINITY) return false;
      clock.set(new Date(Math.min(next, clock.now().getTime() + mostSeconds * 1000)));
      executions.fire();
      return true;
    },
    /** The worker is gone, with or without its platform noticing. */
    kill: (worker: Worker, isReported: boolean) => exit(worker, isReported),
    /** The worker was ordered, and its platform cannot start it, as it tells. */
    failToStart(worker: Worker): void {
      worker.isUnstarted = true;
      exit(worker);
    },
    /** The worker tells that it is alive, and does the next thing that it would do in the bot's state. */
    work: async (worker: Worker, move: Move = 'stay'): Promise<void> => {
      worker.hasWorked = true;
      const { project_id, bot_id, attempt, mode } = worker.order;
      const ref = { project_id, bot_id };
      const line = createWorkerLine(ports, ref, attempt);
      if (!(await line.beat())) return exit(worker);
      const bot = await ports.bots.get(ref);
      if (!bot) return exit(worker);
      if (!needsCapture(bot.state)) return finish(worker, bot);
      if (mode === 'finish') return exit(worker);
      if (bot.state === 'staged' && clock.now().getTime() >= Date.parse(bot.join_at)) await line.trigger('join_due');
      if (bot.state === 'leaving') await line.trigger('left');
      if (move === 'wait') await line.trigger('put_in_waiting_room');
      if (move === 'enter') await line.trigger('admitted');
      if (move === 'refused') await line.trigger('could_not_join', 'request_to_join_denied');
      if (move === 'pause') await line.trigger('pause');
      if (move === 'resume') await line.trigger('resume');
      if (move === 'move') {
        await line.trigger(bot.state === 'joining_breakout_room' ? 'breakout_joined' : 'breakout_joining');
      }
      if (move === 'end' && speaks && bot.state === 'joined_recording' && (await speak(worker, ref))) return;
      if (move === 'end' && isJoined(bot.state)) await write(line);
      if (move === 'end' && captures && hasJoined(bot)) await line.captured(`1-${attempt}`, someCaptured);
      if (move === 'end') await line.trigger('meeting_ended', 'ended_by_host');
      if (move === 'leave') await line.trigger('leave', 'auto_leave_only_participant_in_meeting');
    },
  };
  return world;
};
export type LifecycleWorld = ReturnType<typeof lifecycleWorld>;
