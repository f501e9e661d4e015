import { expect, it, vi } from 'vitest';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { type GaleneHandle, handleName } from '../../../../lib/capture/platforms/galene/handle.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { selectors } from '../../../../lib/capture/platforms/galene/selectors.ts';

type Outcome = ReturnType<GaleneHandle['outcome']>;

/** A page whose server answers each press so, and so many seconds later. */
const aPage = (...answers: (readonly [outcome: Outcome, after_s: number])[]) => {
  let now_s = 0;
  let tries = 0;
  let pressed_s = 0;
  const field = { value: 'Notes' };
  const typed: string[] = [];
  const handle: Pick<GaleneHandle, 'tries' | 'outcome'> = {
    tries: () => tries,
    outcome: () => {
      const [outcome, after_s] = answers[tries - 1] ?? ['none', 0];
      return now_s - pressed_s >= after_s ? outcome : 'none';
    },
  };
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === selectors.name ? field : null),
    [Symbol.for(handleName)]: handle,
  });
  const controls = {
    frame: {
      evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input),
      $: async () => null,
    },
    press: async () => {
      [tries, pressed_s] = [tries + 1, now_s];
    },
    find: async () => undefined,
    isShown: async () => true,
    type: async (_selector: string, text: string) => typed.push(text),
    missing: (element: string) => new Error(element),
    async until(element: string, condition: (...input: unknown[]) => boolean, ms: number, ...input: unknown[]) {
      for (const until_s = now_s + ms / 1_000; now_s < until_s; now_s += 1) if (condition(...input)) return;
      throw new Error(element);
    },
  };
  return {
    typed,
    join: () =>
      galene.pressJoin(
        controls as unknown as Controls,
        {},
        'https://galene.example.org/group/standup/',
        async () => undefined,
      ),
    get now_s() {
      return now_s;
    },
  };
};

it('a server that is slow to say that a name is taken is heard: the bot comes under another one', async () => {
  const page = aPage(['name_taken', 9], ['joined', 9]);
  await page.join();
  expect([page.typed, page.now_s]).toEqual([['Notes (2)'], 18]);
});

it.each<[Outcome, number]>([
  ['failed', 0],
  ['joined', 1],
])('a server that has answered is waited for no longer: %s', async (outcome, after_s) => {
  const page = aPage([outcome, after_s]);
  await page.join();
  expect(page.now_s).toBe(after_s);
});

it('a server that does not answer is left to whoever watches the page', async () => {
  const page = aPage(['none', 0]);
  await page.join();
  expect(page.now_s).toBe(15);
});
