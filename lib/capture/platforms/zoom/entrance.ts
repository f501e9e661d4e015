/** Gets from the form of Zoom's client to where the bot has asked to be let in. */
import type { Controls } from '../controls.ts';
import type { Entry } from '../platform.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const pressableWithinMs = 30_000;
const pressTakenWithinMs = 5_000;
const mostPresses = 3;

const { form, shell } = selectors;

/**
 * Of what the link holds, where the client asks for it. It is sent once; a wrong one is not tried again. The page of a link
 * may lead on to another address, with another passcode or without any.
 */
const typePasscode = async (controls: Controls, meeting_url: string): Promise<void> => {
  const [passcode = ''] = [controls.frame.page().url(), meeting_url].flatMap(
    (address) => new URL(address).searchParams.get('pwd') || [],
  );
  if (passcode !== '' && (await controls.isShown(form.passcode))) await controls.type(form.passcode, passcode);
};

/** Whether the form asks for what the bot has not. A field that is out of sight is not asked for. */
const lacksSomething = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate(
    (...fields) =>
      fields.some((selector) => {
        const field = document.querySelector<HTMLInputElement>(selector);
        return field?.checkVisibility() === true && field.value === '';
      }),
    form.passcode,
    form.email,
  );

/** A form need not ask for it, or an account has filled it in for good: then it can be pressed as it is, but for what is lacking. */
const typeName = async (controls: Controls, name: string): Promise<void> => {
  const isAsked = await controls.isShown(form.ownName);
  if (!isAsked && ((await controls.isShown(form.pressable)) || (await lacksSomething(controls)))) return;
  await controls.type(form.ownName, name);
};

/** A dialog that asks for consent is not passed here: it is accepted before (judging/accept.ts), where the operator has said so. */
const refuseTerms = async (controls: Controls): Promise<void> => {
  if (!(await controls.has(shell.terms)) && !(await program.ask(controls, 'has', 'dialog', 'terms'))) return;
  throw controls.missing('a page without terms over it');
};

/** A device that is on before the meeting says what would turn it off. */
const turnOff = (controls: Controls, selector: string): Promise<void> =>
  controls.frame.evaluate((selector) => {
    const button = document.querySelector<HTMLElement>(selector);
    const says = `${button?.ariaLabel ?? ''} ${button?.textContent ?? ''}`.toLowerCase();
    if (/\b(?:mute|stop (?:my )?video)\b/.test(says) && !/\bunmute\b/.test(says)) button?.click();
  }, selector);

/** What the form says is wrong with what was typed. */
const complaints = ({ frame }: Controls): Promise<string> =>
  frame.evaluate(
    (error) =>
      [...document.querySelectorAll(error)].map(({ className, textContent }) => className + textContent).join(),
    form.error,
  );

/** Whether the form is gone, busy, covered, or says something new: then the session sees what becomes of it. */
const isTaken = (controls: Controls, before: string): Promise<void> =>
  controls.until(
    'what follows the press of "Join"',
    (pressable, error, dialog, before) =>
      document.querySelector(pressable) === null ||
      [...document.querySelectorAll(dialog)].some((one) => one.checkVisibility()) ||
      [...document.querySelectorAll(error)].map(({ className, textContent }) => className + textContent).join() !==
        before,
    pressTakenWithinMs,
    form.pressable,
    form.error,
    selectors.dialog,
    before,
  );

export const prepare = async (controls: Controls, { name, meeting_url }: Entry): Promise<void> => {
  await refuseTerms(controls);
  await controls.shows(form.join);
  for (const button of [form.microphone, form.camera]) await turnOff(controls, button);
  await typePasscode(controls, meeting_url);
  await typeName(controls, name);
};

export const pressJoin = async (controls: Controls): Promise<void> => {
  await refuseTerms(controls);
  // There is nothing to be sent; the session sees what is missing.
  if (await lacksSomething(controls)) return;
  await controls.appears(form.pressable, pressableWithinMs);
  const before = await complaints(controls);
  for (let tries = 1; ; tries += 1) {
    await controls.click(form.pressable);
    try {
      return await isTaken(controls, before);
    } catch (error) {
      // A client that is not ready yet loses the press.
      if (tries === mostPresses) throw error;
    }
  }
};
