import type { Frame } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../bin/judge/documents.ts';
import type { Controls } from '../../../lib/capture/platforms/controls.ts';
import { pressEnterWhere, pressKeyWhere } from '../../../lib/capture/platforms/guarded-key.ts';
import { conditionOf, evaluateHandle } from '../../lab/pages/handles.ts';

/** Frames that each do something at the key, one of which gets it. */
const aPage = (html = '<input id="chat">') => {
  const document = documentOf(html);
  let focused = document.querySelector('#chat');
  Object.defineProperty(document, 'activeElement', { get: () => focused });
  for (const one of document.querySelectorAll<HTMLElement>('*'))
    one.focus = () => {
      focused = one;
    };
  vi.stubGlobal('document', document);
  const windows = [new EventTarget(), new EventTarget()] as const;
  const got: number[] = [];
  let at = 0;
  const press = async (): Promise<void> => {
    const key = new Event('keydown', { cancelable: true });
    windows[at]?.dispatchEvent(key);
    if (!key.defaultPrevented) got.push(at);
  };
  const frames = windows.map((one) => {
    const enter = (): void => {
      vi.stubGlobal('addEventListener', one.addEventListener.bind(one));
      vi.stubGlobal('removeEventListener', one.removeEventListener.bind(one));
    };
    return {
      async evaluate(act: (...input: unknown[]) => unknown, ...input: unknown[]) {
        enter();
        return act(...input);
      },
      async evaluateHandle(act: (...input: unknown[]) => unknown, ...input: unknown[]) {
        enter();
        const handle = await evaluateHandle(act, ...input);
        const evaluate = (ask: (value: unknown) => unknown) => {
          enter();
          return handle.evaluate(ask);
        };
        return { ...handle, evaluate };
      },
      page: () => ({ keyboard: { press } }),
    } as unknown as Frame;
  }) as [Frame, Frame];
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const missing = (what: string) => new Error(what);
  return {
    controls: { frame: frames[0], missing } as unknown as Controls,
    frames,
    got,
    focus,
    goTo(frame: number): void {
      at = frame;
    },
  };
};

afterEach(() => vi.unstubAllGlobals());

const right = conditionOf(() => true);

describe('a key', () => {
  it.each<[string, () => boolean, boolean]>([
    ['gets there where it is right', () => true, true],
    ['does not get there where it is not', () => false, false],
    [
      'does not get there where nobody can tell',
      () => {
        throw new TypeError('the page has nothing to ask');
      },
      false,
    ],
  ])('%s', async (_, isRight, gets) => {
    const { controls, got } = aPage();
    const pressed = await pressEnterWhere(controls, '#chat', conditionOf(isRight));
    expect([pressed, got]).toEqual([gets, gets ? [0] : []]);
  });

  it('that goes to another frame is not given, and is kept from that where it is named', async () => {
    const { frames, got, goTo } = aPage();
    goTo(1);
    expect(await pressKeyWhere(frames[0], 'Enter', right)).toBe(false);
    expect(got).toEqual([1]);
    expect(await pressKeyWhere(frames[0], 'Enter', right, [frames[1]])).toBe(false);
    expect(got).toEqual([1]);
  });

  it('goes on as ever once it was pressed', async () => {
    const { frames, got } = aPage();
    expect(
      await pressKeyWhere(
        frames[0],
        'Enter',
        conditionOf(() => false),
      ),
    ).toBe(false);
    await frames[0].page().keyboard.press('Enter');
    expect(got).toEqual([0]);
  });
});

describe('Enter in a field', () => {
  it('is not pressed again where it was not right, also where it would be now', async () => {
    const { controls, got } = aPage();
    let asked = 0;
    const isRight = conditionOf(() => ++asked > 1);
    expect(await pressEnterWhere(controls, '#chat', isRight)).toBe(false);
    expect(got).toEqual([]);
  });

  it('presses nothing else that has the focus, and is pressed in the field after that', async () => {
    const { controls, got, focus } = aPage('<input id="chat"><button>Leave</button>');
    focus('button');
    expect(await pressEnterWhere(controls, '#chat', right)).toBe(true);
    expect(got).toEqual([0]);
  });

  it('is not pressed where something else keeps the focus', async () => {
    const { controls, got, focus } = aPage('<p id="chat"></p><button>Leave</button>');
    Object.assign(document.querySelector('#chat') ?? {}, { focus: () => undefined });
    focus('button');
    await expect(pressEnterWhere(controls, '#chat', right)).rejects.toThrow('the focus on #chat');
    expect(got).toEqual([]);
  });
});
