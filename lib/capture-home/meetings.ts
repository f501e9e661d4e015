/** What kind of meeting a bot gets. */
import * as z from 'zod';
import { browserMeetings } from '../capture/browser/browser-meeting.ts';
import type { MeetingOpener } from '../capture/meeting/meeting.ts';
import { adapters } from '../capture/platforms/index.ts';
import { recorders } from '../domain/bot/capture-task.ts';

/** What the operator has set for all recordings. */
const Operated = z.object({ CAPTURE_RECORDER: z.enum(recorders).optional() });

/** Decided by the platform that the link was recognised as belonging to. */
export const openMeetings = (): MeetingOpener => {
  const { CAPTURE_RECORDER: recorder } = Operated.parse(process.env);
  return { open: (request) => browserMeetings({ platform: adapters[request.platform], recorder }).open(request) };
};
