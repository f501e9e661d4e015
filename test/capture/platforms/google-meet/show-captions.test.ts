import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { showCaptions } from '../../../../lib/capture/platforms/google-meet/show-captions.ts';
import { aGrowingPage } from '../../../lab/pages/growing-page.ts';
import { showAll } from '../../../lab/pages/show-all.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const region = '<div role="region" aria-label="Captions"></div>';
const marked = '<div role="region" jsname="dsyhDe"></div>';

interface Otherwise {
  readonly focus?: string;
  /** What takes the focus just before the key. */
  readonly takesFocus?: string;
  /** What the key shows. */
  readonly shows?: string;
  readonly tries?: number;
}

/** What becomes of it in a page whose captions are shown by the key, and how often that is pressed. */
const shownIn = async (html: string, { focus, takesFocus, shows = region, tries = 1 }: Otherwise = {}) => {
  const { document, frame } = aGrowingPage();
  document.body.innerHTML = html;
  showAll(document);
  for (const flat of document.querySelectorAll('.flat'))
    Object.assign(flat, { getBoundingClientRect: () => ({ left: 0, top: 0, width: 80, height: 0 }) });
  let focused = focus;
  Object.defineProperty(document, 'activeElement', { get: () => focused && document.querySelector(focused) });
  const keys = new EventTarget();
  for (const [name, value] of [
    ['document', document] as const,
    ['innerWidth', 1_280] as const,
    ['innerHeight', 720] as const,
    ['addEventListener', keys.addEventListener.bind(keys)] as const,
    ['removeEventListener', keys.removeEventListener.bind(keys)] as const,
  ])
    vi.stubGlobal(name, value);
  const pressed: string[] = [];
  const press = async (key: string) => {
    focused = takesFocus ?? focus;
    const event = new Event('keydown', { cancelable: true });
    // The page in a frame gets it.
    if (focused !== 'iframe') keys.dispatchEvent(event);
    if (event.defaultPrevented) return;
    pressed.push(key);
    document.body.insertAdjacentHTML('beforeend', shows);
  };
  const page = { ...frame.page(), keyboard: { press } };
  const missing = (element: string): ElementMissingError => new ElementMissingError('turn on captions', element);
  const controls = Object.assign(new Controls({ ...frame, page: () => page } as unknown as Frame, 'turn on captions'), {
    missing,
  });
  let told = '';
  for (let tried = 0; tried < tries; tried += 1) {
    const done = showCaptions(controls).then(
      () => 'shown',
      (error: unknown) => String(error),
    );
    await vi.advanceTimersByTimeAsync(20_000);
    told = await done;
  }
  return [told, pressed] as const;
};

const called = (label: string): string => `<button aria-label="${label}"></button>`;

it('captions whose button is called in other words are shown by their key', async () => {
  expect(await shownIn(called('Captions and translation'))).toEqual(['shown', ['c']]);
});

it.each([
  ['are on, by their button', called('Turn off captions')],
  ['are shown', called('Captions and translation') + region],
  ['are shown in a region of another name', called('Untertitel') + marked],
])('captions that %s are left as they are', async (_, html) => {
  expect(await shownIn(html)).toEqual(['shown', []]);
});

it('captions whose region, of another name, is there without a height are shown by their key', async () => {
  const flat = marked.replace('<div', '<div class="flat"');
  expect(await shownIn(called('Untertitel') + flat)).toEqual(['shown', ['c']]);
});

it.each([
  ['there is their button, which does not work', called('Turn on captions'), undefined],
  ['there is their button, and a region', called('Turn on captions') + region, undefined],
  ['there is their button, and a region of another name', called('Turn on captions') + marked, undefined],
  ['somebody writes', '<textarea aria-label="Send a message"></textarea>', { focus: 'textarea' }],
  ['somebody begins to write', '<textarea aria-label="Send a message"></textarea>', { takesFocus: 'textarea' }],
  [
    'somebody writes in a page in the panel',
    '<aside><iframe src="https://chat.google.com/embed/space/AAQ"></iframe></aside>',
    { focus: 'iframe' },
  ],
])('no key is pressed where %s', async (_, html, otherwise) => {
  const [told, pressed] = await shownIn(html, otherwise);
  expect(told).toContain('Turn on captions / Turn off captions');
  expect(pressed).toEqual([]);
});

it('the key is not pressed again where nothing was seen of the first time: they may be on in a region of another name', async () => {
  const shows = '<div role="log"></div>';
  const [told, pressed] = await shownIn(called('Captions and translation'), { shows, tries: 3 });
  expect(told).toContain('Turn on captions / Turn off captions');
  expect(pressed).toEqual(['c']);
});
