/** Jitsi Meet, joined as a person would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import { type Controls, comes } from '../controls.ts';
import { mayLead } from '../may-lead.ts';
import type { MeetingPlatform } from '../platform.ts';
import { revealBar } from '../reveal.ts';
import { addressOf } from './address.ts';
import { askForCaptions } from './ask-for-captions.ts';
import { closeNotices } from './close-notices.ts';
import { fillIn } from './fill-in.ts';
import type { JitsiHandle } from './handle.ts';
import { turn } from './own-media.ts';
import { giveLatePasscode, givePasscode } from './passcode.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { signs } from './signs.ts';
import { isNamedByToken } from './token.ts';
import { untilTold } from './until-told.ts';

const drawnWithinMs = 2_000;
const pressedWithinMs = 5_000;
const mostPresses = 4;
/** A server that cannot have the meeting yet is asked again, ever more rarely; what lasts longer is up to whoever looks on. */
const connectedWithinMs = 15_000;
const answeredWithinMs = 10_000;
const knockedWithinMs = 500;
const leftWithinMs = 2_000;

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

const passcodeOf = (meeting_url: string): string => new URL(meeting_url).searchParams.get('password') ?? '';

/** A press may miss a page that is still booting, or moving what it shows. */
const pressJoin = async (controls: Controls, name: string, from: string): Promise<void> => {
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

const isIn = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate(program.inPage((handle: JitsiHandle | undefined) => handle?.isIn() === true));

/** In a meeting, whose bar may be out of the page. */
const showBar = async (controls: Controls): Promise<void> => {
  if (!(await controls.has(selectors.leave))) await revealBar(controls, selectors.leave, () => isIn(controls));
};

export const jitsi: MeetingPlatform = {
  capabilities: platformRows.jitsi.capabilities,
  proven_on:
    'a facsimile that another hand made from the maker’s sources, in every run of the tests; not yet the real one',
  signs,
  address: addressOf,
  mayLead,
  handsOver(meeting_url) {
    const { searchParams } = new URL(meeting_url);
    return { sent_token: searchParams.has('jwt'), sent_passcode: searchParams.has('password') };
  },
  pageProgram: 'jitsi-page',
  async prepare(controls, { name, meeting_url }) {
    await controls.shows(selectors.join);
    await acceptUnsafeName(controls);
    await typeName(controls, name, meeting_url);
  },
  async pressJoin(controls, { name, meeting_url }) {
    // The link may have led on to another.
    const from = controls.frame.url();
    if (await controls.has(selectors.knock)) {
      await nameAgain(controls, name);
      await controls.press(selectors.knock);
    } else {
      await pressJoin(controls, name, from);
      if (await isConnected(controls, from)) await knock(controls, name, from);
    }
    await givePasscode(controls, passcodeOf(meeting_url), from);
  },
  givePasscode: (controls, meeting_url) => giveLatePasscode(controls, passcodeOf(meeting_url), controls.frame.url()),
  // A meeting that is transcribed says so to everybody.
  async settle(controls, goesByCaptions = false) {
    if (goesByCaptions) await askForCaptions(controls);
  },
  closeNotices,
  makeHost: (controls, participant_id) => program.ask(controls, 'makeModerator', participant_id),
  async pressLeave(controls) {
    await showBar(controls);
    await controls.click(selectors.leave);
    // The page is gone as soon as it is out, also while somebody watches it.
    await controls
      .until(
        'the page that is out of the meeting',
        program.inPage((handle: JitsiHandle | undefined, leaveOnly: string) => {
          document.querySelector<HTMLElement>(leaveOnly)?.click();
          return !handle?.isIn();
        }),
        leftWithinMs,
        selectors.leaveOnly,
      )
      .catch(() => undefined);
  },
  sendChat,
  turn,
};
