import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEnds } from '../../../../../../lib/capture/platforms/teams/page/call/end.ts';
import { contentOf, pushedIn } from '../../../../../../lib/capture/platforms/teams/page/call/socket.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const content = { participants: { a: { details: { id: '8:orgid:1', displayName: 'Ada – Ä' } } } };
const json = JSON.stringify(content);

describe('what Teams pushes to its page', () => {
  it('is known by its mark, its address and its body', () => {
    expect(pushedIn(bytes(`3:::${JSON.stringify({ id: 1, url: '/v4/f/x/rosterUpdate/', body: 'H4s' })}`))).toEqual({
      url: '/v4/f/x/rosterUpdate/',
      body: 'H4s',
    });
  });

  it.each(['1::', '6:::1+["pong"]', '5:1::{"name":"trouter.connected"}', '3:::', '3:::[]', '3:::{"url":1}', ''])(
    'is nothing else that goes over the socket: %s',
    (text) => expect(pushedIn(bytes(text))).toBeUndefined(),
  );

  it.each([
    ['as it is', json],
    ['by gzip', gzipSync(json).toString('base64')],
    ['deflated with a head', deflateSync(json).toString('base64')],
    ['deflated without one', deflateRawSync(json).toString('base64')],
    ['in what names it as packed', JSON.stringify({ cp: gzipSync(json).toString('base64') })],
    ['in what names it as plain', JSON.stringify({ gp: Buffer.from(json).toString('base64') })],
    [
      'in what names it, packed too',
      gzipSync(JSON.stringify({ cp: gzipSync(json).toString('base64') })).toString('base64'),
    ],
  ])('is read however it is packed: %s', async (_, body) => {
    expect(await contentOf(body)).toEqual(content);
  });

  it.each([
    ['no base64', '*'],
    ['cut off', gzipSync(json).subarray(0, 30).toString('base64')],
    ['noise', Buffer.from([1, 2, 3, 4]).toString('base64')],
    ['half of JSON', '{"participants":'],
    ['a wrapping with noise in it', JSON.stringify({ cp: 'AQID' })],
    ['a wrapping with no JSON in it', JSON.stringify({ gp: Buffer.from('hello').toString('base64') })],
    ['no JSON inside', gzipSync('hello').toString('base64')],
    ['', ''],
  ])('is nothing where nobody can read it: %s', async (_, body) => {
    expect(await contentOf(body)).toBeUndefined();
  });
});

describe('a conversation that ends', () => {
  it.each([
    ['for everybody', {}, { has_sender: false }],
    ['as the bot was refused', { subCode: 5854 }, { sub_code: 5854, has_sender: false }],
    [
      'as somebody removed the bot',
      { subCode: 5300, sender: { id: '8:orgid:1' } },
      { sub_code: 5300, has_sender: true },
    ],
    ['in a wrapping', { conversationEnd: { subCode: 5723 } }, { sub_code: 5723, has_sender: false }],
    [
      'as somebody removed the bot, whom what ended the call tells',
      { subCode: 5300, sender: null, callControllerTransactionEnd: { sender: { id: '8:orgid:1' } } },
      { sub_code: 5300, has_sender: true },
    ],
    ['of its own part', { callEnd: { subCode: 5000, sender: null } }, { sub_code: 5000, has_sender: false }],
    [
      'as it was refused',
      { sessionRejection: { code: 403, subCode: 5854 } },
      { sub_code: 5854, has_failed: true, has_sender: false },
    ],
    ['with what nobody can read', undefined, { has_sender: false }],
  ])('says why: %s', (_, body, told) => {
    const ends = createEnds(() => 0);
    ends.ended(body);
    expect(ends.facts).toEqual([{ kind: 'teams.conversation_end', ...told }]);
  });

  it('is over for the page once it is told of people again', () => {
    const ends = createEnds(() => 0);
    ends.ended({ subCode: 5854 });
    ends.goesOn();
    expect(ends.facts).toEqual([]);
  });

  it('stays over while the page is told of people in the same call, and not in another', () => {
    const ends = createEnds(() => 0);
    ends.ended({ subCode: 5854 }, 'one');
    ends.goesOn('one');
    expect(ends.facts.length).toBe(1);
    ends.goesOn('other');
    expect(ends.facts).toEqual([]);
  });

  describe('is that of an earlier call, such as the one by which the form looks who is there, and none while', () => {
    const told = (calls: readonly string[], ended: string, isShown: boolean): number => {
      const ends = createEnds(
        () => 0,
        () => isShown,
      );
      for (const call of calls) ends.hears(call);
      ends.goesOn(calls.at(-1));
      ends.ended({ subCode: 5001 }, ended);
      return ends.facts.length;
    };

    it('the page shows the call in which it was told of people last', () => {
      expect(told(['form', 'meeting'], 'form', true)).toBe(0);
      expect(told(['form', 'meeting'], 'form', false)).toBe(1);
    });

    it('the end is not of that call itself, nor of one that nobody knew before', () => {
      expect(told(['form', 'meeting'], 'meeting', true)).toBe(1);
      expect(told(['form', 'meeting'], 'next', true)).toBe(1);
      expect(told([], 'next', true)).toBe(1);
    });

    it('that call has not ended too', () => {
      const ends = createEnds(
        () => 0,
        () => true,
      );
      for (const call of ['form', 'meeting']) ends.goesOn(call);
      ends.ended({ subCode: 5001 }, 'form');
      ends.ended({ subCode: 5300, sender: {} }, 'meeting');
      expect(ends.facts).toEqual([{ kind: 'teams.conversation_end', sub_code: 5300, has_sender: true }]);
    });
  });

  it('is told by the end of the page’s own part where nothing else says it', () => {
    const ends = createEnds(() => 0);
    ends.ended({ callEnd: { code: 0 } }, 'one', 'call');
    expect(ends.facts).toEqual([{ kind: 'teams.conversation_end', has_sender: false }]);
    ends.ended({ conversationEnd: { subCode: 5854 } }, 'one');
    expect(ends.facts).toEqual([{ kind: 'teams.conversation_end', sub_code: 5854, has_sender: false }]);
  });
});
