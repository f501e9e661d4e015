import { afterEach, expect, it, vi } from 'vitest';
import { NotAllowedError } from '../../../../lib/capture/meeting/errors.ts';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { selectors } from '../../../../lib/capture/platforms/jitsi/selectors.ts';

afterEach(() => vi.unstubAllGlobals());

/** How often "join" is pressed on a page at an address that takes only the second press. */
const pressesAt = async (address: string, meeting_url: string): Promise<number> => {
  let presses = 0;
  const press = async () => {
    presses += 1;
  };
  const handle = {
    isPastTheDoor: () => presses === 2,
    isConnecting: () => false,
    isAnswered: () => presses === 2,
    asksPasscode: () => false,
  };
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('document', { [Symbol.for(handleName)]: handle, querySelector: () => null });
  const controls = {
    frame: {
      url: () => address,
      $: async (selector: string) => (selector === selectors.join ? { evaluate: press } : null),
    },
    press,
    async until(_: string, condition: (...input: unknown[]) => boolean, __: number, ...input: unknown[]) {
      if (!condition(...input)) throw new Error('waited in vain');
    },
  } as unknown as Controls;
  await jitsi.pressJoin(controls, {}, meeting_url, async (to) => to);
  return presses;
};

it.each(['https://meet.example.com/planning', 'https://jitsi.example.net/planning'])(
  'a press of "join" that a page misses is made again, where the link has led to %s',
  async (address) => {
    expect(await pressesAt(address, 'https://meet.example.com/planning')).toBe(2);
  },
);

it('a page that has taken the press is pressed no second time while it connects, and is given its passcode then', async () => {
  const done: string[] = [];
  let looks = 0;
  const isConnecting = () => looks < 20;
  const handle = {
    isPastTheDoor: () => true,
    isConnecting,
    isAnswered: () => !isConnecting(),
    asksPasscode: () => !isConnecting(),
  };
  const address = 'https://meet.example.com/planning';
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('document', { [Symbol.for(handleName)]: handle, querySelector: () => null });
  const controls = {
    frame: {
      url: () => address,
      $: async (selector: string) =>
        selector === selectors.name || (selector === selectors.passcode && !isConnecting())
          ? { evaluate: async () => 'Notes' }
          : null,
    },
    press: async (selector: string) => void done.push(selector),
    type: async (_: string, text: string) => void done.push(text),
    async until(_: string, condition: (...input: unknown[]) => boolean, timeout_ms: number, ...input: unknown[]) {
      // As a page is looked at.
      for (let left_ms = timeout_ms; !condition(...input); left_ms -= 1_000) {
        looks += 1;
        if (left_ms <= 0) throw new Error('waited in vain');
      }
    },
  } as unknown as Controls;
  await jitsi.pressJoin(controls, {}, `${address}?password=be%20kind`, async (to) => to);
  expect(done).toEqual([selectors.join, 'be kind', selectors.passcodeGiven]);
});

it('a passcode is typed into no page of another host, to which the page has gone to have somebody sign in', async () => {
  const typed: string[] = [];
  let address = 'https://meet.example.com/planning';
  const handle = {
    isPastTheDoor: () => false,
    isConnecting: () => false,
    isAnswered: () => false,
    asksPasscode: () => true,
  };
  vi.stubGlobal('document', { [Symbol.for(handleName)]: handle, querySelector: () => ({}) });
  const controls = {
    frame: {
      url: () => address,
      $: async (selector: string) =>
        selector === selectors.knock ? null : { evaluate: async () => '', dispose: async () => undefined },
    },
    async press() {
      address = 'https://login.example.net/auth';
      vi.stubGlobal('location', new URL(address));
    },
    type: async (_: string, text: string) => void typed.push(text),
    async until(_: string, condition: (...input: unknown[]) => boolean, __: number, ...input: unknown[]) {
      if (!condition(...input)) throw new Error('waited in vain');
    },
  } as unknown as Controls;
  await jitsi.pressJoin(controls, {}, 'https://meet.example.com/planning?password=be%20kind', async (to) => to);
  expect(typed).toEqual([]);
});

it('a server leads no bot to where clouds keep credentials, and on among its own pages', async () => {
  const link = 'https://meet.example.com/planning';
  expect(await jitsi.mayLead?.(link, 'http://169.254.170.2/v2/credentials', () => false)).toBe(false);
  expect(await jitsi.mayLead?.(link, 'https://meet.example.com/static/close.html', () => false)).toBe(true);
});

it('a transcriber is asked for, which everybody is told of, by a bot that goes by captions only', async () => {
  const askForCaptions = vi.fn();
  vi.stubGlobal('document', { [Symbol.for(handleName)]: { askForCaptions } });
  const evaluate = async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given);
  const controls = { frame: { evaluate } } as unknown as Controls;
  await jitsi.settle(controls);
  await jitsi.settle(controls, false);
  expect(askForCaptions).not.toHaveBeenCalled();
  await jitsi.settle(controls, true);
  expect(askForCaptions).toHaveBeenCalledOnce();
});

it('that a transcriber does not come is told with its reason, where the page knows it', async () => {
  const askForCaptions = vi.fn().mockReturnValueOnce('not_allowed').mockReturnValueOnce('failed');
  vi.stubGlobal('document', { [Symbol.for(handleName)]: { askForCaptions } });
  const evaluate = async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given);
  const controls = { frame: { evaluate } } as unknown as Controls;
  await expect(jitsi.settle(controls, true)).rejects.toThrow('only moderators');
  await expect(jitsi.settle(controls, true)).rejects.toThrow(NotAllowedError);
  await jitsi.settle(controls, true);
});
