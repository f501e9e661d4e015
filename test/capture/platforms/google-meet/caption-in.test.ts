/** What is left open of the way to the language of captions in a Google Meet. */
import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { captionIn } from '../../../../lib/capture/platforms/google-meet/caption-in.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const dialog = '<div role="dialog" aria-label="Settings"><button aria-label="Close dialog">close</button></div>';

interface Way {
  /** The item of the menu. */
  readonly item?: string;
  /** How long its dialog takes to open. */
  readonly after_ms?: number;
  /** What is in the page before. */
  readonly before?: string;
}

/** A page whose settings have no captions; what is there of it in the end, and what was pressed. */
const leftOpen = async ({ item = 'Settings', after_ms = 0, before = '' }: Way) => {
  const bar = '<div role="region" aria-label="Call controls"><button aria-label="More options"></button></div>';
  const page = documentOf(`${bar}${before}`);
  const all = () => [...page.querySelectorAll('*')];
  const at = (x: number) => all()[Math.floor(x / 100)];
  const top = (x: number) => page.querySelector('[role="dialog"]') ?? at(x);
  Object.assign(page, { elementFromPoint: (x: number) => (top(x)?.contains(at(x) ?? null) ? at(x) : top(x)) });
  const frame = {
    evaluate: async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => {
      for (const [place, element] of all().entries())
        Object.assign(element, {
          checkVisibility: () => true,
          scrollIntoView: () => undefined,
          getBoundingClientRect: () => ({ left: 100 * place, top: 0, width: 80, height: 30 }),
        });
      return act(...input);
    },
  };
  const pressed: string[] = [];
  const add = (html: string) => page.body.insertAdjacentHTML('beforeend', html);
  const remove = (selector: string) => page.querySelector(selector)?.remove();
  const effects = new Map<string, () => void>([
    ['More options', () => add(`<li role="menuitem">${item}</li>`)],
    [
      'Settings',
      () => {
        remove('li');
        setTimeout(add, after_ms, dialog);
      },
    ],
    ['Close dialog', () => remove('[role="dialog"]')],
    ['Escape', () => remove('li')],
  ]);
  const act = async (what: string) => {
    pressed.push(what);
    effects.get(what)?.();
  };
  const click = (x: number) => act(at(x)?.getAttribute('aria-label') ?? at(x)?.textContent ?? '');
  const windowOf = { mouse: { move: async () => undefined, click }, keyboard: { press: act } };
  Object.assign(frame, { page: () => windowOf });
  for (const [name, value] of [
    ['document', page] as const,
    ['innerWidth', 1_280] as const,
    ['innerHeight', 720] as const,
  ])
    vi.stubGlobal(name, value);
  const controls = Object.assign(new Controls(frame as unknown as Frame, 'choose the language of captions'), {
    missing: (what: string) => new Error(what),
  });
  const outcome = captionIn(controls, 'de-DE').then(String, ({ message }) => message);
  await vi.advanceTimersByTimeAsync(30_000);
  return { outcome: await outcome, pressed, left: page.querySelector('[role="dialog"], li')?.textContent };
};

it.each([
  ['that show no captions', {}],
  ['that come late', { after_ms: 4_500 }],
])('settings %s are closed', async (_, slow) => {
  const { outcome, pressed, left } = await leftOpen(slow);
  expect(outcome).toBe('Captions');
  expect(pressed).toEqual(['More options', 'Settings', 'Close dialog']);
  expect(left).toBeUndefined();
});

it('a menu without settings is closed', async () => {
  const { outcome, left } = await leftOpen({ item: 'Help' });
  expect([outcome, left]).toEqual(['Settings', undefined]);
});

it('settings that were left open by an earlier try are closed first', async () => {
  const { pressed } = await leftOpen({ before: dialog });
  expect(pressed).toEqual(['Close dialog', 'More options', 'Settings', 'Close dialog']);
});
