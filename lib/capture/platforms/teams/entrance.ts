/** Gets from Teams' form to where the bot has asked to be let in. */
import type { Controls } from '../controls.ts';
import type { Entry } from '../platform.ts';
import { closeNotices } from './close-notices.ts';
import { guestNameOf } from './guest-name.ts';
import { selectors } from './selectors.ts';

const pressableWithinMs = 30_000;
const takenWithinMs = 3_000;
const mostPresses = 3;

const { form, bar } = selectors;

/** Without the computer's sound nothing is heard. */
const chooseSound = ({ frame }: Controls): Promise<void> =>
  frame.evaluate(
    (radios, label) => {
      const choice = [...document.querySelectorAll<HTMLElement>(radios)].find((radio) =>
        [radio.ariaLabel, radio.closest('label')?.textContent, radio.textContent].some(
          (text) => text?.replaceAll(/\s+/g, ' ').trim() === label,
        ),
      );
      const isChosen = choice?.ariaChecked === 'true' || (choice as HTMLInputElement | undefined)?.checked;
      if (choice && !isChosen) choice.click();
    },
    form.audio,
    form.audioLabel,
  );

const turnOff = ({ frame }: Controls, selector: string): Promise<void> =>
  frame.evaluate((selector) => {
    const toggle = document.querySelector<HTMLInputElement>(selector);
    if (toggle && !toggle.disabled && (toggle.checked || toggle.ariaChecked === 'true')) toggle.click();
  }, selector);

/** Whoever is signed in has a name, and an account in its place. A page that is drawn anew has neither of them for a moment. */
const asksName = async (controls: Controls): Promise<boolean> => {
  await controls.shows(`${form.name}, ${form.account}`);
  return controls.frame.evaluate(
    (name, account) => {
      const isShown = (selector: string): boolean =>
        [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
      return isShown(name) || !isShown(account);
    },
    form.name,
    form.account,
  );
};

export const prepare = async (controls: Controls, { name }: Entry): Promise<void> => {
  await closeNotices(controls);
  await controls.shows(`${form.name}, ${form.account}`);
  await chooseSound(controls);
  await turnOff(controls, form.camera);
  await turnOff(controls, form.microphone);
  if (await asksName(controls)) await controls.type(form.name, guestNameOf(name));
};

export const pressJoin = async (controls: Controls): Promise<void> => {
  await controls.appears(form.pressable, pressableWithinMs);
  for (let tries = 1; ; tries += 1) {
    await controls.click(form.pressable);
    try {
      return await controls.until(
        'what follows the press of "Join now"',
        // A lobby may keep the form, with its button disabled (att); a meeting may keep it out of sight.
        (pressable, others) =>
          ![...document.querySelectorAll(pressable)].some((one) => one.checkVisibility({ visibilityProperty: true })) ||
          document.querySelector(others) !== null,
        takenWithinMs,
        form.pressable,
        `${form.screens}, ${form.wall}, ${form.signIn}, ${bar.leave}`,
      );
    } catch (error) {
      // The button is still there behind a dialog, or after a press that came too early (vexa#226, vexa#467).
      if (tries === mostPresses) throw error;
      await closeNotices(controls);
    }
  }
};
