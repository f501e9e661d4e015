import type { Bot } from '../../domain/bot/bot.ts';
import { type CaptureMode, heartbeatEverySeconds } from '../../domain/bot/capture-task.ts';
import { type BotEventSubType, type BotState, type BotTrigger, isErased } from '../../domain/bot/lifecycle.ts';
import {
  type LastingKind,
  type Undone,
  withMissing,
  withNothingMissing,
  withUndone,
} from '../../domain/bot/missing-media.ts';
import { type BotCommand, type BotOrders, type CommandOutcome, ordersOf } from '../../domain/bot/orders.ts';
import type { Captured, CapturedKind, Reported } from '../../domain/captured/captured.ts';
import type { Recording } from '../../domain/captured/recording.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { canonicalLinkOf } from '../../domain/meeting/canonical-link.ts';
import { portionsOf } from '../../domain/portions.ts';
import type { LifecycleExecution } from '../../ports/lifecycle-execution.ts';
import type { ListedBots } from '../../storage/bots/bot-lists.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { CapturedBatch, CapturedRepository } from '../../storage/bots/captured.ts';
import type { CommandRepository } from '../../storage/bots/commands.ts';
import type { ExecutionRepository } from '../../storage/bots/executions.ts';
import type { ParticipantRepository } from '../../storage/bots/participants.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createChangeBot } from '../bots/change-bot.ts';
import { createGiveUpCommand } from '../bots/give-up-command.ts';
import type { AdvanceBotPorts } from '../lifecycle/advance-bot.ts';
import { createKeepMessages } from './keep-messages.ts';
import { createKeepParticipants } from './keep-participants.ts';
import { createOtherBots } from './other-bots.ts';
import { createReportTrigger } from './report-trigger.ts';

export interface WorkerLinePorts extends AdvanceBotPorts {
  readonly bots: ListedBots;
  readonly captured: CapturedRepository;
  readonly captureTasks: CaptureTaskRepository;
  readonly commands: CommandRepository;
  readonly executions: ExecutionRepository;
  readonly participants: ParticipantRepository;
  readonly lifecycle: LifecycleExecution;
}

// Well below the 400 KB that DynamoDB keeps in one item, whatever its encoding costs.
const mostBatchBytes = 200 * 1024;

/** Beats that fail come again within a second: what has heard one is not told again before half of the usual time. */
const heardForMs = (heartbeatEverySeconds / 2) * 1000;

const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry));

const changeTo = (bot: Bot | undefined) => bot && { bot };

/** What a capture worker may do with its bot. Everything is durable when its promise resolves, and safe to repeat. */
export const createWorkerLine = (ports: WorkerLinePorts, ref: BotRef, attempt: number, mode?: CaptureMode) => {
  const report = createReportTrigger(ports);
  const otherBots = createOtherBots(ports);

  /** Answers the batches that were stored. */
  const add = async <K extends CapturedKind>(
    kind: K,
    batchId: string,
    entries: Captured[K],
  ): Promise<CapturedBatch<K>[]> => {
    const batches: CapturedBatch<K>[] = [];
    const portions = portionsOf<Captured[K][number]>(entries, bytesOf, { bytes: mostBatchBytes });
    for (const [index, portion] of portions.entries()) {
      const batch = {
        ...ref,
        captured_kind: kind,
        // Portions sort as they came: one batch has never more than a thousand.
        batch_id: index === 0 ? batchId : `${batchId}.${String(index).padStart(3, '0')}`,
        created_at: ports.clock.now().toISOString(),
        entries: portion as Captured[K],
      };
      await ports.captured.add(batch);
      batches.push(batch);
    }
    return batches;
  };

  /** Whether another worker has this one's place, and was heard of. */
  const isReplaced = async (): Promise<boolean> => {
    const task = await ports.captureTasks.get(ref);
    return task !== undefined && task.attempt > attempt && task.heartbeat_at !== undefined;
  };

  /** What the execution waits on, as the table last said: while the table does not answer, it still hears of the worker. */
  let token: string | undefined;
  const note = async (): Promise<boolean> => {
    const heartbeat_at = ports.clock.now().toISOString();
    const isNewest = await ports.captureTasks.note(ref, attempt, { heartbeat_at }, mode);
    token = isNewest ? (await ports.executions.get(ref))?.token : undefined;
    return isNewest;
  };

  let heard = { token: '', at_ms: 0 };
  /** Tells the execution that waits on a token, unless it has heard so just now. */
  const tell = async (to: string | undefined): Promise<void> => {
    const now_ms = ports.clock.now().getTime();
    if (to === undefined || (to === heard.token && now_ms - heard.at_ms < heardForMs)) return;
    await ports.lifecycle.heartbeat(to);
    heard = { token: to, at_ms: now_ms };
  };

  const changeBot = createChangeBot(ports);
  const giveUpCommand = createGiveUpCommand(ports);
  const keepParticipants = createKeepParticipants(ports, ref);
  const keepMessages = createKeepMessages(ports, ref);

  return {
    /** @throws NotFoundError when the bot is gone */
    async bot(): Promise<BotOrders> {
      const bot = await ports.bots.get(ref);
      if (!bot) throw new NotFoundError('bot');
      return ordersOf(bot);
    },

    /**
     * The state afterwards; undefined when the bot is gone. What a worker tells that was taken for lost changes nothing once
     * another one is at work: where a platform has one place for the bot, the one that comes pushes out the one that was there.
     */
    async trigger(trigger: BotTrigger, subType: BotEventSubType | null = null): Promise<BotState | undefined> {
      return (await isReplaced()) ? (await ports.bots.get(ref))?.state : report(ref, trigger, subType);
    },

    async captured(batchId: string, entries: Reported): Promise<void> {
      await add('utterances', batchId, entries.utterances);
      await add('participant_events', batchId, entries.participant_events);
      const messages = await keepMessages.fresh(entries.chat_messages);
      keepMessages.stored(await add('chat_messages', batchId, messages));
      await keepParticipants(entries.participant_events, entries.identities);
    },

    /** Makes up for what an earlier worker of the bot, whose last words these are, could not note any more. */
    goOnFrom: ({ participant_events }: Captured): Promise<void> => keepParticipants(participant_events),

    /**
     * Tells that the worker is alive. Answers false when the bot is not its own, as another attempt has taken its place: then
     * it must stop, unless its `succession` says that it is to come or to go.
     */
    async beat(): Promise<boolean> {
      const known = token;
      const [noted, told] = await Promise.allSettled([note(), tell(known)]);
      if (noted.status === 'rejected') throw noted.reason;
      // Whoever has lost the bot is to hear so, whether or not the execution could be told.
      if (!noted.value) return false;
      if (token !== known) await tell(token);
      else if (told.status === 'rejected') throw told.reason;
      return true;
    },

    /**
     * Remembers the finished recording, or with null that there is none; not once the bot's data was deleted. Whoever finds
     * nothing after another worker has finished and cleared up takes no recording back.
     */
    async saveRecording(finished: Recording | null): Promise<void> {
      const recording = finished && { ...finished, stored_at: ports.clock.now().toISOString() };
      await changeBot(ref, (bot) =>
        isErased(bot.state) || (recording === null && bot.recording) ? undefined : { bot: { ...bot, recording } },
      );
    },

    /** Remembers as which participant the bot is in which meeting, so that other bots know it for one. */
    async present(participant_id: string): Promise<void> {
      await changeBot(ref, ({ present_in: former, ...bot }) => {
        const present_in = canonicalLinkOf(bot.platform, bot.meeting_url);
        const isKnown = bot.participant_id === participant_id && (former ?? bot.meeting_url) === present_in;
        if (isKnown || isErased(bot.state)) return undefined;
        return { bot: { ...bot, participant_id, ...(present_in !== bot.meeting_url && { present_in }) } };
      });
    },

    /** Remembers that something of the meeting has not reached the bot since a moment, until `nothingMissing`. */
    async missing(kind: LastingKind, since: Date, why?: string): Promise<void> {
      await changeBot(ref, (bot) => changeTo(isErased(bot.state) ? undefined : withMissing(bot, kind, since, why)));
    },

    async nothingMissing(kinds: readonly LastingKind[], at: Date): Promise<void> {
      await changeBot(ref, (bot) => changeTo(withNothingMissing(bot, kinds, at)));
    },

    /** The participants of the same meeting that are other bots of the project. */
    async otherBots(): Promise<string[]> {
      const bot = await ports.bots.get(ref);
      return bot ? otherBots(bot) : [];
    },

    commands: (after: number): Promise<BotCommand[]> => ports.commands.unclaimed(ref, after),
    claim: (command: BotCommand): Promise<boolean> => ports.commands.claim(ref, command, attempt),
    /** What was not done is shown to the client with its reason, unless it was told of when the bot ended. */
    settle: (command: BotCommand, outcome: CommandOutcome): Promise<void> =>
      outcome.state === 'done'
        ? ports.commands.finish(ref, command)
        : giveUpCommand(ref, { ...command, state: 'claimed' }, outcome.reason),

    async videoStarted(id: string): Promise<void> {
      const started_at = ports.clock.now().toISOString();
      await changeBot(ref, ({ output_video, ...bot }) =>
        output_video?.id === id && !output_video.started_at
          ? { bot: { ...bot, output_video: { ...output_video, started_at } } }
          : undefined,
      );
    },

    /** What of it was not played is shown to the client in one with that it is over: told again, it is known by that. */
    async videoOver(id: string, notPlayed?: Undone): Promise<void> {
      await changeBot(ref, ({ output_video, ...bot }) => {
        if (output_video?.id !== id) return undefined;
        return { bot: notPlayed && !isErased(bot.state) ? withUndone(bot, 'video_not_played', notPlayed) : bot };
      });
    },
  };
};
export type WorkerLine = ReturnType<typeof createWorkerLine>;
