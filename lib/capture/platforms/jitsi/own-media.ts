/** Turns the bot's own camera, microphone and screen on and off by the buttons of Jitsi Meet's page. */
import { ConsentNeededError, NotAllowedError } from '../../meeting/errors.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import type { OperatorsConsent } from '../platform.ts';
import { closeNotices } from './close-notices.ts';
import type { Forbidden } from './page/moderation.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const pressableWithinMs = 5_000;
const turnedWithinMs = 10_000;

const reasons: Readonly<Record<Forbidden, (device: StageDevice) => string>> = {
  viewer: (device) => `the bot is a viewer of the meeting, and viewers turn no ${device} on`,
  moderated: (device) => `a moderator of the meeting has to allow the bot to turn its ${device} on`,
  too_many: (device) => `the meeting lets nobody else turn a ${device} on, as too many are`,
};

const needsConsent = (): ConsentNeededError =>
  new ConsentNeededError('the meeting is recorded, and whoever turns a device on in it agrees to that');

/** What the page sends is what counts: a moderator may have forbidden it, and the buttons change before. */
export const turn = async (
  controls: Controls,
  device: StageDevice,
  on: boolean,
  consent: OperatorsConsent,
): Promise<void> => {
  if ((await program.ask(controls, 'turns', device)) === on) return;
  // While it asks whether the bot knows that it is recorded, the page lets nobody turn anything on.
  await closeNotices(controls);
  const forbidden = on ? await program.ask(controls, 'forbids', device) : undefined;
  // A press in vain would leave a notice that stays.
  if (forbidden) throw new NotAllowedError(reasons[forbidden](device));
  const isAllowed = !on || consent.isGiven;
  const button = selectors.turn[device][on ? 'on' : 'off'];
  // The page lets its buttons be pressed once it has found the devices, which come later than it does.
  const pressable = `:is(${button}):not([aria-disabled="true"], [disabled], .disabled)`;
  await controls.until(
    pressable,
    program.inPage((handle, pressable: string, isAllowed: boolean, device: StageDevice, on: boolean) => {
      // A page that has come into another room turns on by itself what was on before, in its time.
      if (handle.sends(device) === on || (!isAllowed && handle.agreesByUnmuting())) return true;
      const button = document.querySelector<HTMLElement>(pressable);
      // Without scrolling or hovering, so that a picture of the page stays as it is.
      button?.click();
      return button !== null;
    }),
    pressableWithinMs,
    pressable,
    isAllowed,
    device,
    on,
  );
  const agrees = on && (await program.ask(controls, 'agreesByUnmuting'));
  if (agrees && !consent.isGiven) throw needsConsent();
  // A recording that begins in this moment turns it off again.
  await controls.until(
    `the bot's ${device} turned ${on ? 'on' : 'off'}`,
    program.inPage(
      (handle, device: StageDevice, on: boolean, isAllowed: boolean) =>
        handle.sends(device) === on || (!isAllowed && handle.agreesByUnmuting()),
    ),
    turnedWithinMs,
    device,
    on,
    isAllowed,
  );
  if (!isAllowed && (await program.ask(controls, 'agreesByUnmuting'))) throw needsConsent();
  if (agrees) consent.used('J23_recording_notice');
};
