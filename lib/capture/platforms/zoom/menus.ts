/** Finds its way through the client's bar, its menus and dialogs, by what is written there. */
import { type Controls, comes } from '../controls.ts';
import { revealBar } from '../reveal.ts';
import type { Place } from './handle.ts';
import { program } from './program.ts';
import { type LabelName, labels, selectors } from './selectors.ts';

const itemWithinMs = 2_000;
const buttonWithinMs = 5_000;
const readyWithinMs = 3_000;
const closedWithinMs = 1_000;
const savedWithinMs = 1_500;

const nameOf = (label: LabelName): string => `"${labels[label][0]}"`;

/** Presses, once it is there. */
export const press = (
  controls: Controls,
  place: Place,
  label: LabelName,
  timeout_ms: number = place === 'menu' ? itemWithinMs : buttonWithinMs,
): Promise<void> => program.until(controls, `${nameOf(label)} in the ${place}`, timeout_ms, 'press', place, label);

/** Of each page, also once the bot joins in it anew: what it did before may not be over. */
const turns = new WeakMap<object, Promise<void>>();

/** One way through the client's menus at a time: whoever opens one closes that of another. */
export const inTurn = <T>({ frame }: Controls, work: () => Promise<T>): Promise<T> => {
  const page = frame.page();
  const done = (turns.get(page) ?? Promise.resolve()).then(work);
  turns.set(
    page,
    done.then(
      () => undefined,
      () => undefined,
    ),
  );
  return done;
};

/** What opens the menu. What stands in the bar itself has a menu of its own there, and no item in the other. */
type Opener = Extract<LabelName, 'more' | 'captionOptions'>;
const ownOpener: Partial<Record<LabelName, Opener>> = { captions: 'captionOptions' };

/** In a meeting, whose bar may be out of the page. */
export const showBar = async (controls: Controls, opener: Opener = 'more'): Promise<void> => {
  if (!(await program.ask(controls, 'has', 'footer', opener))) await revealBar(controls, selectors.footer);
};

const openerOf = async (controls: Controls, item: LabelName): Promise<Opener> => {
  const own = ownOpener[item];
  return own && (await program.ask(controls, 'has', 'footer', own)) ? own : 'more';
};

export const untilReady = (controls: Controls): Promise<void> =>
  program.until(controls, 'the menu of the client, closed', readyWithinMs, 'isReady');

export const closeMenu = async (controls: Controls): Promise<void> => {
  if (!(await program.ask(controls, 'closeMenu'))) return;
  await comes(program.until(controls, 'the client without a menu', closedWithinMs, 'hasNoMenu'));
};

export const openMenu = async (controls: Controls, opener: Opener = 'more'): Promise<void> => {
  await untilReady(controls);
  await showBar(controls, opener);
  await closeMenu(controls);
  await press(controls, 'footer', opener);
};

/**
 * Chooses in the bar, or item by item in its menu, which is closed again where the way ends before its end. `done`: the menu
 * offers this where it was chosen before. Answers false then.
 */
export const choose = async (
  controls: Controls,
  way: readonly [LabelName, ...LabelName[]],
  done?: LabelName,
): Promise<boolean> => {
  const last = way.at(-1) ?? way[0];
  await showBar(controls);
  const opener = await openerOf(controls, way[0]);
  if (await program.ask(controls, 'press', 'footer', last)) return true;
  await openMenu(controls, opener);
  const enough = done ? [last, done] : [last];
  try {
    for (const label of opener === 'more' ? way : way.slice(1)) {
      await program.until(controls, `${nameOf(label)} in the menu`, itemWithinMs, 'hasOne', 'menu', label, ...enough);
      if (done && (await program.ask(controls, 'has', 'menu', done))) {
        await closeMenu(controls);
        return false;
      }
      // Some of the way may be spared: what it leads to is in the menu itself.
      if (label !== last && (await program.ask(controls, 'press', 'menu', last))) return true;
      await press(controls, 'menu', label);
    }
  } catch (error) {
    await closeMenu(controls);
    throw error;
  }
  return true;
};

/** What has changed takes effect where the client asks whether to save it. */
export const save = (controls: Controls): Promise<boolean> => comes(press(controls, 'dialog', 'save', savedWithinMs));
