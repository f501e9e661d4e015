import { parseWith } from '../../../lib/api/parse.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { botStates, joinedStates } from '../../../lib/domain/bot/lifecycle.ts';
import { TranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import { checkClientUrl } from '../../../lib/net/client-url.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot } from '../builders/records.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { recordingLifecycle } from '../doubles/recording-lifecycle.ts';

/**
 * A bot that is recording a meeting, unless the details say otherwise; what its use cases work on, and the lines of its
 * workers.
 */
export const aBotInMeeting = async (details: Partial<Bot> = {}) => {
  const clock = aClock('2026-03-02T10:00:00.000Z');
  const table = memoryTable(clock);
  const bots = listedBots(table);
  const bot = aBot({ state: 'joined_recording', ...details });
  await bots.create(bot);
  const ref = refOf(bot);
  const ports = {
    bots,
    clock,
    captured: capturedRepository(table),
    captureTasks: captureTaskRepository(table),
    commands: commandRepository(table),
    executions: executionRepository(table),
    participants: participantRepository(table),
    lifecycle: recordingLifecycle(),
    checkAddress: (url: string) => checkClientUrl(url),
    checkVideo: async (url: string) => (url.endsWith('.mp4') ? undefined : 'does not lead to an MP4 file'),
    hasCustomTranscription: false,
    checkSettings: (settings: unknown) => parseWith(TranscriptionSettings, settings),
  };
  return { bots, bot, ref, ports, table, worker: (attempt = 1) => createWorkerLine(ports, ref, attempt) };
};

/** The states in which there is no meeting to do anything in. */
export const notInMeeting = botStates.filter((state) => !(joinedStates as readonly string[]).includes(state));
/** The states after which nothing about a bot can be changed. */
export const tooLate = ['ready', 'leaving', 'post_processing', 'ended', 'fatal_error', 'data_deleted'] as const;
