import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { sendChat } from '../../../../lib/capture/platforms/teams/send-chat.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const editor = '<div data-tid="ckeditor"></div>';
const closed = '<div data-tid="compose-disabled-placeholder-text"></div>';
const rows = '<div data-tid="message-pane-list-runway"></div>';

/** A page that is waited for so often in vain before it has something more, and how to send something there. */
const aPage = (there: string, more = '', inVain = 0) => {
  const document = documentOf(there);
  vi.stubGlobal('document', document);
  let waits = 0;
  let isStoodBy = false;
  const page = {};
  const frame = {
    page: () => page,
    evaluate: async (work: unknown, ...input: unknown[]) => {
      if (typeof work !== 'function') return;
      const [selector, ...more] = input;
      if (more.length === 0) return work(selector);
      throw new Error(isStoodBy ? 'it is written too early' : 'it is written');
    },
    async waitForFunction(holds: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      if (!isStoodBy) throw new Error('nothing else can be done in the page');
      waits += 1;
      if (waits > inVain) document.body.insertAdjacentHTML('beforeend', more);
      if (!holds(...input)) throw new TimeoutError('not in time');
    },
  };
  const controls = new Controls(frame as unknown as Frame, 'write into the chat', async (wait) => {
    isStoodBy = true;
    return wait().finally(() => {
      isStoodBy = false;
    });
  });
  return {
    send: () => sendChat(controls, { text: 'Hello' }).then(String, ({ message }: Error) => message),
    waits: () => waits,
  };
};
const sending = (...page: Parameters<typeof aPage>): Promise<string> => aPage(...page).send();

it('writes into an editor that is there, or comes late', async () => {
  expect(await sending(editor)).toBe('it is written');
  expect(await sending(rows, editor, 1)).toBe('it is written');
  expect(await sending(closed, editor, 1)).toBe('it is written');
});

it('says that a chat is closed where its page does, or shows messages and nothing to write into', async () => {
  for (const shown of [closed, rows + closed, rows]) expect(await sending(shown)).toContain('is closed to the bot');
  expect(await sending(rows, closed, 1)).toContain('is closed to the bot');
});

it('says that a chat did not load where there is nothing of it', async () => {
  expect(await sending('<button id="chat-button"></button>')).toContain('a chat that has loaded was not found');
});

it('does not wait for as long once more, within a minute, for a chat that did not load', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const page = aPage('<button id="chat-button"></button>', editor, 5);
  const waitsFor = async (): Promise<number> => {
    const before = page.waits();
    expect(await page.send()).toContain('a chat that has loaded was not found');
    return page.waits() - before;
  };
  expect([await waitsFor(), await waitsFor()]).toEqual([2, 1]);
  vi.advanceTimersByTime(60_000);
  expect(await waitsFor()).toBe(2);
  expect(await page.send()).toBe('it is written');
});
