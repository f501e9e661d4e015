/** Has Teams send a bot no pictures, or send them again, by the menu of the view (att). */
import type { Controls } from '../controls.ts';
import { appears, labelOf, menuWithinMs, openMenu, press } from './presses.ts';
import { selectors } from './selectors.ts';

const { bar } = selectors;

export const showIncomingVideo = async (controls: Controls, wanted: boolean): Promise<void> => {
  const { frame } = controls;
  const isAtHand = (await frame.$(bar.view)) !== null;
  await openMenu(controls, bar.view);
  await press(controls, bar.view);
  await appears(controls, `${bar.viewOptions}, ${bar.incomingVideo}`, menuWithinMs);
  if (!(await frame.$(bar.incomingVideo))) {
    await press(controls, bar.viewOptions);
    await appears(controls, bar.incomingVideo, menuWithinMs);
  }
  const isShown = /\boff\b/.test(await labelOf(controls, bar.incomingVideo));
  const opened = isAtHand ? bar.view : bar.more;
  await press(controls, isShown === wanted ? opened : bar.incomingVideo);
};
