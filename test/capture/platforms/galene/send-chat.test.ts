import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/galene/handle.ts';
import { sendChat } from '../../../../lib/capture/platforms/galene/send-chat.ts';

afterEach(() => vi.unstubAllGlobals());

/** Writes to one person on a page that shows it as sent, and of which this is heard when a refusal of its server is waited for. */
const writing = (heard: Error | undefined): Promise<void> => {
  const document = documentOf('<form id="inputform"><textarea id="input"></textarea></form><div id="box"></div>');
  Object.assign(document.querySelector('form') ?? {}, {
    requestSubmit: () =>
      document.querySelector('#box')?.insertAdjacentHTML('beforeend', '<p class="message-sender">Hello</p>'),
  });
  Reflect.set(document, Symbol.for(handleName), {
    lines: () => ['/msg Ada Hello'],
    undelivered: () => (heard ? 0 : 1),
    forbidden: () => 0,
  });
  vi.stubGlobal('document', document);
  let waits = 0;
  const frame = {
    evaluate: async (work: unknown, ...input: unknown[]) => typeof work === 'function' && work(...input),
    async waitForFunction(holds: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      waits += 1;
      if (waits === 1) expect(holds(...input)).toBe(true);
      else if (heard) throw heard;
    },
  };
  const controls = new Controls(frame as unknown as Frame, 'write into the chat');
  return sendChat(controls, { to: { participant_id: 'ada' }, text: 'Hello' });
};

it('what a page shows as sent is sent where its server refuses nothing in time', async () => {
  await writing(new TimeoutError('not in time'));
});

it('so it is where the page goes while a refusal is waited for: it would be sent twice otherwise', async () => {
  await writing(new Error('the frame was detached'));
});

it('it is not where its server has refused it', async () => {
  await expect(writing(undefined)).rejects.toThrow();
});
