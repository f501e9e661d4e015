/** Turns the bot's own camera, microphone and screen on and off by the buttons of Jitsi Meet's page. */
import { ConsentNeededError } from '../../meeting/errors.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import type { OperatorsConsent } from '../platform.ts';
import { closeNotices } from './close-notices.ts';
import { handleName, type JitsiHandle } from './handle.ts';
import { selectors } from './selectors.ts';

const pressableWithinMs = 5_000;
const turnedWithinMs = 10_000;

const sends = ({ frame }: Controls, device: StageDevice): Promise<boolean> =>
  frame.evaluate(
    (key, device) => (Reflect.get(document, Symbol.for(key)) as JitsiHandle).sends(device),
    handleName,
    device,
  );

const agreesByUnmuting = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate((key) => (Reflect.get(document, Symbol.for(key)) as JitsiHandle).agreesByUnmuting(), handleName);

/** What the page sends is what counts: a moderator may have forbidden it, and the buttons change before. */
export const turn = async (
  controls: Controls,
  device: StageDevice,
  on: boolean,
  consent: OperatorsConsent,
): Promise<void> => {
  if ((await sends(controls, device)) === on) return;
  await closeNotices(controls);
  const isAllowed = !on || consent.isGiven;
  const button = selectors.turn[device][on ? 'on' : 'off'];
  // The page lets its buttons be pressed once it has found the devices, which come later than it does.
  const pressable = `:is(${button}):not([aria-disabled="true"], [disabled], .disabled)`;
  await controls.until(
    pressable,
    (pressable, key, isAllowed) => {
      if (!isAllowed && (Reflect.get(document, Symbol.for(key)) as JitsiHandle).agreesByUnmuting()) return true;
      const button = document.querySelector<HTMLElement>(pressable);
      // Without scrolling or hovering, so that a picture of the page stays as it is.
      button?.click();
      return button !== null;
    },
    pressableWithinMs,
    pressable,
    handleName,
    isAllowed,
  );
  const agrees = on && (await agreesByUnmuting(controls));
  if (agrees && !consent.isGiven)
    throw new ConsentNeededError('the meeting is recorded, and whoever turns a device on in it agrees to that');
  await controls.until(
    `the bot's ${device} turned ${on ? 'on' : 'off'}`,
    (key, device, on) => (Reflect.get(document, Symbol.for(key)) as JitsiHandle).sends(device) === on,
    turnedWithinMs,
    handleName,
    device,
    on,
  );
  if (agrees) consent.used('J23_recording_notice');
};
