/** Gets from the form of Galène's page into a group, be it one that the server sends the bot to. */
import { withoutQueries } from '../../../domain/without-queries.ts';
import { type Controls, comes } from '../controls.ts';
import type { Course } from '../may-lead.ts';
import type { Entry } from '../platform.ts';
import { addressOf, tokenIn } from './address.ts';
import type { GaleneHandle } from './handle.ts';
import { chooseReceived, received } from './incoming-video.ts';
import { ownNameIn } from './own-name.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

/** Servers check passwords one after the other (since 0.96.2), of all who come as a lecture begins. */
const answeredWithinMs = 15_000;
const openedWithinMs = 5_000;
const mostRedirects = 3;

/** What the bot types. */
interface Entered {
  readonly name: string;
  readonly passcode: string;
  /** What it chooses of others' streams; what the page has chosen where it is empty. */
  readonly received: string;
}

/** An invitation may say what the bot is called, and takes no passcode; then there is no field for it. */
const typeIfShown = async (controls: Controls, selector: string, text: string): Promise<void> => {
  if (text !== '' && (await controls.isShown(selector))) await controls.type(selector, text);
};

/**
 * The page hides the field of an invitation that it was let in with, and sends what is in it: by that the bot is called where
 * the invitation names nobody.
 */
const enterName = async (controls: Controls, name: string): Promise<void> => {
  if (name === '' || (await controls.isShown(selectors.name))) return typeIfShown(controls, selectors.name, name);
  await controls.frame.evaluate(
    (selector, name) => {
      const field = document.querySelector<HTMLInputElement>(selector);
      if (field) field.value = name;
    },
    selectors.name,
    name,
  );
};

const fillForm = async (controls: Controls, { name, passcode, received }: Entered): Promise<void> => {
  await controls.shows(selectors.connect);
  await controls.click(selectors.presentNothing);
  await enterName(controls, name);
  await typeIfShown(controls, selectors.passcode, passcode);
  if (received !== '') await chooseReceived(controls, received);
};

/** The page empties its field for the passcode each time that it connects. */
const enteredIn = ({ frame }: Controls): Promise<Entered> =>
  frame.evaluate(
    (name, passcode, received) => {
      const typed = (selector: string): string => document.querySelector<HTMLInputElement>(selector)?.value ?? '';
      return { name: typed(name), passcode: typed(passcode), received: typed(received) };
    },
    selectors.name,
    selectors.passcode,
    selectors.received,
  );

/** Presses, and waits a moment for the server's answer; without one the session watches what becomes of it. */
const ask = async (controls: Controls): Promise<ReturnType<GaleneHandle['outcome']>> => {
  const before = await program.ask(controls, 'tries');
  await controls.press(selectors.connect);
  await comes(
    controls.until(
      'an answer of the server',
      program.inPage(({ tries, outcome }, before: number) => tries() > before && outcome() !== 'none'),
      answeredWithinMs,
      before,
    ),
  );
  return program.ask(controls, 'outcome');
};

const open = async (controls: Controls, address: string, what: string): Promise<void> => {
  const opening = controls.frame.goto(address, { waitUntil: 'domcontentloaded', timeout: openedWithinMs });
  await opening.catch((error: unknown) => {
    // It names the whole address, with the invitation in it.
    throw controls.missing(what, new Error(withoutQueries(String(error))));
  });
};

/** Goes where the server sends the bot, if bots go there; answers whether it stands in front of a group there. */
const follow = async (controls: Controls, course: Course): Promise<boolean> => {
  const named = await program.ask(controls, 'redirect');
  const to = named === undefined ? undefined : await course(named);
  if (to === undefined) return false;
  await open(controls, to, 'the group that the server sends the bot to');
  return true;
};

export const prepare = (controls: Controls, { name, meeting_url, wants_pictures }: Entry): Promise<void> =>
  fillForm(controls, {
    name: ownNameIn(name),
    passcode: new URL(meeting_url).searchParams.get('password') ?? '',
    received: wants_pictures ? '' : received.sound,
  });

export const pressJoin = async (controls: Controls, { meeting_url, course }: Entry): Promise<void> => {
  let entered = await enteredIn(controls);
  let hasOtherName = false;
  for (let redirects = 0; ; ) {
    const outcome = await ask(controls);
    if (outcome === 'name_taken') {
      if (hasOtherName) throw controls.missing('a name for the bot that nobody else has');
      hasOtherName = true;
      entered = { ...entered, name: `${entered.name} (2)` };
      // A page that was refused has forgotten its invitation.
      if (tokenIn(meeting_url)) await open(controls, addressOf(meeting_url), 'the page of the invitation');
    } else if (outcome === 'redirected') {
      redirects += 1;
      if (redirects > mostRedirects || !(await follow(controls, course)))
        return program.ask(controls, 'refuseRedirect');
    } else return;
    await fillForm(controls, entered);
  }
};
