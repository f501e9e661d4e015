/** Presses the keys that do something, where they still go to whom they shall. */
import type { Frame, JSHandle, KeyInput } from 'puppeteer-core';
import type { Controls } from './controls.ts';

/** A function of the page's. */
type Condition = JSHandle<() => boolean>;

const mostTries = 3;

/** Keeps keys from a frame, but where it is right. */
const guardIn = async (frame: Frame, isRight?: Condition) => {
  const release = await frame.evaluateHandle((isRight) => {
    // What another frame gets does not come here.
    let isGiven = false;
    const isSure = (): boolean => {
      try {
        return isRight?.() === true;
      } catch {
        return false;
      }
    };
    const keep = (event: KeyboardEvent): void => {
      isGiven = isSure();
      if (isGiven) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => {
      removeEventListener('keydown', keep, { capture: true });
      return isGiven;
    };
  }, isRight);
  const end = (): Promise<boolean> => release.evaluate((release) => release());
  return {
    end,
    async [Symbol.asyncDispose]() {
      await end().catch(() => undefined);
      await release[Symbol.asyncDispose]();
    },
  };
};

/**
 * Presses a key where `isRight` says so in the frame at the key itself, in the same turn of the page: nothing can have changed
 * when the page acts. Where it fails, or the key goes to one of `others`, no page gets it. Answers whether the frame got it.
 */
export const pressKeyWhere = async (
  frame: Frame,
  key: KeyInput,
  isRight: Condition,
  others: readonly Frame[] = [],
): Promise<boolean> => {
  await using held = new AsyncDisposableStack();
  const guard = held.use(await guardIn(frame, isRight));
  for (const other of others) held.use(await guardIn(other));
  await frame.page().keyboard.press(key);
  return guard.end();
};

/** Whether keys go to the field, asked at the key itself. */
export const hasFocus = (frame: Frame, field: string): Promise<Condition> =>
  frame.evaluateHandle(
    (field) => () => [...document.querySelectorAll(field)].some((one) => one.contains(document.activeElement)),
    field,
  );

/**
 * Presses Enter in a field, to which the focus is given back where something else has taken it, where `isRight` says so at the key
 * itself. Answers whether the page got the key: once it was not right it is not pressed again.
 */
export const pressEnterWhere = async (controls: Controls, field: string, isRight: Condition): Promise<boolean> => {
  const { frame } = controls;
  await using isThere = await hasFocus(frame, field);
  await using guarded = await frame.evaluateHandle(
    (isThere, isRight) => {
      let isRefused = false;
      const isSure = (): boolean => {
        if (!isThere()) return false;
        isRefused = true;
        isRefused = !isRight();
        return !isRefused;
      };
      return Object.assign(isSure, { isRefused: () => isRefused });
    },
    isThere,
    isRight,
  );
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (await pressKeyWhere(frame, 'Enter', guarded)) return true;
    if (await guarded.evaluate(({ isRefused }) => isRefused())) return false;
    await frame.evaluate((field) => document.querySelector<HTMLElement>(field)?.focus(), field);
  }
  throw controls.missing(`the focus on ${field}`);
};
