/** Turns the bot's own camera, microphone and screen on and off by the bar of Zoom's client. */
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import { press, showBar } from './menus.ts';
import { program } from './program.ts';
import { deviceLabels } from './selectors.ts';

const turnedWithinMs = 5_000;

export const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
  const wanted = on ? 'on' : 'off';
  await program.ask(controls, 'wants', device, on);
  await showBar(controls);
  const before = await program.ask(controls, 'device', device);
  if (before === wanted || (before === 'none' && !on)) return;
  await press(controls, device === 'screen' && !on ? 'page' : 'footer', deviceLabels[device][on ? 'off' : 'on']);
  await program.until(controls, `the ${device}, ${wanted}`, turnedWithinMs, 'isDevice', device, wanted);
};
