/** What kind of meeting a bot gets. */
import { type BrowserMeetings, browserMeetings } from '../capture/browser/browser-meeting.ts';
import type { MeetingOpener } from '../capture/meeting/meeting.ts';
import { adapters } from '../capture/platforms/index.ts';
import { operated } from './operated.ts';

/** Decided by the platform that the link was recognised as belonging to. Browsers come from `launch`, if it is given. */
export const openMeetings = (launch?: BrowserMeetings['launch']): MeetingOpener => {
  const settings = { ...operated.parse(process.env), ...(launch && { launch }) };
  return { open: (request) => browserMeetings({ platform: adapters[request.platform], ...settings }).open(request) };
};
