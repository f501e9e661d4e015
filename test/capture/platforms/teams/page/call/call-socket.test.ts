import { describe, expect, it } from 'vitest';
import {
  createCallSocket,
  type OpenedSocket,
} from '../../../../../../lib/capture/platforms/teams/page/call/call-socket.ts';

const closed = [{ kind: 'teams.call_socket_closed' }];
/** As a page was seen to open two to one address, but for the last part (a public capture of 2025-11-14). */
const urlOf = (epid: string, con_num = 1) =>
  `wss://trouter.example.com/socket.io/1/websocket/668b433c?epid=${epid}&con_num=${con_num}`;

const pushed = new TextEncoder().encode('3:::{"url":"/v4/f/1/callAgent/2/rosterUpdate","body":"{}"}');
const greeting = new TextEncoder().encode('1::');
const hears = (socket: OpenedSocket | undefined): boolean => socket?.hear(pushed) !== undefined;

describe("the socket of a Teams' page over which it hears of its call", () => {
  it('is lost when the servers close the last that there is', () => {
    const socket = createCallSocket();
    const [one, other] = [socket.opened(urlOf('a')), socket.opened(urlOf('b'))];
    one.closed('other');
    expect(socket.facts).toEqual([]);
    other.closed('other');
    expect(socket.facts).toEqual(closed);
  });

  it('is not lost where the page has closed it, or opens another', () => {
    const socket = createCallSocket();
    socket.opened(urlOf('a')).closed('page');
    expect(socket.facts).toEqual([]);
    const again = socket.opened(urlOf('a'));
    again.closed('other');
    socket.opened(urlOf('a'));
    expect(socket.facts).toEqual([]);
  });

  it('is missed no longer once the call is heard of again, in whatever way', () => {
    const socket = createCallSocket();
    socket.opened(urlOf('a')).closed('other');
    socket.heard();
    expect(socket.facts).toEqual([]);
  });

  it('is missed no longer once one that was replaced is heard again, in the place of the one that was closed', () => {
    const socket = createCallSocket();
    const before = socket.opened(urlOf('a'));
    const after = socket.opened(urlOf('a', 2));
    hears(after);
    after.closed('other');
    before.hear(greeting);
    expect(socket.facts).toEqual(closed);
    hears(before);
    expect(socket.facts).toEqual([]);
  });

  it.each([1, 2])(
    'is not lost where one is closed that another to the same address has taken the place of: %i',
    (con_num) => {
      const socket = createCallSocket();
      const before = socket.opened(urlOf('a'));
      const after = socket.opened(urlOf('a', con_num));
      before.closed('other');
      expect(socket.facts).toEqual([]);
      after.closed('other');
      expect(socket.facts).toEqual(closed);
    },
  );

  it('is lost though one is left open that was replaced', () => {
    const socket = createCallSocket();
    socket.opened(urlOf('a'));
    const after = socket.opened(urlOf('a', 2));
    hears(after);
    after.closed('other');
    expect(socket.facts).toEqual(closed);
  });

  it('is lost once the one that it had before is closed too, where that was left', () => {
    const socket = createCallSocket();
    const before = socket.opened(urlOf('a'));
    const after = socket.opened(urlOf('a', 2));
    hears(after);
    after.closed('page');
    expect(socket.facts).toEqual([]);
    before.closed('other');
    expect(socket.facts).toEqual(closed);
  });
});

describe("what comes by a socket of a Teams' page", () => {
  it('counts until one that was opened later to the same address has said something, and not while that is open', () => {
    const socket = createCallSocket();
    const before = socket.opened(urlOf('a'));
    expect(hears(before)).toBe(true);
    const after = socket.opened(urlOf('a', 2));
    expect([hears(before), hears(after), hears(before), hears(after)]).toEqual([true, true, false, true]);
  });

  it('counts beside one that has only greeted', () => {
    const socket = createCallSocket();
    const before = socket.opened(urlOf('a'));
    expect(socket.opened(urlOf('a', 2)).hear(greeting)).toBe(undefined);
    expect(hears(before)).toBe(true);
  });

  it.each(['page', 'other'] as const)('counts again once the one in its place is closed by the %s', (by) => {
    const socket = createCallSocket();
    const [first, second, third] = [1, 2, 3].map((con_num) => socket.opened(urlOf('a', con_num)));
    expect([first, second, third].map(hears)).toEqual([true, true, true]);
    third?.closed(by);
    expect([hears(first), hears(second), hears(third)]).toEqual([false, true, false]);
    second?.closed(by);
    expect(hears(first)).toBe(true);
  });

  it('counts beside that of another address, and of sockets that name no endpoint', () => {
    const socket = createCallSocket();
    const [call, messages] = [socket.opened(urlOf('a')), socket.opened(urlOf('b'))];
    const plain = ['wss://trouter.example.com/1?x', 'wss://trouter.example.com/2?x'].map(socket.opened);
    const all = [call, messages, ...plain];
    expect([...all, ...all].map(hears)).not.toContain(false);
    expect([hears(socket.opened('wss://trouter.example.com/1?y')), hears(plain[0])]).toEqual([true, false]);
  });
});
