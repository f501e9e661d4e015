/** One browser for all sessions of a file of tests whose subject it is not: each meeting is a page of it. */
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { MeetingOpener } from '../../../lib/capture/meeting/meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import { patientBrowser } from './patient-browser.ts';

export const oneBrowser = async () => {
  const browser = await patientBrowser({ width: 1280, height: 720 });
  const recordedBy = (recorder?: Recorder): MeetingOpener => ({
    open: async ({ meeting_url }) =>
      meetingIn(await openMeetingPage(browser, demoRoom), demoRoom, { meeting_url, recorder }),
  });
  return { browser, meetings: recordedBy(), recordedBy, [Symbol.asyncDispose]: () => closeChromium(browser) };
};
