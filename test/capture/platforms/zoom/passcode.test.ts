import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleName } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What is typed into a form that asks for a passcode, on a page that the link has led to. */
const typedAt = async (address: string, meeting_url: string, hidden = ''): Promise<readonly string[]> => {
  const typed: string[] = [];
  const controls = someControls({
    frame: { evaluate: async () => false, page: () => ({ url: () => address }) },
    shows: async () => undefined,
    isShown: async (selector: string) => !hidden.split(' ').some((one) => one && selector.includes(one)),
    type: async (_: string, text: string) => void typed.push(text),
  });
  await zoom.prepare(controls, anEntry({ meeting_url }));
  return typed;
};

const personal = 'https://acme.zoom.us/my/ada?pwd=of-the-link';

describe("a passcode that Zoom's client asks for", () => {
  it.each([
    [
      'that of the page, where the link led to one',
      'https://app.zoom.us/wc/1234567890/join?pwd=of-the-page',
      'of-the-page',
    ],
    [
      'that of the link, where the page has none in its address',
      'https://app.zoom.us/wc/1234567890/join',
      'of-the-link',
    ],
    ['that of the link, where the page has an empty one', 'https://app.zoom.us/wc/1234567890/join?pwd=', 'of-the-link'],
  ])('is %s', async (_, address, passcode) => {
    expect(await typedAt(address, personal)).toEqual([passcode, 'Notes']);
  });

  it('is none where neither has one', async () => {
    expect(await typedAt('https://app.zoom.us/wc/1234567890/join', 'https://acme.zoom.us/my/ada')).toEqual(['Notes']);
  });
});

describe("a name on the form of Zoom's client", () => {
  it.each([
    ['is typed where there is a field for it', '', ['Notes']],
    ['is not typed where there is none, or none that takes it, and the form can be pressed', 'input', []],
    ['is waited for to be typed where the form cannot be pressed without', 'input join', ['Notes']],
  ])('%s', async (_, hidden, typed) => {
    const url = 'https://app.zoom.us/wc/1234567890/join';
    expect(await typedAt(url, url, hidden)).toEqual(typed);
  });
});

describe("a field that has to be filled in on the form of Zoom's client, and for which there is nothing", () => {
  const pressesOf = async (isShown: boolean, ...empty: readonly string[]): Promise<number> => {
    let presses = 0;
    const field = (selector: string) => ({
      value: empty.some((one) => selector.includes(one)) ? '' : 'x',
      checkVisibility: () => isShown,
    });
    const join = {
      click() {
        presses += 1;
      },
    };
    vi.stubGlobal('document', {
      querySelector(selector: string) {
        if (selector.includes('join')) return join;
        return /input/.test(selector) ? field(selector) : null;
      },
      querySelectorAll: () => [],
    });
    vi.stubGlobal(Symbol.for(handleName), { has: () => false });
    const controls = someControls({
      frame: { evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input) },
      until: async () => undefined,
    });
    await zoom.pressJoin(controls, anEntry());
    return presses;
  };

  it.each(['#input-for-pwd', '#input-for-email'])('is not waited for to be filled in: %s', async (field) => {
    expect([await pressesOf(true, field), await pressesOf(true)]).toEqual([0, 1]);
    // Some forms hold one that nobody sees.
    expect(await pressesOf(false, field)).toBe(1);
  });
});
