/** One visit to a meeting. */
import type { Browser } from 'puppeteer-core';
import { openMeetingPage, prepareMediaWorker } from '../browser/meeting-page.ts';
import { PageLostError } from '../meeting/page-lost.ts';
import { platformOf } from '../platforms/index.ts';
import { createOutlet } from './acting/outlet.ts';
import { attend, leave } from './attend.ts';
import { conclude } from './conclude.ts';
import type { Session } from './course.ts';
import { join } from './join.ts';
import { waitingEndings } from './leaving/ending.ts';
import { createRecordingControl, recorderFor } from './recording/recording.ts';
import { createListening } from './speech/listening.ts';
import { SessionOverError, type Visit } from './visit.ts';

/** One page, from its opening to its end, which it tells before the page and its browser are closed. */
export const visitMeeting = async (session: Session, browser: Browser): Promise<void> => {
  const { assignment, bot, log, observer, ports, signal, takes } = session;
  const { segments: store } = ports;
  const platform = platformOf(assignment.meeting_url);
  if (!platform) return conclude(session, waitingEndings.unknown);
  await prepareMediaWorker();
  await using meeting = await openMeetingPage(browser, platform);
  const listening = createListening({ meeting, bot, hearing: session.hearing, log });
  const visit: Visit = { ...session.lasting, meeting, platform, assignment, bot, store, listening, log, signal };
  await using recording = createRecordingControl(
    { meeting, recorder: recorderFor(platform, ports.recorder), log },
    assignment.recording_settings,
    takes,
  );
  await using outlet = createOutlet(visit, ports.outlet);
  try {
    const joined = await join(visit, recording);
    if ('ending' in joined) return await conclude(session, joined.ending);
    // A bot that is back in a meeting whose recording it must ask for again keeps the state it has.
    await bot.advance(joined.view.recording === 'allowed' ? 'admitted' : 'admitted_without_permission');
    const ending = await attend(visit, recording, observer, outlet);
    await listening.stop();
    return await conclude(session, ending, recording);
  } catch (error) {
    if (error instanceof SessionOverError) await leave(visit, recording);
    else if (error instanceof PageLostError) meeting.giveUp();
    else if (meeting.isLost) throw new PageLostError('the page was lost', { cause: error });
    throw error;
  }
};
