/** The hands of a platform's adapter: what is done in a page, with the step that it is done for. */
import { randomUUID } from 'node:crypto';
import { type ElementHandle, type EvaluateFunc, type Frame, TimeoutError } from 'puppeteer-core';
import { afterOwnTime, withinOwnTime } from '../../process/deadline.ts';
import { pause } from '../../process/pause.ts';
import { ElementMissingError } from '../meeting/errors.ts';
import { lacksText } from './lacks-text.ts';

const controlTimeoutMs = 5_000;
const lookEveryMs = 50;
/** What is looked for from outside of the page costs more than a look in it. */
const lookFromOutsideEveryMs = 100;
const mostTries = 4;
const mostTypings = 4;
/** A page that runs freely answers by the first of these; its answer is waited for until the second. */
const promptMs = 500;
const answerWithinMs = 5_000;
/** A page that has much to do may answer between two things that it does, and so is asked more than once. */
const mostAnswers = 3;

/** How the browser's client is to wait. */
interface Wait {
  readonly timeout: 0;
  readonly signal: AbortSignal;
}

/** By the time that this process has had, which the client does not know: what came while it was held up is heard first. */
const inOwnTime = async <T>(timeout_ms: number, work: (wait: Wait) => Promise<T>): Promise<T> => {
  const late = new AbortController();
  using _ = afterOwnTime(timeout_ms, () => late.abort());
  try {
    return await work({ timeout: 0, signal: late.signal });
  } catch (error) {
    throw late.signal.aborted ? new TimeoutError(`waited for ${timeout_ms} ms in vain`, { cause: error }) : error;
  }
};

/** Looks until there is an answer, by the same time. */
const lookInOwnTime = async <T>(timeout_ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> => {
  const late = new AbortController();
  using _ = afterOwnTime(timeout_ms, () => late.abort());
  while (!late.signal.aborted) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(lookFromOutsideEveryMs, late.signal);
  }
  return undefined;
};

const memoryName = 'meeting-bots.acts';

/** Runs in the page, which remembers by their names what was done. */
const actOnce = (memory: string, name: string, act: (...input: unknown[]) => boolean, input: unknown[]): boolean => {
  const key = Symbol.for(memory);
  const done: Set<string> = Reflect.get(document, key) ?? new Set();
  Reflect.set(document, key, done);
  if (!done.has(name) && act(...input)) done.add(name);
  return done.has(name);
};

/** Whether what is waited for comes in time. Rejects with whatever else keeps it from that, such as that the page has gone. */
export const comes = (waited: Promise<unknown>): Promise<boolean> =>
  waited.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ElementMissingError) return false;
      throw error;
    },
  );

/** For as long as something is waited for. */
type StandBy = <T>(wait: () => Promise<T>) => Promise<T>;

/** Whatever is missing is told by an ElementMissingError that names the step and the element. */
export class Controls {
  /** The page's own, or that which holds the client. */
  readonly frame: Frame;
  /** While what is waited for does not come, what lies over the page is seen to, which is not to be while something is done in it. */
  readonly standBy: StandBy;
  readonly #step: string;

  /** `step`: what is to be done, as in "cannot …". */
  constructor(frame: Frame, step: string, standBy: StandBy = (wait) => wait()) {
    this.frame = frame;
    this.#step = step;
    this.standBy = standBy;
  }

  missing(element: string, cause?: unknown): ElementMissingError {
    return new ElementMissingError(this.#step, element, { cause });
  }

  /** Waits until it can be seen. */
  async shows(selector: string): Promise<void> {
    await using _ = await this.#find(selector);
  }

  /** Whether the page has it now, seen or not. */
  has(selector: string): Promise<boolean> {
    return this.frame.evaluate((selector) => document.querySelector(selector) !== null, selector);
  }

  /** Waits until the page has it, seen or not. */
  appears(selector: string, timeout_ms: number, element = selector): Promise<void> {
    return this.until(element, (selector) => document.querySelector(selector) !== null, timeout_ms, selector);
  }

  /** Waits until the page has none; `element` names what it is then. */
  goes(selector: string, timeout_ms: number, element: string): Promise<void> {
    return this.until(element, (selector) => document.querySelector(selector) === null, timeout_ms, selector);
  }

  /** Whether the element can be seen now. Found and looked at in one go: a page may be drawn anew at any time. */
  async isShown(selector: string): Promise<boolean> {
    return this.frame.evaluate(
      (selector) => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility()),
      selector,
    );
  }

  async press(selector: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await using element = await this.#find(selector);
      try {
        return await element.click();
      } catch (error) {
        // A page that was drawn anew meanwhile has another element, which nobody has pressed.
        const isThere = await element.evaluate(({ isConnected }) => isConnected).catch(() => false);
        if (isThere || tries === mostTries) throw error;
      }
    }
  }

  /**
   * Puts a text into a field by keys, in place of what is there. A page that is drawn anew meanwhile is typed into again; a
   * field may take only a part of a long text.
   */
  async type(selector: string, text: string): Promise<void> {
    const { keyboard } = this.frame.page();
    for (let typings = 0; typings < mostTypings; typings += 1) {
      await this.shows(selector);
      const lacks = await this.frame.evaluate(lacksText, selector, text);
      if (lacks === false) return;
      // Keys that no field takes are the page's shortcuts.
      if (lacks) await keyboard.type(text);
    }
    const kept = await this.frame.evaluate(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value,
      selector,
    );
    // A page may write down in its own way what it is told.
    if (!kept) throw this.missing(`what was typed into ${selector}`);
  }

  /** Presses what is there now, whether or not it can be seen; found and pressed in one go. Answers whether there was anything. */
  async click(selector: string): Promise<boolean> {
    return this.frame.evaluate((selector) => {
      const element = document.querySelector<HTMLElement>(selector);
      element?.click();
      return element !== null;
    }, selector);
  }

  /**
   * Presses a button that is on or off, once it takes presses and if need be, and waits until it is as wanted. Looked at and
   * pressed in one go: somebody else may turn it meanwhile. Buttons of hidden panels work too.
   */
  async turn(selector: string, on: boolean): Promise<void> {
    const wanted = String(on);
    await this.once(
      selector,
      (selector, wanted) => {
        const button = document.querySelector<HTMLButtonElement>(selector);
        // What waits for something takes no press, and says what was before.
        if (!button || button.disabled) return false;
        if (button.getAttribute('aria-pressed') !== wanted) button.click();
        return true;
      },
      controlTimeoutMs,
      selector,
      wanted,
    );
    await this.appears(`${selector}[aria-pressed="${wanted}"]`, controlTimeoutMs);
  }

  /** Waits until a condition holds in the page; `element` names what that stands for. */
  async until<Input extends unknown[]>(
    element: string,
    condition: EvaluateFunc<Input> | string,
    timeout_ms: number,
    ...input: Input
  ): Promise<void> {
    await this.#inTime(element, timeout_ms, (wait) =>
      this.frame.waitForFunction(condition, { polling: lookEveryMs, ...wait }, ...input),
    );
  }

  /**
   * Looks, from outside of the page, until there is an answer; undefined where there is none in time. `most`: how often a page that is
   * slow is given that time.
   */
  async look<T>(timeout_ms: number, look: () => Promise<T | undefined>, most = mostTries): Promise<T | undefined> {
    for (let tries = 1; ; tries += 1) {
      const found = await lookInOwnTime(timeout_ms, look);
      if (found !== undefined || tries === most || !(await this.#isSlow())) return found;
    }
  }

  /**
   * Does something in the page once it can be done, which `act` answers with true; `element` names what it takes. The page
   * remembers that it was done: a busy one may do it when nobody waits for it any more, and is asked again.
   */
  async once<Input extends unknown[]>(
    element: string,
    act: (...input: Input) => boolean,
    timeout_ms: number,
    ...input: Input
  ): Promise<void> {
    const [memory, name, given] = [memoryName, randomUUID(), input].map((value) => JSON.stringify(value));
    await this.until(element, `(${actOnce})(${memory}, ${name}, ${act}, ${given})`, timeout_ms);
  }

  /** Does the whole step; also what waits for something by itself, and in vain, is told as missing. */
  static async doing<T>(
    frame: Frame,
    step: string,
    work: (controls: Controls) => Promise<T>,
    standBy?: StandBy,
  ): Promise<T> {
    const controls = new Controls(frame, step, standBy);
    return work(controls).catch((error: unknown) => {
      throw error instanceof TimeoutError ? controls.missing('what the page was waited for', error) : error;
    });
  }

  /** The element, once it can be seen. */
  async #find(selector: string): Promise<ElementHandle> {
    return this.#inTime(selector, controlTimeoutMs, async (wait) => {
      const element = await this.frame.waitForSelector(selector, { visible: true, ...wait });
      if (!element) throw this.missing(selector);
      return element;
    });
  }

  /** A page that is slow to answer anything at all is given more time: it may have what it has not shown yet. */
  async #inTime<T>(element: string, timeout_ms: number, work: (wait: Wait) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inOwnTime(timeout_ms, work);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        if (tries === mostTries || !(await this.#isSlow())) throw this.missing(element, error);
      }
    }
  }

  async #isSlow(): Promise<boolean> {
    for (let answers = 0; answers < mostAnswers; answers += 1) if (await this.#answersLate()) return true;
    return false;
  }

  /** So does a page that does not answer at all, which is noticed elsewhere. */
  async #answersLate(): Promise<boolean> {
    const asked_ms = performance.now();
    const answer = this.frame.evaluate('true').catch(() => undefined);
    await withinOwnTime(answerWithinMs, 'an answer of the page', answer).catch(() => undefined);
    return performance.now() - asked_ms > promptMs;
  }
}
