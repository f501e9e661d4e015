/** Gives the passcode of a link to a meeting that asks for one: in a dialog, or in the lobby beside a moderator's leave. */
import type { JSHandle } from 'puppeteer-core';
import { type Controls, comes } from '../controls.ts';
import { fillIn } from './fill-in.ts';
import type { JitsiHandle } from './handle.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { untilTold } from './until-told.ts';

/** A server that is slow to answer asks late. */
const answeredWithinMs = 30_000;
/** The page draws the field once it knows that it needs it, which this program hears at the same moment. */
const drawnWithinMs = 10_000;
/** A lobby may take a passcode or not, which nothing but its button says. */
const offeredWithinMs = 2_000;
const takenWithinMs = 5_000;
const mostTries = 4;

const fields = `${selectors.passcode}, ${selectors.lobbyPasscode}`;
const offer = selectors.lobbyAsksPasscode;
const buttons = `${selectors.passcodeGiven}, ${selectors.lobbyPasscodeGiven}`;

type Asks = 'by_field' | 'by_button' | 'not';

/** How the page asks for a passcode; undefined while it may still. Where somebody is to sign in it is nobody's business. */
const asking = program.inPage(
  (handle: JitsiHandle | undefined, from: string, fields: string, button: string): Asks | undefined => {
    if (!handle || handle.isAway(from) || handle.isIn()) return 'not';
    const isShown = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    if (isShown(fields)) return 'by_field';
    return isShown(button) ? 'by_button' : undefined;
  },
);

/** Presses what gives the passcode, beside a field that holds one. Answers the field, or null where nothing was pressed. */
const press = ({ frame }: Controls) =>
  frame.evaluateHandle(
    program.inPage((handle, fields: string, buttons: string, dialog: string) => {
      const field = [...document.querySelectorAll<HTMLInputElement>(fields)].find((one) => one.checkVisibility());
      if (!field?.value) return null;
      const button = (field.closest(dialog) ?? document).querySelector<HTMLElement>(buttons);
      if (button) handle.gavePasscode();
      button?.click();
      return button ? field : null;
    }),
    fields,
    buttons,
    selectors.dialog,
  );

/** Whether something asks within a time; what leads to a field counts where it is named. */
const isAsked = (controls: Controls, from: string, within_ms: number, button = fields): Promise<boolean> =>
  comes(controls.until('the field for the passcode', asking, within_ms, from, fields, button));

/** Whether the page has taken what its field held: both forms empty it at the press (`_onSubmit`), or when it is refused. */
const isTaken = (controls: Controls, from: string, field: JSHandle<HTMLInputElement | null>): Promise<boolean> =>
  comes(
    controls.until(
      'the answer to the passcode',
      program.inPage(
        (handle: JitsiHandle | undefined, from: string, field: HTMLInputElement | null) =>
          handle?.isAway(from) || handle?.isIn() || !field?.isConnected || field.value === '',
      ),
      takenWithinMs,
      from,
      field,
    ),
    // A page that has gone on has no such field any more.
  ).catch(() => false);

/** Once: a passcode that is not taken is not tried again, but a press that was lost is made again. */
export const givePasscode = async (controls: Controls, passcode: string, from: string): Promise<void> => {
  if (passcode === '') return;
  const { frame } = controls;
  await comes(untilTold(controls, 'isAnswered', from, answeredWithinMs));
  const isSure = await frame.evaluate(
    program.inPage((handle: JitsiHandle | undefined) => handle?.asksPasscode() === true),
  );
  let isPressed = false;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!(await isAsked(controls, from, isSure ? drawnWithinMs : offeredWithinMs, offer))) return;
    const asks = await frame.evaluate(asking, from, fields, offer);
    if (asks === 'not') return;
    if (asks === 'by_button') {
      await controls.click(offer);
      await isAsked(controls, from, drawnWithinMs);
      continue;
    }
    await fillIn(controls, fields, passcode);
    await using field = await press(controls);
    if (!field.asElement()) continue;
    isPressed = true;
    if (await isTaken(controls, from, field)) return;
  }
  const asks = await frame.evaluate(asking, from, fields, offer);
  if (!isPressed && asks !== 'not') throw controls.missing(`what was typed into ${fields}`);
};

/** The same where it is asked for later than at the press of join, unless it was given there already. */
export const giveLatePasscode = async (controls: Controls, passcode: string, from: string): Promise<void> => {
  const isGiven = await controls.frame.evaluate(
    program.inPage((handle: JitsiHandle | undefined) => handle?.hasGivenPasscode() === true),
  );
  if (!isGiven) await givePasscode(controls, passcode, from);
};
