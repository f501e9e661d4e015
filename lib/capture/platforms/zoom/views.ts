/** Has the client show people as they are to be recorded: it is recorded as it looks. */
import type { PeopleView } from '../../meeting/meeting.ts';
import type { Controls } from '../controls.ts';
import { inTurn, press, untilReady } from './menus.ts';
import { program } from './program.ts';
import type { LabelName } from './selectors.ts';

const shownWithinMs = 3_000;

const itemOf: Record<PeopleView, LabelName> = { speaker_view: 'speakerView', gallery_view: 'galleryView' };

/** A client on a device that is too weak for a gallery has the button, and no such item. */
const choose = async (controls: Controls, view: PeopleView): Promise<boolean | undefined> => {
  await untilReady(controls);
  await press(controls, 'header', 'view');
  try {
    await press(controls, 'menu', itemOf[view]);
  } catch (error) {
    await program.ask(controls, 'press', 'header', 'view');
    // Somebody has begun to share meanwhile, and the menu has other items.
    if ((await program.ask(controls, 'view')) === 'screen') return undefined;
    throw error;
  }
  await program.until(controls, `people in ${view}`, shownWithinMs, 'shows', view);
  return true;
};

export const showIn = async (controls: Controls, view: PeopleView): Promise<boolean | undefined> => {
  const shown = await program.ask(controls, 'view');
  if (shown === 'screen') return undefined;
  return shown === view || inTurn(controls, () => choose(controls, view));
};
