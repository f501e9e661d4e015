/** Turns the bot's own camera, microphone and screen on and off by the form and the bar of Teams' page. */
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import { pressUnless, showBar } from './presses.ts';
import { selectors } from './selectors.ts';

const turnedWithinMs = 5_000;

const { form, bar } = selectors;

/** What buttons say where a device is on, which they would turn off. */
const saysOn: Readonly<Record<StageDevice, { readonly selector: string; readonly on: string }>> = {
  camera: { selector: bar.camera, on: 'turn camera off|turn off camera|stop video' },
  microphone: { selector: bar.microphone, on: '^mute|turn off mic' },
  screen: { selector: bar.stopShare, on: 'stop sharing' },
};

/** What turns it, the first that is there: before the meeting, the form has switches of its own. */
const switchesOf = (device: StageDevice, on: boolean): readonly [string, ...string[]] => {
  if (device === 'screen') return [on ? bar.share : bar.stopShare];
  return [device === 'camera' ? form.camera : form.microphone, saysOn[device].selector];
};

export const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
  await showBar(controls);
  const { selector, on: says } = saysOn[device];
  const switches = switchesOf(device, on);
  const pressed = await pressUnless(controls, { selector, says, isSaid: on }, switches);
  if (pressed === 'as wanted') return;
  if (pressed === undefined) throw controls.missing(switches.at(-1) ?? selector);
  if (pressed === form.camera || pressed === form.microphone) return;
  await controls.until(
    `the ${device}, ${on ? 'on' : 'off'}`,
    (selector, says, on) => {
      const button = document.querySelector<HTMLElement>(selector);
      const label = `${button?.ariaLabel ?? ''} ${button?.textContent ?? ''}`.trim().toLowerCase();
      return new RegExp(says).test(label) === on;
    },
    turnedWithinMs,
    selector,
    says,
    on,
  );
};
