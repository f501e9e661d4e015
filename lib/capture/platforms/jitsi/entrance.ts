/** Gets from the form of Jitsi Meet's page to where the bot is let in, or has asked to be. */
import { type Controls, comes } from '../controls.ts';
import type { Entry } from '../platform.ts';
import { passcodeOf } from './address.ts';
import { fillIn } from './fill-in.ts';
import type { JitsiHandle } from './handle.ts';
import { givePasscode } from './passcode.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { isNamedByToken } from './token.ts';
import { untilTold } from './until-told.ts';

const drawnWithinMs = 2_000;
const pressedWithinMs = 5_000;
const mostPresses = 4;
/** A server that cannot have the meeting yet is asked again, ever more rarely; what lasts longer is up to whoever looks on. */
const connectedWithinMs = 15_000;
const answeredWithinMs = 10_000;
const knockedWithinMs = 500;

/** A token may say what the bot is called; then there is no field for a name, which else may be drawn a moment late. */
const typeName = async (controls: Controls, name: string, meeting_url: string): Promise<void> => {
  if (!isNamedByToken(new URL(meeting_url)))
    await comes(
      controls.until(
        'the field for the name',
        (name) => [...document.querySelectorAll(name)].some((one) => one.checkVisibility()),
        drawnWithinMs,
        selectors.name,
      ),
    );
  if (await controls.isShown(selectors.name)) await controls.type(selectors.name, name);
};

/** What was drawn anew may have lost what was typed. */
const nameAgain = (controls: Controls, name: string): Promise<void> =>
  fillIn(controls, selectors.name, name, { onlyEmpty: true });

/** That a name is easily guessed is the business of whoever gave it: the page asks for a tick in a box. */
const acceptUnsafeName = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((says) => {
    for (const label of document.querySelectorAll('label')) {
      if (!label.textContent?.includes(says)) continue;
      const box = label.querySelector<HTMLInputElement>('input[type="checkbox"]');
      if (box && !box.checked) box.click();
    }
  }, selectors.unsafeConsent);

/** A press may miss a page that is still booting, or moving what it shows. */
const pressUntilTaken = async (controls: Controls, name: string, from: string): Promise<void> => {
  await nameAgain(controls, name);
  await controls.press(selectors.join);
  for (let presses = 1; ; presses += 1) {
    try {
      return await untilTold(controls, 'isPastTheDoor', from, pressedWithinMs);
    } catch (error) {
      if (presses === mostPresses) throw error;
      await nameAgain(controls, name);
      await controls.click(selectors.join);
    }
  }
};

/** Answers whether it has come to something. A page that goes on connecting says so at each look. */
const isConnected = (controls: Controls, from: string): Promise<boolean> =>
  comes(
    controls.until(
      'the answer of the server',
      program.inPage(
        (handle: JitsiHandle | undefined, from: string) =>
          handle?.isAway(from) === true || handle?.isConnecting() !== true,
      ),
      connectedWithinMs,
      from,
    ),
  );

/** Pages that do not knock by themselves show another form, once the meeting turns out to have a lobby. */
const knock = async (controls: Controls, name: string, from: string): Promise<void> => {
  await comes(
    controls.until(
      'what comes behind the form',
      program.inPage(
        (handle, knock: string, from: string) =>
          handle.isAway(from) || handle.isAnswered() || document.querySelector(knock) !== null,
      ),
      answeredWithinMs,
      selectors.knock,
      from,
    ),
  );
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await comes(untilTold(controls, 'isAnswered', from, knockedWithinMs))) return;
    await nameAgain(controls, name);
    if (await controls.click(selectors.knock)) return;
  }
};

export const prepare = async (controls: Controls, { name, meeting_url }: Entry): Promise<void> => {
  await controls.shows(selectors.join);
  await acceptUnsafeName(controls);
  await typeName(controls, name, meeting_url);
};

export const pressJoin = async (controls: Controls, { name, meeting_url }: Entry): Promise<void> => {
  // The link may have led on to another.
  const from = controls.frame.url();
  if (await controls.has(selectors.knock)) {
    await nameAgain(controls, name);
    await controls.press(selectors.knock);
  } else {
    await pressUntilTaken(controls, name, from);
    if (await isConnected(controls, from)) await knock(controls, name, from);
  }
  await givePasscode(controls, passcodeOf(meeting_url), from);
};
