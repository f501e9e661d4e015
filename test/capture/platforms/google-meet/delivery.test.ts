/** What becomes of a message in a page of Google Meet that shows and tells one thing at each look. */
import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { followFate } from '../../../../lib/capture/platforms/google-meet/delivery.ts';
import type { Written } from '../../../../lib/capture/platforms/google-meet/handle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `onPress`: what the page does when it is to send again. */
const aPage = (onPress: (page: { offers: number; written: Written }) => void = () => undefined) => {
  const page = {
    ...{ offers: 0, unclear: 0, isGone: false, isClosed: false, presses: 0 },
    pressed: undefined as unknown,
    written: { sent: 0, told: 0 } as Written,
  };
  const evaluate = async (_: unknown, first: unknown, ...[, , wanted]: unknown[]): Promise<unknown> => {
    if (page.isGone) throw new Error('the page is gone');
    if (first === 'written') return page.written;
    // Of the notices that may lie over it there is none.
    if (typeof first === 'object' && first && 'labels' in first) return undefined;
    if (page.isClosed) return undefined;
    const shown = { ours: page.offers, unclear: page.unclear };
    if (!wanted) return shown;
    page.pressed = wanted;
    page.presses += 1;
    onPress(page);
    return shown;
  };
  const controls = new Controls({ evaluate } as unknown as Frame, 'write into the chat');
  const openChat = async (): Promise<void> => {
    page.isClosed = false;
  };
  return { page, controls, openChat };
};
type Page = ReturnType<typeof aPage>;

/** Waits for it, in no time. */
const soon = async <T>(work: Promise<T>): Promise<T> => {
  const ended = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const outcome = await ended;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
};

const isSent = async (
  { controls, openChat }: Pick<Page, 'controls' | 'openChat'>,
  act: () => void,
): Promise<boolean> => {
  const fate = await followFate(controls, 'Hello', openChat);
  act();
  if (!(await soon(fate.isOut()))) return false;
  await soon(fate.settle());
  return true;
};

describe('a message that a bot writes into the chat of a Google Meet', () => {
  it.each<[string, Written]>([
    ['the service tells the page of it', { sent: 0, told: 1 }],
    ['the page sends it', { sent: 1, told: 0 }],
  ])('is sent where %s', async (_, written) => {
    const { page, ...rest } = aPage();
    expect(await isSent(rest, () => Object.assign(page, { written }))).toBe(true);
  });

  it('is not where nothing becomes of it, whatever was written with the same words before, or not delivered', async () => {
    const { page, ...rest } = aPage();
    Object.assign(page, { written: { sent: 3, told: 3 }, offers: 2 });
    expect(await isSent(rest, () => undefined)).toBe(false);
  });

  it('is sent again where the page shows that it was not delivered', async () => {
    const { page, ...rest } = aPage((one) => Object.assign(one, { offers: 1, written: { sent: 2, told: 1 } }));
    page.offers = 1;
    expect(await isSent(rest, () => Object.assign(page, { offers: 2, written: { sent: 1, told: 0 } }))).toBe(true);
    expect(page.presses).toBe(1);
  });

  it('is sent again twice, and no more', async () => {
    const { page, ...rest } = aPage();
    await expect(isSent(rest, () => Object.assign(page, { offers: 1 }))).rejects.toThrow('was not delivered');
    expect(page.presses).toBe(2);
  });

  it('is sent again once where the page takes its time, and shows meanwhile that it was not delivered', async () => {
    const { page, ...rest } = aPage((one) => {
      one.written = { ...one.written, sent: one.written.sent + 1 };
      setTimeout(() => Object.assign(one, { offers: 0, written: { ...one.written, told: 1 } }), 2_000);
    });
    expect(await isSent(rest, () => Object.assign(page, { offers: 1, written: { sent: 1, told: 0 } }))).toBe(true);
    expect(page.presses).toBe(1);
  });

  it('is sent where the bot leaves the page that has sent it', async () => {
    const { page, controls, openChat } = aPage();
    const fate = await followFate(controls, 'Hello', openChat);
    page.written = { sent: 1, told: 0 };
    expect(await soon(fate.isOut())).toBe(true);
    page.isGone = true;
    await expect(soon(fate.settle())).resolves.toBeUndefined();
  });

  it('is sent again where an offer of something else goes as its own comes', async () => {
    const { page, ...rest } = aPage((one) => Object.assign(one, { offers: 0, written: { sent: 2, told: 1 } }));
    page.unclear = 1;
    const act = () => Object.assign(page, { offers: 1, unclear: 0, written: { sent: 1, told: 0 } });
    expect(await isSent(rest, act)).toBe(true);
    expect(page.presses).toBe(1);
  });

  it('is sent again by an offer beside its words, also where that of something else was taken for it before', async () => {
    const { page, ...rest } = aPage((one) => Object.assign(one, { offers: 0, written: { sent: 2, told: 1 } }));
    page.offers = 1;
    const act = () => Object.assign(page, { unclear: 1, written: { sent: 1, told: 0 } });
    expect(await isSent(rest, act)).toBe(true);
    expect([page.presses, page.pressed]).toEqual([1, 'ours']);
  });

  it('is sent again where the chat was closed as the page showed that it was not delivered', async () => {
    const { page, ...rest } = aPage((one) => Object.assign(one, { offers: 0, written: { sent: 2, told: 1 } }));
    const act = () => Object.assign(page, { offers: 1, isClosed: true, written: { sent: 1, told: 0 } });
    expect(await isSent(rest, act)).toBe(true);
    expect(page.presses).toBe(1);
  });

  it('is sent where the chat was closed meanwhile, and shows nothing of it once it is open again', async () => {
    const { page, ...rest } = aPage();
    expect(await isSent(rest, () => Object.assign(page, { isClosed: true, written: { sent: 1, told: 0 } }))).toBe(true);
    expect([page.presses, page.isClosed]).toEqual([0, false]);
  });

  it('is sent again by an offer of which nobody can say whose it is, where there is no better one', async () => {
    const { page, ...rest } = aPage((one) => Object.assign(one, { unclear: 1, written: { sent: 2, told: 1 } }));
    page.unclear = 1;
    const act = () => Object.assign(page, { unclear: 2, written: { sent: 1, told: 0 } });
    expect(await isSent(rest, act)).toBe(true);
    expect(page.presses).toBe(1);
  });
});
