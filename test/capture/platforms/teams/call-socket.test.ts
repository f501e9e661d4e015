import { describe, expect, it } from 'vitest';
import { createCallSocket } from '../../../../lib/capture/platforms/teams/call-socket.ts';

const closed = [{ kind: 'teams.call_socket_closed' }];
/** As a page was seen to open two to one address, but for the last part (a public capture of 2025-11-14). */
const urlOf = (epid: string, con_num = 1) =>
  `wss://trouter.example.com/socket.io/1/websocket/668b433c?epid=${epid}&con_num=${con_num}`;

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
    after.hear();
    after.closed('other');
    expect(socket.facts).toEqual(closed);
  });
});

describe("what comes by a socket of a Teams' page", () => {
  it('counts until one that was opened later to the same address has said something, and never again then', () => {
    const socket = createCallSocket();
    const before = socket.opened(urlOf('a'));
    expect(before.hear()).toBe(true);
    const after = socket.opened(urlOf('a', 2));
    expect([before.hear(), after.hear(), before.hear(), after.hear()]).toEqual([true, true, false, true]);
    after.closed('other');
    expect(before.hear()).toBe(false);
  });

  it('counts beside that of another address, and of sockets that name no endpoint', () => {
    const socket = createCallSocket();
    const [call, messages] = [socket.opened(urlOf('a')), socket.opened(urlOf('b'))];
    const plain = ['wss://trouter.example.com/1?x', 'wss://trouter.example.com/2?x'].map(socket.opened);
    const all = [call, messages, ...plain];
    expect([...all, ...all].map((one) => one.hear())).not.toContain(false);
    expect([socket.opened('wss://trouter.example.com/1?y').hear(), plain[0]?.hear()]).toEqual([true, false]);
  });
});
