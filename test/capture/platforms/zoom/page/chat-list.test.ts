import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostMessages } from '../../../../../lib/capture/meeting/view-limits.ts';
import { createMessageLook, createZoomChat } from '../../../../../lib/capture/platforms/zoom/page/chat.ts';
import { createChatList } from '../../../../../lib/capture/platforms/zoom/page/chat-list.ts';
import { createSenders } from '../../../../../lib/capture/platforms/zoom/page/people/senders.ts';
import { runs } from '../../../../lab/properties.ts';
import { aChat, aClient, aMessage } from './client.ts';

const rowHeight = 45;
const clientHeight = 300;
const overscan = 2;

/**
 * The client's list of messages: it has rows for what is in view and a little more, stays at its end, and tells who writes once for
 * messages that follow each other.
 */
const aList = () => {
  const ids: string[] = [];
  const writers = new Map<string, string>();
  const shows = { writers: true, rows: true };
  let scrollTop = Number.POSITIVE_INFINITY;
  const farthest = () => Math.max(0, ids.length * rowHeight - clientHeight);
  const stands = () => Math.min(scrollTop, farthest());
  const isAtEnd = () => stands() >= farthest();
  const drawn = (): Document => {
    const from = Math.max(0, Math.floor(stands() / rowHeight) - overscan);
    const to = Math.ceil((stands() + clientHeight) / rowHeight) + overscan;
    const rows = ids.slice(from, shows.rows ? to : from).map((id, index) => {
      const at = from + index;
      const writer = writers.get(id) ?? 'Ada';
      const isTold = writer !== (at > 0 ? (writers.get(ids[at - 1] ?? '') ?? 'Ada') : undefined);
      return `<div id="chat-item-container-${at}">${aMessage({ id, text: id, ...(isTold && shows.writers && { from: writer }) })}</div>`;
    });
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
    write: (id: string, writer = 'Ada') => {
      writers.set(id, writer);
      ids.push(id);
    },
    answer: (at: number, id: string, writer = 'Ada') => {
      writers.set(id, writer);
      ids.splice(at, 0, id);
    },
    /** As somebody's own look at what was written before: what comes then stays out of view. */
    scrollUp: () => {
      scrollTop = Math.max(0, stands() - 2 * clientHeight);
    },
    ids,
    shows,
    all: () => ids.map((id): [string, string] => [id, writers.get(id) ?? 'Ada']),
  };
};

const aReader = () => {
  const list = aList();
  const chat = createZoomChat(createSenders({ self: () => undefined, others: () => [], now: () => 0 }), () => 0);
  const lookAtMessages = createMessageLook();
  const chatList = createChatList();
  const look = () => {
    const root = list.drawn();
    const messages = lookAtMessages(root);
    if (chatList.look(root, messages)) chat.look(messages);
  };
  return {
    list,
    look,
    /** Until it has stood at its end at two looks. */
    lookThrough() {
      for (let looks = 0, ends = 0; ends < 2; looks += 1) {
        expect(looks).toBeLessThan(1_000);
        look();
        ends = list.isAtEnd() ? ends + 1 : 0;
      }
    },
    read: () => chat.messages.map(({ id }) => id),
    told: () => chat.messages.map(({ id, sender_name }): [string, string] => [id, sender_name]),
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
    // Where the first row in view is one of them, it is not known yet whose it is.
    for (let count = 0; count < 12; count += 1) {
      list.answer(20, `answer ${count}`);
      for (let looks = 0; looks < 15; looks += 1) look();
      expect(read()).toContain(`answer ${count}`);
      expect(list.isAtEnd()).toBe(true);
    }
  });

  it('is read whole where more come at once than it has rows, and who writes is told above them only', () => {
    const { list, look, lookThrough, told } = aReader();
    list.write('first', 'Ben');
    look();
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`);
    lookThrough();
    expect(told()).toEqual(list.all());
  });

  it('is told in its order where more come at once than it has rows, of several writers', () => {
    const { list, look, lookThrough, told } = aReader();
    list.write('first', 'Ben');
    look();
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`, at % 3 === 0 ? 'Ben' : 'Ada');
    lookThrough();
    expect(told()).toEqual(list.all());
  });

  it('is read whole, and once, where the first that is seen of it are more than it has rows, all of one writer', () => {
    const { list, lookThrough, told } = aReader();
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`);
    lookThrough();
    expect(told()).toEqual(list.all());
    list.write('next');
    lookThrough();
    expect(told()).toEqual(list.all());
  });

  it('is not gone through for what was written before anything was read, once it is told who writes', () => {
    const { list, look, read } = aReader();
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`, at % 2 === 0 ? 'Ada' : 'Ben');
    look();
    expect(list.isAtEnd()).toBe(true);
    expect(read()).toEqual(list.ids.slice(-read().length));
  });

  it('is gone through once, not again and again, where nobody is told to have written', () => {
    const { list, look, read } = aReader();
    list.shows.writers = false;
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`);
    for (let looks = 0; looks < 30; looks += 1) look();
    for (let looks = 0; looks < 10; looks += 1) {
      look();
      expect(list.isAtEnd()).toBe(true);
    }
    expect(read()).toEqual([]);
  });

  it('stays where it was moved to until its rows are drawn there', () => {
    const { list, look, lookThrough, told } = aReader();
    list.write('first', 'Ben');
    look();
    for (let at = 0; at < 60; at += 1) list.write(`m${at}`);
    look();
    list.shows.rows = false;
    look();
    list.shows.rows = true;
    lookThrough();
    expect(told()).toEqual(list.all());
  });

  it('is read whole where more come than it has rows while it stands further up, for an answer or by itself', () => {
    const { list, look, lookThrough, told } = aReader();
    for (let at = 0; at < 60; at += 1) {
      list.write(`m${at}`);
      look();
    }
    list.answer(20, 'answer');
    look();
    for (let at = 0; at < 30; at += 1) list.write(`while it is looked for ${at}`, 'Ben');
    lookThrough();
    list.scrollUp();
    for (let at = 0; at < 30; at += 1) list.write(`out of view ${at}`);
    lookThrough();
    expect(new Map(told())).toEqual(new Map(list.all()));
    expect(list.isAtEnd()).toBe(true);
  });

  it('is left where messages may have been forgotten, which would be new', () => {
    const { list, look, read } = aReader();
    const most = mostMessages + 100;
    for (let at = 0; at < most; at += 1) {
      list.write(`m${at}`);
      if (at % 5 === 4) look();
    }
    list.answer(10, 'answer');
    do look();
    while (!list.isAtEnd());
    expect(read()).toEqual(list.ids.slice(-mostMessages));
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

  it('leaves nothing unread, and nobody untold, wherever answers stand', () => {
    const step = fc.record({
      place: fc.option(fc.nat(), { nil: undefined }),
      count: fc.constantFrom(1, 1, 1, 25),
      writer: fc.constantFrom('Ada', 'Ada', 'Ada', 'Ben'),
      second: fc.constantFrom('Ada', 'Ben'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { list, lookThrough, told } = aReader();
        // What stood above the first that is told to be somebody's, before anything was read, is nobody's.
        list.write('first');
        lookThrough();
        for (const [at, { place, count, writer, second }] of steps.entries()) {
          if (place === undefined)
            for (let one = 0; one < count; one += 1) list.write(`m${at}.${one}`, one % 2 === 0 ? writer : second);
          else list.answer(place % (list.ids.length + 1), `a${at}`, writer);
          lookThrough();
        }
        expect(new Map(told())).toEqual(new Map(list.all()));
        // Answers are told as they come, wherever they stand.
        const written = ([id]: readonly [string, string]): boolean => id.startsWith('m');
        expect(told().filter(written)).toEqual(list.all().filter(written));
        expect(list.isAtEnd()).toBe(true);
      }),
      { numRuns: runs(10) },
    );
  });
});
