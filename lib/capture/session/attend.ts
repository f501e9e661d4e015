/** From admission to the end: watches, records, reports, and leaves when it is time. */

import { PageLostError } from '../meeting/page-lost.ts';
import type { Outlet } from './acting/outlet.ts';
import { type Ending, endingOf, left } from './leaving/ending.ts';
import type { Observer } from './people/observer.ts';
import { refuseUnseenVideo } from './recording/incoming-video.ts';
import { createPermissionKeeper } from './recording/permission.ts';
import type { RecordingControl } from './recording/recording.ts';
import { looks, type Visit } from './visit.ts';

const astrayForMs = 15_000;
const leftWithinMs = 3_000;
const leftLookEveryMs = 50;

/** Presses leave, ends the take then, and waits a moment for the page to say so; the tab is closed in any case. */
export const leave = async (visit: Visit, recording: Pick<RecordingControl, 'stop'>): Promise<Ending> => {
  const { clock, listening, meeting, platform, log } = visit;
  // While the page is there, and those who speak are in it.
  await listening.stop();
  await platform.pressLeave(meeting.page).catch((error: unknown) => log('could not press leave', { error }));
  const stored = recording.stop();
  const deadline_ms = clock.now_ms() + leftWithinMs;
  while (clock.now_ms() < deadline_ms && !meeting.isLost) {
    const view = await meeting.read().catch(() => undefined);
    if (view && view.phase !== 'in_meeting') break;
    await clock.pause(leftLookEveryMs);
  }
  await stored;
  return left;
};

/** @throws PageLostError when the page broke and the meeting may still be on. */
export const attend = async (
  visit: Visit,
  recording: RecordingControl,
  observer: Observer,
  outlet: Pick<Outlet, 'keep'>,
): Promise<Ending> => {
  const { bot, clock, commands, introduce, leaveWatch, listening, rooms, waits, platform, meeting, log } = visit;
  const mayRecord = createPermissionKeeper(visit);
  waits.over();
  observer.lookAnew();
  leaveWatch.enter(clock.now_ms());
  listening.start();
  const settle = (): Promise<void> =>
    platform
      .settle(meeting.page)
      .catch((error: unknown) => log('captions could not be turned on', { error }))
      .then(() => refuseUnseenVideo(visit));
  let settled: Promise<void> | undefined;

  for await (const { view, times, since_ms, now_ms } of looks(visit)) {
    const ending = endingOf(view.phase);
    if (ending && times >= 2) return ending;
    if (ending) continue;
    await rooms.look(visit, view.breakout.state, now_ms);
    if (view.phase !== 'in_meeting') {
      if (now_ms - since_ms > astrayForMs) throw new PageLostError(`the meeting's page turned into ${view.phase}`);
      continue;
    }
    // What must not be recorded or written down any more ends before anything is told of it.
    if (view.recording !== 'allowed') {
      observer.hush(now_ms);
      await recording.keep(false);
    }
    const allowed = await mayRecord(view);
    observer.observe(view, now_ms, allowed ? bot.orders?.transcription_settings : undefined);
    // Captions are turned on when it is known whether they are to be kept; the recording does not wait for it.
    settled ??= settle();
    if (bot.state === 'leaving') {
      await Promise.all([settled, commands.finish(visit, view, now_ms)]);
      return leave(visit, recording);
    }
    await recording.keep(allowed);
    commands.keep(visit, view, now_ms);
    introduce(view.participants, now_ms);
    if (bot.orders) outlet.keep(bot.orders);
    const reason = leaveWatch.look(view, observer.others, bot.state, now_ms);
    if (reason) await bot.advance('leave', reason);
  }
  return left;
};
