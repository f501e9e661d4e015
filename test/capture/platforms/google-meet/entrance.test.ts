import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { pressJoin } from '../../../../lib/capture/platforms/google-meet/entrance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pageOf = (html: string): Document => {
  const page = documentOf(html);
  for (const element of page.querySelectorAll('*'))
    Object.assign(element, {
      checkVisibility: () => true,
      scrollIntoView: () => undefined,
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 80, height: 30 }),
    });
  return Object.assign(page, { elementFromPoint: () => null });
};

/** A form that a press leads away from; so many looks come while it goes. How often it was pressed, and what became of that. */
const pressedWhileGoing = async (looks: number) => {
  let going = 0;
  vi.stubGlobal('document', pageOf('<button>Ask to join</button>'));
  const click = vi.fn(async () => {
    going = looks;
    vi.stubGlobal('document', pageOf('<h1>Video calls and meetings for everyone</h1>'));
  });
  const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => {
    going -= 1;
    if (going >= 0) throw new Error('Execution context was destroyed');
    return act(...input);
  };
  const frame = { evaluate, page: () => ({ mouse: { click } }) };
  const done = pressJoin({ frame, missing: (what: string) => new Error(what) } as unknown as Controls).then(
    () => 'asked',
    String,
  );
  await vi.advanceTimersByTimeAsync(30_000);
  return [await done, click.mock.calls.length];
};

it.each([0, 1, 4])(
  'a press that leads to another page has asked, once, whoever looks meanwhile: %s looks',
  async (looks) => {
    expect(await pressedWhileGoing(looks)).toEqual(['asked', 1]);
  },
);
