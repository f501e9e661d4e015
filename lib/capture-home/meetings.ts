/** What kind of meeting a bot gets. */
import * as z from 'zod';
import { browserMeetings } from '../capture/browser/browser-meeting.ts';
import type { MeetingOpener } from '../capture/meeting/meeting.ts';
import { adapters } from '../capture/platforms/index.ts';
import type { Bot } from '../domain/bot/bot.ts';
import { recorders } from '../domain/bot/capture-task.ts';

/** What the operator has set for all recordings. */
const Operated = z.object({ CAPTURE_RECORDER: z.enum(recorders).optional() });

/** Decided by the platform that the bot's link was recognised as belonging to. */
export const meetingsFor = ({ platform }: Pick<Bot, 'platform'>): MeetingOpener =>
  browserMeetings({ platform: adapters[platform], recorder: Operated.parse(process.env).CAPTURE_RECORDER });
