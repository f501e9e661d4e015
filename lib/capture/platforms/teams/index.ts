/** Microsoft Teams in a browser, joined as a guest would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import type { MeetingPlatform } from '../platform.ts';
import { captionIn } from './caption-in.ts';
import { guestNameOf } from './guest-name.ts';
import { showIncomingVideo } from './incoming-video.ts';
import { pressUnless, showBar } from './presses.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { showCaptions } from './show-captions.ts';
import { signs } from './signs.ts';

const pressableWithinMs = 30_000;
const takenWithinMs = 3_000;
const takenBackWithinMs = 1_500;
const mostPresses = 3;
const turnedWithinMs = 5_000;

const { form, bar, dialogs } = selectors;

/** Bots have no devices before they show something, and the page asks whether that is meant. */
const closeDialogs = ({ frame }: Controls): Promise<void> =>
  frame.evaluate(
    (buttons, labels, goOn) => {
      const seen = [...document.querySelectorAll<HTMLElement>(buttons)].filter(
        (button) =>
          (labels.includes(button.textContent.replaceAll(/\s+/g, ' ').trim()) || button.matches(goOn)) &&
          button.checkVisibility({ visibilityProperty: true }),
      );
      for (const button of seen) button.click();
    },
    dialogs.buttons,
    dialogs.labels as readonly string[],
    dialogs.goOn,
  );

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
      const isSeen = (selector: string): boolean =>
        [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
      return isSeen(name) || !isSeen(account);
    },
    form.name,
    form.account,
  );
};

const pressJoin = async (controls: Controls): Promise<void> => {
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
      await closeDialogs(controls);
    }
  }
};

/** Whoever goes without having said so is asked for in the lobby for a while (att). */
const takeBack = async (controls: Controls): Promise<void> => {
  if (!(await controls.click(form.cancel))) return;
  await controls
    .until(
      'the page that asks for nothing any more',
      (cancel, pressable) => document.querySelector(cancel) === null || document.querySelector(pressable) !== null,
      takenBackWithinMs,
      form.cancel,
      form.pressable,
    )
    .catch(() => undefined);
};

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

const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
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

export const teams: MeetingPlatform = {
  capabilities: platformRows.teams.capabilities,
  proven_on: 'a facsimile that another hand made from public sources, in every run of the tests; never the real one',
  signs,
  // By which a bot says who runs it, in a link that its operator made (Bot Identification).
  handsOver: (meeting_url) => ({ sent_token: new URLSearchParams(new URL(meeting_url).hash.slice(1)).has('token') }),
  pageProgram: 'teams-page',
  clientFrame: selectors.client,
  async prepare(controls, { name }) {
    await closeDialogs(controls);
    await controls.shows(`${form.name}, ${form.account}`);
    await chooseSound(controls);
    await turnOff(controls, form.camera);
    await turnOff(controls, form.microphone);
    if (await asksName(controls)) await controls.type(form.name, guestNameOf(name));
  },
  pressJoin,
  settle: showCaptions,
  captionIn,
  closeNotices: closeDialogs,
  async pressLeave(controls) {
    await showBar(controls);
    if (!(await controls.click(bar.leave))) await takeBack(controls);
  },
  sendChat,
  showIncomingVideo,
  turn,
};
