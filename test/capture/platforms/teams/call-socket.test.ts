import { describe, expect, it } from 'vitest';
import { createCallSocket } from '../../../../lib/capture/platforms/teams/call-socket.ts';

const closed = [{ kind: 'teams.call_socket_closed' }];

describe("the socket of a Teams' page over which it hears of its call", () => {
  it('is lost when the servers close the last that there is', () => {
    const socket = createCallSocket();
    socket.opened('wss://example.com/1');
    socket.opened('wss://example.com/2');
    socket.closed('wss://example.com/1', 'other');
    expect(socket.facts).toEqual([]);
    socket.closed('wss://example.com/2', 'other');
    expect(socket.facts).toEqual(closed);
  });

  it('is not lost where the page has closed it, or opens another', () => {
    const socket = createCallSocket();
    socket.opened('wss://example.com/1');
    socket.closed('wss://example.com/1', 'page');
    expect(socket.facts).toEqual([]);
    socket.closed('wss://example.com/1', 'other');
    socket.opened('wss://example.com/2');
    expect(socket.facts).toEqual([]);
  });

  it('is missed no longer once the call is heard of again, in whatever way', () => {
    const socket = createCallSocket();
    socket.opened('wss://example.com/1');
    socket.closed('wss://example.com/1', 'other');
    socket.heard();
    expect(socket.facts).toEqual([]);
  });
});
