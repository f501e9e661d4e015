/** Turns on the captions of a Teams meeting, wherever its page has the way to them. */
import type { Controls } from '../controls.ts';
import type { TeamsHandle } from './handle.ts';
import { closeMenu, labelOf, menuWithinMs, openMenu, press, showBar } from './presses.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const captionsWithinMs = 3_000;

const { bar } = selectors;
/** Some menus have the captions in them, others in one of their own. */
const inMenu = `${bar.language}, ${bar.captions}`;

/**
 * Captions that nobody has said anything for show nothing yet: their button tells, by what it is or else by its label, which may
 * say what they are and not what a press does.
 */
const areOn = async (controls: Controls): Promise<boolean> =>
  (await controls.has(bar.captionsOn)) ||
  (!(await controls.has(bar.captionsOff)) && /\b(?:off|hide)\b/.test(await labelOf(controls, bar.captions)));

/** By the page's own call, as a public bot does it first (att). Answers whether that could be asked. */
const startByCall = async ({ frame }: Controls): Promise<boolean> =>
  (await frame
    .evaluate(
      program.inPage((handle: TeamsHandle | undefined, within_ms: number) => handle?.startCaptions(within_ms)),
      captionsWithinMs,
    )
    .catch(() => false)) === true;

const areOff = async (controls: Controls): Promise<boolean> =>
  !(await areOn(controls)) &&
  ((await controls.has(bar.captionsOff)) || /\b(?:on|show)\b/.test(await labelOf(controls, bar.captions)));

/** Answers whether their button was at hand, and no menu was opened for it. */
const reachCaptions = async (controls: Controls): Promise<boolean> => {
  const isAtHand = await controls.has(bar.captions);
  if (!isAtHand) {
    await openMenu(controls, inMenu);
    if (!(await controls.has(bar.captions))) await press(controls, bar.language);
    await controls.appears(bar.captions, menuWithinMs);
  }
  return isAtHand;
};

/** A press that was lost is known by their button; a page where that tells nothing is taken at its word. */
const checkPress = async (controls: Controls): Promise<void> => {
  const wasAtHand = await reachCaptions(controls).catch(() => undefined);
  if (wasAtHand === undefined) return;
  const isLost = await areOff(controls);
  if (!wasAtHand) await closeMenu(controls, inMenu);
  if (isLost) throw controls.missing('captions that are on');
};

const pressCaptions = async (controls: Controls): Promise<void> => {
  const wasAtHand = await reachCaptions(controls);
  if (await areOn(controls)) {
    if (!wasAtHand) await closeMenu(controls, inMenu);
    // It is asked for them again where nothing comes of those that count as on.
    await startByCall(controls);
    return;
  }
  await press(controls, bar.captions);
  // What is said before they are on is not written down. A page may show them only once there is something to show.
  await controls
    .appears(`${selectors.captionsShown}, ${bar.captionsOn}`, captionsWithinMs)
    .catch(() => checkPress(controls));
};

/** A client that shows no way to them may have captions all the same. */
export const showCaptions = async (controls: Controls): Promise<void> => {
  if (await controls.has(selectors.captionsShown)) return;
  await showBar(controls);
  await pressCaptions(controls).catch(async (error: unknown) => {
    if (!(await startByCall(controls))) throw error;
  });
};
