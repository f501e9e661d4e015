/** How the hands of an adapter ask the program of its platform's page, by the handle that this has put there (page/put-handle.ts). */
import type { Controls } from './controls.ts';

type Holder = 'document' | 'globalThis';

/** Runs in the page. */
const handleIn = (name: string, holder: Holder): unknown =>
  Reflect.get(holder === 'document' ? document : globalThis, Symbol.for(name));

/** Runs in the page. */
const answerOf = (handle: object, method: string, input: unknown[]): unknown =>
  (handle as Record<string, (...input: unknown[]) => unknown>)[method]?.(...input);

/** Runs in the page. */
const isYes = (handle: object, method: string, input: unknown[]): boolean =>
  (handle as Record<string, (...input: unknown[]) => unknown>)[method]?.(...input) === true;

/**
 * `holder`: where the handle is. `acts`: what is done with its yes; a page that was busy may do it when nobody waits for it any more,
 * and is not to do it twice.
 */
export const pageHandle = <Handle extends { [Method in keyof Handle]: (...input: never[]) => unknown }>(
  name: string,
  holder: Holder = 'document',
  acts: readonly (keyof Handle & string)[] = [],
) => {
  /**
   * A function for the page, which is given the handle there before all else; undefined where there is none. The browser's client
   * sends functions as they are written, without what they know from around them, such as the name of the handle.
   */
  const inPage = <Input extends unknown[], Answer>(
    work: (handle: Handle, ...input: Input) => Answer,
  ): ((...input: Input) => Answer) => {
    const where = `${JSON.stringify(name)}, ${JSON.stringify(holder)}`;
    const worded = (...input: Input): Answer => work(handleIn(name, holder) as Handle, ...input);
    worded.toString = () => `(...input) => (${work})((${handleIn})(${where}), ...input)`;
    return worded;
  };
  const [asked, isAsked] = [inPage(answerOf), inPage(isYes)];

  return {
    inPage,
    /** What it answers. */
    ask: <Method extends keyof Handle & string>(
      { frame }: Controls,
      method: Method,
      ...input: Parameters<Handle[Method]>
    ) => frame.evaluate(asked, method, input as unknown[]) as Promise<Awaited<ReturnType<Handle[Method]>>>,
    /** Waits until it answers yes; `element` names what that stands for. */
    until: <Method extends keyof Handle & string>(
      controls: Controls,
      element: string,
      timeout_ms: number,
      method: Method,
      ...input: Parameters<Handle[Method]>
    ): Promise<void> =>
      acts.includes(method)
        ? controls.once(element, isAsked, timeout_ms, method, input as unknown[])
        : controls.until(element, isAsked, timeout_ms, method, input as unknown[]),
  };
};
