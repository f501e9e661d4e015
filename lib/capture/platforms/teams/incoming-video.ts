/** Has Teams send a bot no pictures, or send them again, by the menu of the view (att). */
import type { Controls } from '../controls.ts';
import { labelOf, menuWithinMs, openMenu, press, showBar } from './presses.ts';
import { selectors } from './selectors.ts';

const { bar } = selectors;

export const wantPictures = async (controls: Controls, wanted: boolean): Promise<void> => {
  await showBar(controls);
  const isAtHand = await controls.has(bar.view);
  await openMenu(controls, bar.view);
  await press(controls, bar.view);
  await controls.appears(`${bar.viewOptions}, ${bar.incomingVideo}`, menuWithinMs);
  if (!(await controls.has(bar.incomingVideo))) {
    await press(controls, bar.viewOptions);
    await controls.appears(bar.incomingVideo, menuWithinMs);
  }
  const label = await labelOf(controls, bar.incomingVideo);
  const opened = isAtHand ? bar.view : bar.more;
  // One whose label does not say what a press does is left alone.
  const does = wanted ? /\b(?:on|show)\b/ : /\b(?:off|hide)\b/;
  await press(controls, does.test(label) ? bar.incomingVideo : opened);
};
