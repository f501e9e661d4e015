import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { prepare, pressJoin } from '../../../../lib/capture/platforms/google-meet/entrance.ts';

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

describe('an account that is in the meeting already', () => {
  const first = '<button>Switch here</button><button aria-expanded="false">Other ways to join</button>';
  const opened = `${first}<button>Join here too</button>`;
  const inARow = (html: string): Document => {
    const page = pageOf(html);
    for (const [at, button] of [...page.querySelectorAll('button')].entries())
      button.getBoundingClientRect = () => ({ left: 100 * at, top: 0, width: 80, height: 30 }) as DOMRect;
    return page;
  };
  /** What was pressed on a page that a press changes into another one, and what came of it. */
  const came = async (changed: string) => {
    const pressed: string[] = [];
    vi.stubGlobal('document', inARow(first));
    const click = async (x: number) => {
      pressed.push(document.querySelectorAll('button')[Math.floor(x / 100)]?.textContent ?? '');
      vi.stubGlobal('document', inARow(changed));
    };
    const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input);
    const frame = { evaluate, page: () => ({ mouse: { click } }) };
    const controls = { frame, missing: (what: string) => new Error(what) } as unknown as Controls;
    const done = prepare(controls, 'Notes').then(
      () => 'ready',
      ({ message }) => message,
    );
    await vi.advanceTimersByTimeAsync(30_000);
    return { outcome: await done, pressed };
  };

  it('joins here too, which is offered below the other ways to join', async () => {
    expect(await came(opened)).toEqual({ outcome: 'ready', pressed: ['Other ways to join'] });
  });

  it('is never switched over, and gives those the time to open', async () => {
    const { outcome, pressed } = await came(first);
    expect(outcome).toContain('Join here too');
    expect(new Set(pressed)).toEqual(new Set(['Other ways to join']));
    expect(pressed.length).toBeLessThan(8);
  });
});
