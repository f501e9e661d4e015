/**
 * Keeps the client as a bot needs it: closes what lies over it and asks for nothing, opens the lists of people and messages,
 * has its sound come. Runs in the page, at each look, as dialogs come at any time and in any order. It accepts no terms.
 */

import type { IsVisible } from '../../../page/is-visible.ts';
import { linesOf } from '../../../page/lines-of.ts';
import { type LabelName, labels, selectors } from '../../selectors.ts';
import { hideWindow, popOutIn } from '../captions/transcript.ts';
import { all, called, isOfKind, says } from './dom.ts';
import { createLauncher } from './launcher.ts';
import { joinIn } from './rooms.ts';
import { stayInTab, type Tab } from './this-tab.ts';

const pressEveryMs = 2_000;
const closeEveryMs = 300;
/** A dialog that stays when it is closed lets others, and what else is to be done, have their turn until then. */
const closeAgainMs = 5_000;
const joinAudioEveryMs = 5_000;
const mostAudioTries = 6;
/** Then so often: a meeting that nobody hears is worth no recording. */
const joinAudioLaterEveryMs = 60_000;
/** What tells of an end has ended the bot by then. */
const noticeAfterMs = 60_000;
/** Of the list of people; less than a row is moved on too little, and not too far. */
const rowHeight = 40;

/** In a notice of what is made of the meeting, which an account may word, or of what the client could not do. */
const saysNoMore =
  /\bbeing (?:recorded|transcribed|livestreamed|archived)\b|\busing the conversation transcript\b|\bunable to (?:use computer audio|send message)\b/i;
/** In a notice that stays over the picture for as long as somebody has no camera and no microphone, as bots have none. */
const lacksDevice =
  /\b(?:cannot detect your|unable to detect a|enable access to your) (?:camera|microphone)\b|\byour (?:camera|microphone) is not working\b/i;
const asksToAgree = /\b(?:agree|consent|accept|terms)\b/i;

export const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight >= scrollHeight - 1;

export interface Tending {
  readonly now: () => number;
  readonly isVisible: IsVisible;
  readonly tab: Tab;
}

export const createTending = ({ now, isVisible, tab }: Tending) => {
  const pressed_ms = new Map<string, number>();
  const noticed_ms = new WeakMap<Element, number>();
  const closed_ms = new WeakMap<Element, number>();
  let audioTries = 0;
  let lacksSound = false;

  const press = (what: string, element: HTMLElement | undefined, every_ms = pressEveryMs): boolean => {
    if (!element || now() - (pressed_ms.get(what) ?? Number.NEGATIVE_INFINITY) < every_ms) return false;
    pressed_ms.set(what, now());
    element.click();
    return true;
  };
  const visibleIn = (root: ParentNode, selector: string): HTMLElement | undefined =>
    all(root, selector).find(isVisible);

  /** Of a dialog that can only be acknowledged, and has been there for long. */
  const isOldNotice = (dialog: Element): boolean => {
    const since_ms = noticed_ms.get(dialog) ?? now();
    noticed_ms.set(dialog, since_ms);
    const answers = all(dialog, selectors.button).filter((one) => !says(one, labels.cross));
    return (
      now() - since_ms >= noticeAfterMs &&
      isOfKind(dialog, selectors.notice) &&
      answers.length === 1 &&
      !asksToAgree.test(linesOf(dialog))
    );
  };

  const closes = (dialog: Element, isInside: boolean): HTMLElement | undefined => {
    const { button, returning, title } = selectors;
    if (isOfKind(dialog, returning)) return called(dialog, button, labels.joinMain);
    // Words that an account's rules are against are not sent against them; and a bot speaks no language.
    if (called(dialog, title, [...labels.sendAllTheSame, ...labels.speaking]))
      return called(dialog, button, labels.cancel);
    const isNotice = saysNoMore.test(linesOf(dialog)) || (isInside && isOldNotice(dialog));
    return (
      called(dialog, button, [...labels.withoutDevices, ...labels.close]) ??
      (isNotice ? called(dialog, button, labels.acknowledge) : undefined)
    );
  };

  const pressToClose = (button: HTMLElement | undefined): boolean => {
    if (!button || now() - (closed_ms.get(button) ?? Number.NEGATIVE_INFINITY) < closeAgainMs) return false;
    if (!press('dialog', button, closeEveryMs)) return false;
    closed_ms.set(button, now());
    return true;
  };

  const closeNotices = (root: ParentNode): boolean =>
    all(root, selectors.toast)
      .filter((one) => lacksDevice.test(one.textContent) && isVisible(one))
      .some((one) => pressToClose(one.querySelector<HTMLElement>(selectors.closeToast) ?? undefined));

  /** Whether it asks to agree, to be told from what only tells: agreeing is the operator's. */
  const asksForConsent = (dialog: Element): boolean => {
    const { terms, companion, button } = selectors;
    const ways = [...labels.leave, ...labels.terms];
    return isOfKind(dialog, terms) || (isOfKind(dialog, companion) && called(dialog, button, ways) !== undefined);
  };

  const closeDialogs = (root: ParentNode, isInside: boolean): boolean => {
    const { shell, dialog, banner } = selectors;
    if (press('cookies', visibleIn(root, shell.rejectCookies) ?? visibleIn(root, shell.acceptCookies))) return true;
    return (
      all(root, `${dialog}, ${banner}`)
        // A bot goes into a breakout room when its session says so, and agrees to terms when its operator does.
        .filter((one) => isVisible(one) && !joinIn(one) && !asksForConsent(one))
        .some((one) => pressToClose(closes(one, isInside)))
    );
  };

  /** Buttons of a bar that is out of sight work too. */
  const open = (root: ParentNode, name: LabelName): boolean =>
    press(name, called(root, selectors.footerButton, labels[name]));

  /** A button that can be pressed: until the client's sound is ready, those that ask for it are there and do nothing. */
  const soundAsked = (root: ParentNode): HTMLElement | undefined => {
    const { footerButton, joinAudio } = selectors;
    const bySound = visibleIn(root, joinAudio);
    // Where sound has come, the same button ends it.
    const isEnding = bySound !== undefined && says(bySound, labels.leaveAudio);
    const wanted = isEnding ? undefined : (bySound ?? called(root, footerButton, labels.joinAudio));
    return wanted?.matches(':disabled, [aria-disabled="true"]') ? undefined : wanted;
  };

  const hear = (root: ParentNode): boolean => {
    const wanted = soundAsked(root);
    lacksSound = wanted !== undefined && audioTries >= mostAudioTries;
    const { microphoneOn, microphoneOff, heard } = labels;
    // Once it has come, it is to be asked for again in another room; a bar that is drawn anew has neither button for a moment.
    if (!wanted && called(root, selectors.footerButton, [...microphoneOn, ...microphoneOff, ...heard])) audioTries = 0;
    if (!press('audio', wanted, audioTries < mostAudioTries ? joinAudioEveryMs : joinAudioLaterEveryMs)) return false;
    audioTries += 1;
    return true;
  };

  const launcher = createLauncher({
    now,
    press(link) {
      if (link) stayInTab(link, tab);
      return press('launch', link);
    },
    goTo: tab.goTo,
  });

  return {
    /** Whether sound was asked for as often as it is in a minute, and the client still offers to be asked. */
    get lacksSound(): boolean {
      return lacksSound;
    },
    /** Where nobody has joined yet. `beside`: where the client is, while the page offers an app. */
    outside(root: ParentNode, beside?: string): void {
      audioTries = 0;
      lacksSound = false;
      launcher.look(root, beside);
      if (closeDialogs(root, false) || launcher.launch(root)) return;
      // Devices are off before the meeting; a form on which this dialog lies is none that can be filled in.
      press('devices', called(root, selectors.button, labels.withoutDevices), closeEveryMs);
    },
    inside(root: ParentNode): void {
      hideWindow(root, isVisible);
      if (closeDialogs(root, true) || closeNotices(root) || hear(root)) return;
      if (press('transcript', popOutIn(root))) return;
      if (!open(root, 'openPeople')) open(root, 'openChat');
    },
    /** Answers whether the chat can be written in; opens it where it is closed, and was not just told to open. */
    opensChat(root: ParentNode): boolean {
      if (root.querySelector(selectors.chat.field)) return true;
      open(root, 'openChat');
      return false;
    },
    /** Moves the list of people on to those who are not in view, and from its end to its beginning. */
    moveOn(list: HTMLElement): void {
      list.scrollTop = isAtEnd(list) ? 0 : list.scrollTop + Math.max(rowHeight, list.clientHeight - rowHeight);
    },
  };
};
