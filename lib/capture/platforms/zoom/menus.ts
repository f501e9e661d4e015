/** Finds its way through the client's bar, its menus and dialogs, by what is written there. */
import type { Controls } from '../controls.ts';
import { handleName, type Place, type ZoomHandle } from './handle.ts';
import { type LabelName, labels } from './selectors.ts';

const itemWithinMs = 2_000;
const buttonWithinMs = 5_000;
const readyWithinMs = 3_000;

const nameOf = (label: LabelName): string => `"${labels[label][0]}"`;

/** Asks the page's program. Written so that nothing of this process's build gets into the page. */
export const ask = <M extends keyof ZoomHandle>(
  { frame }: Controls,
  method: M,
  ...input: Parameters<ZoomHandle[M]>
): Promise<ReturnType<ZoomHandle[M]>> =>
  frame.evaluate(
    (key, method, input) => {
      const handle = Reflect.get(globalThis, Symbol.for(key)) as Record<string, (...input: unknown[]) => unknown>;
      return handle[method]?.(...input);
    },
    handleName,
    method,
    input as unknown[],
  ) as Promise<ReturnType<ZoomHandle[M]>>;

/** Waits until the page's program answers yes. */
export const untilTrue = <M extends keyof ZoomHandle>(
  controls: Controls,
  element: string,
  timeout_ms: number,
  method: M,
  ...input: Parameters<ZoomHandle[M]>
): Promise<void> =>
  controls.until(
    element,
    (key, method, input) => {
      const handle = Reflect.get(globalThis, Symbol.for(key)) as Record<string, (...input: unknown[]) => unknown>;
      return handle[method]?.(...input) === true;
    },
    timeout_ms,
    handleName,
    method as string,
    input as unknown[],
  );

/** Presses, once it is there. */
export const press = (
  controls: Controls,
  place: Place,
  label: LabelName,
  timeout_ms: number = place === 'menu' ? itemWithinMs : buttonWithinMs,
): Promise<void> => untilTrue(controls, `${nameOf(label)} in the ${place}`, timeout_ms, 'press', place, label);

const turns = new WeakMap<object, Promise<unknown>>();

/** One way through the client's menus at a time: whoever opens one closes that of another. */
export const inTurn = <T>({ frame }: Controls, work: () => Promise<T>): Promise<T> => {
  const page = frame.page();
  const done = (turns.get(page) ?? Promise.resolve()).then(work);
  turns.set(
    page,
    done.catch(() => undefined),
  );
  return done;
};

/** A bar that is out of the page comes back when the pointer moves over it. */
const reveal = async ({ frame }: Controls): Promise<void> => {
  await frame.page().mouse.move(300, 300);
  await frame.page().mouse.move(320, 320);
};

export const openMenu = async (controls: Controls): Promise<void> => {
  await untilTrue(controls, 'the menu of the client, closed', readyWithinMs, 'isReady');
  if (!(await ask(controls, 'has', 'footer', 'more'))) await reveal(controls);
  await press(controls, 'footer', 'more');
};

export const closeMenu = async (controls: Controls): Promise<void> => {
  await ask(controls, 'press', 'footer', 'more');
};

/**
 * Chooses in the bar, or item by item in its menu, which is closed again where the way ends before its end. `done`: the menu
 * offers this where it was chosen before.
 */
export const choose = async (
  controls: Controls,
  way: readonly [LabelName, ...LabelName[]],
  done?: LabelName,
): Promise<void> => {
  const last = way.at(-1) ?? way[0];
  if (await ask(controls, 'press', 'footer', last)) return;
  await openMenu(controls);
  try {
    for (const label of way) {
      // Some of the way may be spared: what it leads to is in the menu itself.
      if (label !== last && (await ask(controls, 'press', 'menu', last))) return;
      await press(controls, 'menu', label);
    }
  } catch (error) {
    const isDone = done !== undefined && (await ask(controls, 'has', 'menu', done));
    await closeMenu(controls);
    if (!isDone) throw error;
  }
};
