/** Turns the bot's own camera, microphone and screen on and off by the buttons and menus of Galène's page. */
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const turnedWithinMs = 10_000;

/** What the page tells the server is what counts: its buttons change before anything is sent. */
const waitUntil = (controls: Controls, device: StageDevice, on: boolean): Promise<void> =>
  controls.until(
    `the bot's ${device} turned ${on ? 'on' : 'off'}`,
    program.inPage((handle, device: StageDevice, on: boolean) => handle.sends(device) === on),
    turnedWithinMs,
    device,
    on,
  );

/** Presses without scrolling or hovering, so that a picture of the page stays as it is. Answers whether it could. */
const press = ({ frame }: Controls, selector: string): Promise<boolean> =>
  frame.evaluate((selector) => {
    const button = document.querySelector<HTMLElement>(selector);
    if (!button || button.classList.contains('invisible')) return false;
    button.click();
    return true;
  }, selector);

/**
 * Camera and microphone are one stream, of what the page's two menus say. The menus list the devices that there were when the
 * page was loaded; the bot's come later. Answers what the other menu says, undefined where there is none.
 */
const choose = async (
  controls: Controls,
  device: 'camera' | 'microphone',
  on: boolean,
): Promise<string | undefined> => {
  const [menu, other] =
    device === 'camera' ? [selectors.cameras, selectors.microphones] : [selectors.microphones, selectors.cameras];
  const chosen = await controls.frame.evaluate(
    async (menu, other, kind, on) => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      const found = devices.find((device) => device.kind === kind);
      if (on && !found) return 'no device';
      const value = on ? (found?.deviceId ?? '') : '';
      const select = document.querySelector<HTMLSelectElement>(menu);
      if (select) {
        if (![...select.options].some((option) => option.value === value))
          select.append(new Option(found?.label ?? '', value));
        select.value = value;
        select.dispatchEvent(new Event('change'));
      }
      return { other: document.querySelector<HTMLSelectElement>(other)?.value };
    },
    menu,
    other,
    device === 'camera' ? 'videoinput' : 'audioinput',
    on,
  );
  if (typeof chosen === 'string') throw controls.missing(`a ${device} among the devices`);
  return chosen.other;
};

/** By itself the page sends 700 kbit/s of a picture at most, of a screen too. Its menu says so for what it sends from then on. */
const sendAll = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((menu) => {
    const select = document.querySelector<HTMLSelectElement>(menu);
    if (!select || select.value === 'unlimited') return;
    if (![...select.options].some(({ value }) => value === 'unlimited')) return;
    select.value = 'unlimited';
    select.dispatchEvent(new Event('change'));
  }, selectors.sent);

const turnOn = async (controls: Controls, device: 'camera' | 'microphone'): Promise<void> => {
  await choose(controls, device, true);
  const isPresenting = (await press(controls, selectors.present)) || (await controls.has(selectors.unpresent));
  if (!isPresenting) throw controls.missing(selectors.present);
};

const turnOff = async (controls: Controls, device: 'camera' | 'microphone'): Promise<void> => {
  const other = device === 'camera' ? 'microphone' : 'camera';
  // A stream of nothing is an error for the page.
  if (!(await program.ask(controls, 'sends', other))) await press(controls, selectors.unpresent);
  const left = await choose(controls, device, false);
  // Pages without menus know one button for both.
  if (left === undefined) await press(controls, device === 'microphone' ? selectors.mute : selectors.unpresent);
};

export const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
  if ((await program.ask(controls, 'turns', device)) === on) return;
  if (on && device !== 'microphone') await sendAll(controls);
  if (device !== 'screen') await (on ? turnOn : turnOff)(controls, device);
  else {
    const button = on ? selectors.share : selectors.stopShare;
    if (!(await press(controls, button))) throw controls.missing(button);
  }
  await waitUntil(controls, device, on);
  // Whoever was muted stays so, and the page takes the press only once something is sent.
  if (device === 'microphone' && on) await press(controls, selectors.muted);
};
