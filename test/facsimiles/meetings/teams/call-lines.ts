/** The call sockets of Teams' pages: each opens one when it begins, and is told by it who is there, and why it ends. */
import type { WebSocket } from 'ws';
import { type Guest, perGuest } from '../guest.ts';
import { createBadLine } from '../quirks.ts';
import { type End, endFrame, type FrameOf, greetings, rosterFrame } from './wire.ts';

/** What the services say where a page of this name is shown. */
const ends: Readonly<Record<string, End>> = {
  't11-denied': { code: 403, subCode: 5854, phrase: 'Request to join was denied' },
  't12-declined': { code: 403, subCode: 5854, phrase: 'Request to join was declined' },
  't20-anonymous-off': { code: 403, subCode: 5723, phrase: 'Anonymous join is disabled' },
  't31-removed': { code: 0, subCode: 5300, phrase: 'Removed by another participant' },
  't32-meeting-ended': { code: 0, phrase: 'Conversation ended' },
};

const createCallLine = (id: string, guest: Guest) => {
  const { meeting, visit } = guest;
  const badLine = createBadLine(visit.quirks.wire, visit.chance);
  const told = new Set<string>();
  let socket: WebSocket | undefined;
  let replaced: WebSocket | undefined;
  let waiting: string[] = [...greetings];
  let frames = 0;
  let calls = 1;
  let inCall = false;

  const send = (text: string): void => {
    if (socket) socket.send(text);
    else waiting.push(text);
  };
  const say = (make: (of: FrameOf) => string): void => {
    frames += 1;
    for (const bytes of badLine(Buffer.from(make({ id: frames, call: calls })))) send(Buffer.from(bytes).toString());
  };
  return {
    id,
    opened(made: WebSocket): void {
      if (socket) waiting = [...greetings];
      replaced = socket;
      socket = made;
      for (const text of waiting.splice(0)) made.send(text);
      made.on('close', () => {
        if (socket !== made) return;
        socket = undefined;
        waiting = [...greetings];
      });
    },
    say,
    /** Over the socket that the page has opened another one in place of; answers whether there is one. */
    sayLate(make: (of: FrameOf) => string): boolean {
      frames += 1;
      replaced?.send(make({ id: frames, call: calls }));
      return replaced !== undefined;
    },
    /** What is told from here on is of another call of the page's. */
    callAnew(): void {
      calls += 1;
      inCall = true;
    },
    sayEnd(page: string, end: End): void {
      if (told.has(page)) return;
      told.add(page);
      const sender = page === 't31-removed' ? meeting.members.find(({ isHost }) => isHost) : undefined;
      say((of) => endFrame(of, { ...end, sender }));
      // Each is pushed by itself, in no order that is promised.
      if (inCall) say((of) => rosterFrame(of, { participants: {}, type: 'Delta' }));
    },
  };
};
export type CallLine = ReturnType<typeof createCallLine>;

/** `urlOf`: where the page opens the line that is called so. */
export const createCallLines = (urlOf: (id: string) => string) => {
  const lines = new Map<string, CallLine>();
  /** A guest's, whose page opens it when it is first asked for. */
  const of = perGuest((guest) => {
    const line = createCallLine(String(lines.size + 1), guest);
    lines.set(line.id, line);
    guest.visit.tell({ type: 'open_socket', url: urlOf(line.id) });
    return line;
  });
  return {
    of,
    /** The page opens another socket to the same address, while the one before is open still. */
    reopen: (guest: Guest): void => guest.visit.tell({ type: 'open_socket', url: urlOf(of(guest).id) }),
    opened: (id: string, socket: WebSocket): void => lines.get(id)?.opened(socket),
    /** Says why it ends, once, where a page of this name is shown. */
    sayEnd(guest: Guest, page: string): void {
      const end = ends[page];
      if (end) of(guest).sayEnd(page, end);
    },
  };
};
