/** How much a bot's capture takes of a machine, as far as its settings tell before it starts. */
import type { Bot } from './bot.ts';
import { type CaptureWorker, workerOf } from './capture-task.ts';
import { recordsPictures } from './settings.ts';

/** From the lightest browser to the heaviest; an app session has none. */
export const captureLoads = ['sound', '720p', '1080p', 'voice_agent', 'app_session'] as const;
export type CaptureLoad = (typeof captureLoads)[number];

/**
 * The load of a task that is started now. An agent's page may weigh as much as the meeting itself, so one that is to come
 * (`reserve_resources`) counts like one that is there. One that nobody announced runs on what the bot has.
 */
export const captureLoadOf = (bot: Pick<Bot, 'id' | 'recording_settings' | 'voice_agent_settings'>): CaptureLoad => {
  if (workerOf({ bot_id: bot.id }) === 'stream') return 'app_session';
  const { url, screenshare_url, reserve_resources = false } = bot.voice_agent_settings ?? {};
  if (url !== undefined || screenshare_url !== undefined || reserve_resources) return 'voice_agent';
  const { recording_settings } = bot;
  return recordsPictures(recording_settings) ? recording_settings.resolution : 'sound';
};

/** What is at work on a load. */
export const workerForLoad = (load: CaptureLoad): CaptureWorker => (load === 'app_session' ? 'stream' : 'browser');
