/** Google Meet, joined as a person would join it: as a guest who asks to be let in. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import type { MeetingPlatform } from '../platform.ts';
import { captionIn } from './caption-in.ts';
import { closeNotices } from './dialogs.ts';
import { prepare, pressJoin } from './entrance.ts';
import { press, pressSoon, toggle, wake } from './hands.ts';
import { find, type Sought } from './seek.ts';
import { labels, selectors, switches } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { showCaptions } from './show-captions.ts';
import { signOn } from './sign-on.ts';
import { signs } from './signs.ts';

const turnedWithinMs = 10_000;
const leaveWithinMs = 3_000;
/** A page that is slow is given no more time: what is recorded goes on meanwhile, and the bot's browser is closed in the end. */
const mostLooks = 1;
/** The bar of a call comes back before as many looks are over. */
const outsideAfterLooks = 5;
/** What no answer is known to, such as a question into a breakout room, stays over it. */
const coveredAfterLooks = 5;
const askedWithinMs = 500;

type Switch = Readonly<Record<'on' | 'off', Pick<Sought, 'labels' | 'mark'>>>;
const devices: Readonly<Record<StageDevice, Switch>> = {
  ...switches,
  screen: { on: { labels: labels.share }, off: { labels: labels.stopSharing } },
};
const leave = { labels: labels.leave, mark: selectors.leave, where: 'page' } as const;

/** Presses it without the mouse, which what lies over it would get in its place. */
const pressCovered = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((button) => document.querySelector<HTMLElement>(button)?.click(), selectors.leave);

const turn = async (controls: Controls, device: StageDevice, isWanted: boolean): Promise<void> => {
  const { on, off } = devices[device];
  await wake(controls);
  await closeNotices(controls);
  await toggle(controls, isWanted ? { to: on, done: off } : { to: off, done: on }, turnedWithinMs);
};

/**
 * The bar is called in its page's language; what leaves the call stays in it, also while it is not seen. A bar that is out of the
 * page may come back late: the bot's own tile stays.
 */
const isInside = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate(
    ({ controls, leave, selfName, ownTile }) =>
      document.querySelector(`${leave}, ${selfName}, ${ownTile}`) !== null ||
      document.querySelector(controls)?.checkVisibility() === true,
    selectors,
  );

export const googleMeet: MeetingPlatform = {
  capabilities: platformRows.google_meet.capabilities,
  proven_on: 'a facsimile that another hand made from public sources, in every run of the tests; never the real one',
  signs,
  signOn,
  pageProgram: 'google-meet-page',
  // Most words of its pages are known in English only, in which accounts of other languages are shown it too where it is asked for so
  // (openclaw#103385 and #150139, 2026-07 and 2026-09, of signed-in accounts).
  address(meeting_url) {
    const url = new URL(meeting_url);
    url.searchParams.set('hl', 'en');
    return url.href;
  },
  prepare,
  pressJoin,
  closeNotices,
  settle: showCaptions,
  captionIn,
  async pressLeave(controls) {
    await wake(controls);
    await closeNotices(controls);
    let [without, covered] = [0, 0];
    const look = async (): Promise<'pressed' | 'outside' | undefined> => {
      if (await press(controls, leave)) return 'pressed';
      covered = (await find(controls, leave))?.isCovered ? covered + 1 : 0;
      if (covered === coveredAfterLooks) {
        await pressCovered(controls);
        return 'pressed';
      }
      without = (await isInside(controls)) ? 0 : without + 1;
      return without === outsideAfterLooks ? 'outside' : undefined;
    };
    const outcome = await controls.look(leaveWithinMs, look, mostLooks);
    if (!outcome) throw controls.missing(labels.leave.join(' / '));
    if (outcome === 'pressed') await pressSoon(controls, { labels: labels.justLeave }, askedWithinMs, mostLooks);
  },
  sendChat,
  turn,
};
