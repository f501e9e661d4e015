import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../../lib/capture/platforms/zoom/page/chat.ts';
import { createChatList } from '../../../../../lib/capture/platforms/zoom/page/chat-list.ts';
import { createSenders } from '../../../../../lib/capture/platforms/zoom/page/people/senders.ts';
import { runs } from '../../../../lab/properties.ts';
import { aChat, aClient, aMessage } from './client.ts';

const rowHeight = 45;
const clientHeight = 300;
const overscan = 2;

/** The client's list of messages: it has rows for what is in view and a little more, and stays at its end. */
const aList = () => {
  const ids: string[] = [];
  let scrollTop = Number.POSITIVE_INFINITY;
  const farthest = () => Math.max(0, ids.length * rowHeight - clientHeight);
  const stands = () => Math.min(scrollTop, farthest());
  const isAtEnd = () => stands() >= farthest();
  const drawn = (): Document => {
    const from = Math.max(0, Math.floor(stands() / rowHeight) - overscan);
    const to = Math.ceil((stands() + clientHeight) / rowHeight) + overscan;
    const rows = ids
      .slice(from, to)
      .map((id, at) => `<div id="chat-item-container-${from + at}">${aMessage({ id, from: 'Ada', text: id })}</div>`);
    const client = aClient(aChat(`<div id="chat-list-content">${rows.join('')}</div>`));
    const list = client.querySelector('#chat-list-content');
    if (list)
      Object.defineProperties(list, {
        scrollTop: {
          get: stands,
          set: (to_px: number) => {
            scrollTop = to_px >= farthest() ? Number.POSITIVE_INFINITY : Math.max(0, to_px);
          },
        },
        scrollHeight: { get: () => ids.length * rowHeight },
        clientHeight: { get: () => clientHeight },
      });
    return client;
  };
  return {
    drawn,
    isAtEnd,
    write: (id: string) => ids.push(id),
    answer: (at: number, id: string) => ids.splice(at, 0, id),
    ids,
  };
};

const aReader = () => {
  const list = aList();
  const chat = createZoomChat(createSenders({ self: () => undefined, others: () => [], now: () => 0 }), () => 0);
  const chatList = createChatList();
  return {
    list,
    look() {
      const root = list.drawn();
      chat.look(messagesIn(root));
      chatList.look(root);
    },
    read: () => chat.messages.map(({ id }) => id),
  };
};

describe("the client's list of messages", () => {
  it('is left at its end while messages come there', () => {
    const { list, look, read } = aReader();
    for (let at = 0; at < 60; at += 1) {
      list.write(`m${at}`);
      look();
      expect(list.isAtEnd()).toBe(true);
    }
    expect(read()).toEqual(list.ids);
  });

  it('is gone through for an answer further up, and stands at its end again', () => {
    const { list, look, read } = aReader();
    for (let at = 0; at < 60; at += 1) {
      list.write(`m${at}`);
      look();
    }
    list.answer(20, 'answer');
    for (let looks = 0; looks < 15; looks += 1) look();
    expect(read()).toContain('answer');
    expect(list.isAtEnd()).toBe(true);
  });

  it('is gone through to its beginning, and no further, where nothing is found', () => {
    const { list, look } = aReader();
    for (let at = 0; at < 60; at += 1) {
      list.write(`m${at}`);
      look();
    }
    // Its rows are folded: where they are counted they are not shown.
    list.ids.unshift('m0');
    for (let looks = 0; looks < 30; looks += 1) look();
    expect(list.isAtEnd()).toBe(true);
  });

  it('leaves nothing unread, wherever answers stand', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(), { nil: undefined }), { maxLength: 40 }), (steps) => {
        const { list, look, read } = aReader();
        for (const [at, place] of steps.entries()) {
          if (place === undefined) list.write(`m${at}`);
          else list.answer(place % (list.ids.length + 1), `a${at}`);
          do look();
          while (!list.isAtEnd());
        }
        expect(new Set(read())).toEqual(new Set(list.ids));
        expect(list.isAtEnd()).toBe(true);
      }),
      { numRuns: runs(10) },
    );
  });
});
