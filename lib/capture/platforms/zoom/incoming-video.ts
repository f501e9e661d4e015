/** Has Zoom's client show people's pictures, or none of them, by its menu. */
import type { Controls } from '../controls.ts';
import { closeMenu, inTurn, openMenu, press } from './menus.ts';
import { program } from './program.ts';

const show = async (controls: Controls, wanted: boolean): Promise<void> => {
  await openMenu(controls);
  try {
    await press(controls, 'menu', wanted ? 'showPictures' : 'hidePictures');
  } catch (error) {
    // It is as wanted where the menu offers the contrary.
    const isSo = await program.ask(controls, 'has', 'menu', wanted ? 'hidePictures' : 'showPictures');
    await closeMenu(controls);
    if (!isSo) throw error;
  }
};

export const wantPictures = (controls: Controls, wanted: boolean): Promise<void> =>
  inTurn(controls, () => show(controls, wanted));
