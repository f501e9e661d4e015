/** Gets from Google Meet's green room to where the bot has asked to be let in. */
import type { Controls } from '../controls.ts';
import type { Entry } from '../platform.ts';
import { closeNotices, uncover } from './dialogs.ts';
import { press, pressAt, toggle } from './hands.ts';
import { type Found, find, isPressable } from './seek.ts';
import { labels, selectors, switches } from './selectors.ts';

const shownWithinMs = 10_000;
const pressableWithinMs = 30_000;
const turnedWithinMs = 5_000;
/** For what came late the bot does not wait longer. */
const turnedLateWithinMs = 1_500;
/** The page may be drawn before it listens: a press is lost then. One that counted is answered within this. */
const answeredWithinMs = 6_000;
/** A dialog that is closed may take a moment to go. */
const uncoveredWithinMs = 1_000;
const mostPresses = 3;
const mostTypings = 6;
/** A page that is drawn anew has no field for a moment. */
const fieldBackWithinMs = 2_000;
/** So often a form is seen that waits for a name, until nobody will give it one any more. */
const namelessAfterLooks = 20;
/** What has been pressed to open takes so long; another press would close it. */
const opensWithinMs = 1_500;

const call = { labels: labels.call, where: 'page' } as const;
/** What is turned off before the bot asks. */
const turningOff = [switches.microphone, switches.camera].map(({ on, off }) => ({ to: off, done: on }));

/**
 * Looks for what asks to be let in. To an account that is in already it is offered among the other ways to join, which are
 * closed at first (a public bot, 2026-10).
 */
const callSeeker = (controls: Controls): (() => Promise<Found | undefined>) => {
  let pressed_ms = Number.NEGATIVE_INFINITY;
  return async () => {
    const found = await find(controls, call);
    if (found || performance.now() - pressed_ms < opensWithinMs) return found;
    const isInAlready = await find(controls, { labels: labels.switchHere, where: 'page' });
    if (isInAlready && (await press(controls, { labels: labels.otherWays, where: 'page' })))
      pressed_ms = performance.now();
    return undefined;
  };
};

/** Where the field is and what it holds; undefined where none is seen. */
const nameField = ({ frame }: Controls) =>
  frame.evaluate((selector) => {
    const field = document.querySelector<HTMLInputElement>(selector);
    if (!field?.checkVisibility()) return undefined;
    const { left, top, width, height } = field.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, value: field.value, most: field.maxLength };
  }, selectors.name);

/** The field, once it is there; undefined where there is none, as for whoever is signed in, who can press the button without it. */
const drawnField = async (controls: Controls) => {
  let pressable = 0;
  const found = await controls.look(fieldBackWithinMs, async () => {
    const field = await nameField(controls);
    if (field) return field;
    const button = await find(controls, call);
    pressable = button && !button.isDisabled ? pressable + 1 : 0;
    return pressable === 2 ? 'not asked for' : undefined;
  });
  return typeof found === 'object' ? found : undefined;
};

const withoutName = (controls: Controls) => controls.missing('the name of the bot in the field "Your name"');

/** The page may draw the field anew while it is typed into. */
const typeName = async (controls: Controls, name: string): Promise<void> => {
  const { mouse, keyboard } = controls.frame.page();
  for (let typings = 0; ; typings += 1) {
    // What is closed may have had the field in another place.
    await closeNotices(controls);
    const field = await drawnField(controls);
    if (!field) return;
    if (field.value === (field.most > 0 ? name.slice(0, field.most) : name)) return;
    if (typings === mostTypings) throw withoutName(controls);
    await mouse.click(field.x, field.y, { count: 3 });
    await keyboard.type(name);
  }
};

export const prepare = async (controls: Controls, { name }: Pick<Entry, 'name'>): Promise<void> => {
  const seek = callSeeker(controls);
  const isThere = async () => (await seek()) ?? ((await nameField(controls)) ? true : undefined);
  if (!(await controls.look(shownWithinMs, isThere))) throw controls.missing(labels.call.join(' / '));
  await typeName(controls, name);
  // Where there are no devices there may be no such buttons.
  for (const turn of turningOff)
    if (await find(controls, { ...turn.to, where: 'page' })) await toggle(controls, turn, turnedWithinMs);
  if (await nameField(controls)) await typeName(controls, name);
};

/** Once it can be pressed. Buttons wait for the name, which a page that was drawn anew may have lost, and for devices. */
const callButton = async (controls: Controls) => {
  const seek = callSeeker(controls);
  let nameless = 0;
  const found = await controls.look(pressableWithinMs, async () => {
    await closeNotices(controls);
    const button = await seek();
    if (isPressable(button)) return button;
    if (button?.isCovered) await uncover(controls);
    nameless = button?.isDisabled && (await nameField(controls))?.value === '' ? nameless + 1 : 0;
    return nameless === namelessAfterLooks ? 'nameless' : undefined;
  });
  if (found === 'nameless') throw withoutName(controls);
  if (!found) throw controls.missing(`a button that can be pressed (cta_disabled): ${labels.call.join(' / ')}`);
  return found;
};

/** What turns devices off may be drawn after the rest of the form. */
const turnOffLate = async (controls: Controls): Promise<void> => {
  for (const turn of turningOff)
    if (isPressable(await find(controls, { ...turn.to, where: 'page' })))
      await toggle(controls, turn, turnedLateWithinMs).catch(() => undefined);
};

const readyButton = async (controls: Controls) => {
  await callButton(controls);
  await turnOffLate(controls);
  return callButton(controls);
};

/** What is left of the button after a press. A page that goes on to another one takes along what was being looked for in it. */
const buttonAfter = async (controls: Controls) => {
  try {
    await closeNotices(controls);
    return await find(controls, call);
  } catch {
    return undefined;
  }
};

/** Whether the page has gone on. It may be drawn anew at one look. */
const hasGoneOn = async (controls: Controls): Promise<boolean> => {
  let times = 0;
  const hasGone = await controls.look(answeredWithinMs, async () => {
    const button = await buttonAfter(controls);
    times = button && !button.isDisabled ? 0 : times + 1;
    return times === 2 || undefined;
  });
  return hasGone === true;
};

/** What is to be pressed again; `gone` where the page has gone on, undefined where what lies over it stays. */
const buttonAgain = (controls: Controls) =>
  controls.look(uncoveredWithinMs, async () => {
    const button = await find(controls, call);
    if (!button?.isCovered) return button ?? 'gone';
    await uncover(controls);
    return undefined;
  });

/** Asks once: what happens to a request is for the session to watch, and another one would be a second knock. */
export const pressJoin = async (controls: Controls): Promise<void> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    // What has gone on meanwhile took the press, late.
    const button = presses === 0 ? await readyButton(controls) : await buttonAgain(controls);
    if (button === 'gone' || !isPressable(button)) return;
    await pressAt(controls, button);
    if (await hasGoneOn(controls)) return;
  }
};
