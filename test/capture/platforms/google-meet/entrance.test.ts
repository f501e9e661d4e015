import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { prepare, pressJoin } from '../../../../lib/capture/platforms/google-meet/entrance.ts';
import { showAll } from '../../../lab/pages/show-all.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pageOf = (html: string): Document => {
  const page = documentOf(html);
  showAll(page);
  return page;
};

const handsIn = (frame: object): Controls =>
  Object.assign(new Controls(frame as Frame, 'join'), { missing: (what: string) => new Error(what) });

/** A form that a press leads away from; so many looks come while it goes. How often it was pressed, and what became of that. */
const pressedWhileGoing = async (looks: number, left = '<h1>Video calls and meetings for everyone</h1>') => {
  let going = 0;
  vi.stubGlobal('document', pageOf('<button>Ask to join</button>'));
  const click = vi.fn(async () => {
    going = looks;
    vi.stubGlobal('document', pageOf(left));
  });
  const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => {
    going -= 1;
    if (going >= 0) throw new Error('Execution context was destroyed');
    return act(...input);
  };
  const frame = { evaluate, page: () => ({ mouse: { click } }) };
  const done = pressJoin(handsIn(frame)).then(() => 'asked', String);
  await vi.advanceTimersByTimeAsync(30_000);
  return [await done, click.mock.calls.length];
};

it.each([0, 1, 4])(
  'a press that leads to another page has asked, once, whoever looks meanwhile: %s looks',
  async (looks) => {
    expect(await pressedWhileGoing(looks)).toEqual(['asked', 1]);
  },
);

it('what is left of the button behind what comes after it is not pressed again', async () => {
  const left = '<div aria-hidden="true"><button>Ask to join</button></div><p>Asking to be let in…</p>';
  expect(await pressedWhileGoing(0, left)).toEqual(['asked', 1]);
});

it('a press that a dialog took which came over the button is made again once that is closed', async () => {
  const join = '<button>Ask to join</button>';
  const behind = pageOf(
    `<main aria-hidden="true">${join}</main><div role="dialog">Try it<button>Not now</button></div>`,
  );
  for (const button of behind.querySelectorAll('button')) button.click = () => vi.stubGlobal('document', pageOf(join));
  vi.stubGlobal('document', pageOf(join));
  const afterPresses = [behind, pageOf('<p>Asking to be let in…</p>')];
  const click = vi.fn(async () => vi.stubGlobal('document', afterPresses.shift()));
  const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input);
  const frame = { evaluate, page: () => ({ mouse: { click } }) };
  const done = pressJoin(handsIn(frame));
  await vi.advanceTimersByTimeAsync(30_000);
  await done;
  expect(click).toHaveBeenCalledTimes(2);
});

describe('devices that are shown only once the form is ready', () => {
  const device = (does: string): string => `<button aria-label="Turn ${does} microphone"></button>`;
  /** What is pressed, at which place, where the page takes presses of the device or does not. */
  const pressedWhere = async (isTaken: boolean) => {
    const page = pageOf(`<button>Ask to join</button>${device('off')}`);
    const [join, microphone] = page.querySelectorAll('button');
    const pressed: string[] = [];
    let at: Element | undefined;
    for (const button of [join, microphone])
      if (button) {
        const measure = button.getBoundingClientRect;
        button.getBoundingClientRect = () => {
          at = button;
          return measure();
        };
      }
    vi.stubGlobal('document', page);
    vi.stubGlobal('innerWidth', 1_280);
    vi.stubGlobal('innerHeight', 720);
    const click = async () => {
      pressed.push(at === join ? 'join' : 'microphone');
      if (at === join) vi.stubGlobal('document', pageOf('<p>Asking to be let in…</p>'));
      else if (isTaken) microphone?.setAttribute('aria-label', 'Turn on microphone');
    };
    const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input);
    const frame = { evaluate, page: () => ({ mouse: { click, move: async () => undefined } }) };
    const done = pressJoin(handsIn(frame));
    await vi.advanceTimersByTimeAsync(30_000);
    await done;
    return pressed;
  };

  it('are turned off before the bot asks to be let in', async () => {
    expect(await pressedWhere(true)).toEqual(['microphone', 'join']);
  });

  it('do not keep it from asking where they stay on', async () => {
    expect((await pressedWhere(false)).at(-1)).toBe('join');
  });
});

describe('an account that is in the meeting already', () => {
  const first = '<button>Switch here</button><button aria-expanded="false">Other ways to join</button>';
  const opened = `${first}<button>Join here too</button>`;
  const inARow = (html: string): Document => {
    const page = pageOf(html);
    for (const [at, button] of [...page.querySelectorAll('button')].entries()) {
      const measure = button.getBoundingClientRect;
      button.getBoundingClientRect = () => ({ ...measure(), left: 100 * at });
    }
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
    const controls = handsIn(frame);
    const done = prepare(controls, { name: 'Notes' }).then(
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

describe('the form of a guest', () => {
  /** Where it was clicked, and what it holds. `lostTypings`: so often it does not take what is typed. */
  const aForm = (html: string, lostTypings = 0) => {
    let lost = lostTypings;
    const page = pageOf(html);
    const field = page.querySelector('input') as HTMLInputElement;
    const button = page.querySelector('button') as HTMLButtonElement;
    vi.stubGlobal('document', page);
    const clicks: number[] = [];
    const mouse = { click: async (_: number, y: number) => void clicks.push(y) };
    const keyboard = {
      async type(text: string) {
        lost -= 1;
        if (lost >= 0) return;
        field.value = text;
        button.disabled = false;
      },
    };
    const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input);
    const frame = { evaluate, page: () => ({ mouse, keyboard }) };
    const controls = handsIn(frame);
    return { controls, page, field, clicks };
  };
  const outcomeOf = async (work: Promise<void>) => {
    const done = work.then(
      () => 'done',
      ({ message }) => message,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return done;
  };
  const form = '<input type="text" aria-label="Your name"><button disabled>Ask to join</button>';

  it('is given the name also where it is drawn anew, without its field, at one moment', async () => {
    const { controls, field } = aForm(form);
    let looks = 0;
    field.checkVisibility = () => ++looks > 3;
    expect(await outcomeOf(prepare(controls, { name: 'Notes' }))).toBe('done');
    expect(field.value).toBe('Notes');
  });

  it('that has lost the name is told by that, before its button is given up', async () => {
    const told = vi.fn();
    pressJoin(aForm(form).controls).catch(told);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toHaveBeenCalledWith(new Error('the name of the bot in the field "Your name"'));
  });

  it('is typed into where its field is once a notice is closed that came meanwhile', async () => {
    const { controls, page, field, clicks } = aForm(`${form}<p><button>Got it</button></p>`, 1);
    const notice = page.querySelector('p');
    for (const button of notice?.children ?? []) Object.assign(button, { click: () => notice?.remove() });
    field.getBoundingClientRect = () =>
      ({ left: 0, top: notice?.isConnected && clicks.length > 0 ? 100 : 50, width: 80, height: 30 }) as DOMRect;
    // It comes with the first letters, which are lost by that.
    Object.assign(notice?.firstElementChild ?? {}, { checkVisibility: () => clicks.length > 0 });
    expect(await outcomeOf(prepare(controls, { name: 'Notes' }))).toBe('done');
    expect(clicks).toEqual([65, 65]);
  });
});
