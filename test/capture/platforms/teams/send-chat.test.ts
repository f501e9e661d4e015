import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { sendChat } from '../../../../lib/capture/platforms/teams/send-chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const editor = '<div data-tid="ckeditor"></div>';
const closed = '<div data-tid="compose-disabled-placeholder-text"></div>';
const rows = '<div data-tid="message-pane-list-runway"></div>';

/** A page that is waited for so often in vain before it has something more, and what becomes of a message there. */
const sending = async (there: string, more = '', inVain = 0): Promise<string> => {
  const document = documentOf(there);
  vi.stubGlobal('document', document);
  let waits = 0;
  const frame = {
    $: async (selector: string) => document.querySelector(selector),
    evaluate: async (work: unknown) => {
      if (typeof work === 'function') throw new Error('it is written');
    },
    async waitForFunction(holds: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      waits += 1;
      if (waits > inVain) document.body.insertAdjacentHTML('beforeend', more);
      if (!holds(...input)) throw new TimeoutError('not in time');
    },
  };
  const controls = new Controls(frame as unknown as Frame, 'write into the chat');
  return sendChat(controls, { to: 'everyone', text: 'Hello' }).then(String, ({ message }: Error) => message);
};

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
