import { describe, expect, it } from 'vitest';
import { createLiveKitRoster, type LiveKitRoster } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { proto } from '../../../../lab/builders/proto.ts';
import { ada, aParticipant, bot, gone, inside, joined, left, updated } from './room.ts';

const kindsOf = ({ wire }: Pick<LiveKitRoster, 'wire'>) => wire.map(({ kind }) => kind);

let now_ms: number;
/** The server lets the bot in, whose media have not got through yet, and says this. */
const comesIn = (...messages: Uint8Array[]) => {
  now_ms = 100_000;
  const roster = createLiveKitRoster(undefined, () => now_ms);
  const socket = roster.connect();
  for (const message of [joined(bot), ...messages]) socket.hear('other', message);
  return { roster, socket };
};

describe('the connection to a LiveKit meeting', () => {
  const kindsAfter = (...messages: Uint8Array[]) => {
    const { roster, socket } = inside();
    for (const message of messages) socket.hear('other', message);
    return roster.wire.map(({ kind, reason }) => [kind, ...(reason ? [reason] : [])].join(' '));
  };

  it('is told from the first socket to the end, with its reason', () => {
    const roster = createLiveKitRoster();
    expect(roster.wire).toEqual([]);
    roster.connect();
    expect(roster.wire).toEqual([{ kind: 'livekit.connecting' }]);
    expect(kindsAfter()).toEqual(['livekit.connected']);
    expect(kindsAfter(left(4))).toEqual(['livekit.connected', 'livekit.disconnected PARTICIPANT_REMOVED']);
    expect(kindsAfter(left(99))).toEqual(['livekit.connected', 'livekit.disconnected UNKNOWN_REASON']);
  });

  it('is one that comes back when another socket is opened', () => {
    const { roster } = inside();
    const anew = roster.connect();
    expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    anew.hear('other', proto({ 19: {} }));
    expect(kindsOf(roster)).toEqual(['livekit.connected']);
  });

  it('is gone when its socket is closed and nobody has said why, until there is another one', () => {
    const { roster, socket } = inside();
    socket.closed();
    expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    // Of the connection before.
    roster.reached();
    const another = roster.connect();
    another.hear('other', joined(bot));
    expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting', 'livekit.joined']);
    another.closed();
    roster.reached();
    expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    roster.connect().hear('other', joined(bot));
    roster.reached();
    expect(kindsOf(roster)).toEqual(['livekit.connected']);
  });

  describe('to which the server has let it, and that its media have not got through to', () => {
    const resumed = proto({ 19: {} });

    it('is none yet', () => {
      expect(kindsOf(comesIn().roster)).toEqual(['livekit.joined']);
    });

    it('is never one where its socket is closed, as clients do that wait in vain, and nobody has said why', () => {
      const one = comesIn();
      now_ms += 10_000;
      one.socket.closed();
      expect(kindsOf(one.roster)).toEqual(['livekit.joined', 'livekit.unreached']);
      one.roster.reached();
      expect(kindsOf(one.roster)).toEqual(['livekit.joined', 'livekit.unreached']);
      one.roster.connect();
      expect(kindsOf(one.roster)).toEqual(['livekit.connecting']);
    });

    it('is cut off where its socket is closed sooner', () => {
      const one = comesIn();
      now_ms += 9_999;
      one.socket.closed();
      expect(one.roster.wire).toEqual([
        { kind: 'livekit.joined' },
        { kind: 'livekit.disconnected', reason: 'SIGNAL_CLOSE' },
      ]);
    });

    it.each([
      [9_999, 'livekit.disconnected'],
      [10_000, 'livekit.unreached'],
    ])(
      'is cut off or reaches nothing also where its page leaves before its socket is closed, after %i ms',
      (ms, kind) => {
        const one = comesIn();
        now_ms += ms;
        one.socket.hear('page', left(1));
        expect(kindsOf(one.roster)).toEqual(['livekit.joined', 'livekit.disconnected']);
        one.socket.closed();
        expect(kindsOf(one.roster)).toEqual(['livekit.joined', 'livekit.disconnected', kind]);
      },
    );

    it('is none after another beginning either: a client leaves before each', () => {
      const one = comesIn();
      one.socket.hear('page', left(1));
      one.socket.closed();
      const anew = one.roster.connect();
      expect(kindsOf(one.roster)).toEqual(['livekit.connecting']);
      anew.hear('other', joined(bot));
      expect(kindsOf(one.roster)).toEqual(['livekit.joined']);
      one.roster.reached();
      expect(kindsOf(one.roster)).toEqual(['livekit.connected']);
    });

    it('is none by going on with it over another socket, before they have', () => {
      const one = comesIn();
      one.socket.closed();
      one.roster.connect().hear('other', resumed);
      expect(kindsOf(one.roster)).toEqual(['livekit.joined']);
      one.roster.reached();
      expect(kindsOf(one.roster)).toEqual(['livekit.connected']);
    });

    it('is one by going on with it where they have got through between two sockets', () => {
      const one = comesIn();
      one.socket.closed();
      one.roster.reached();
      one.roster.connect().hear('other', resumed);
      expect(kindsOf(one.roster)).toEqual(['livekit.connected']);
    });

    it('is none by going on with it where only those of the connection before had', () => {
      const { roster } = inside();
      roster.connect().hear('other', joined(bot));
      roster.connect().hear('other', resumed);
      expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting', 'livekit.joined']);
    });

    it('is none in another room to which the server moves it', () => {
      expect(kindsOf(comesIn(proto({ 24: { 3: aParticipant('PA_bot3', 'bot') } })).roster)).toEqual(['livekit.joined']);
    });

    it('is ended by the server where that says why', () => {
      const one = comesIn(left(4));
      one.socket.closed();
      one.roster.reached();
      expect(one.roster.wire).toEqual([
        { kind: 'livekit.joined' },
        { kind: 'livekit.disconnected', reason: 'PARTICIPANT_REMOVED' },
      ]);
    });
  });

  it('has ended for the reason that was given when its socket is closed thereafter', () => {
    const { roster, socket } = inside();
    socket.hear('other', left(4));
    socket.closed();
    expect(roster.wire.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['livekit.connected', undefined],
      ['livekit.disconnected', 'PARTICIPANT_REMOVED'],
    ]);
  });

  it('is told at once as ended by the server, and as no longer so when another socket is opened', () => {
    const told: unknown[] = [];
    const roster = createLiveKitRoster((wire) => told.push(kindsOf({ wire })));
    const socket = roster.connect();
    socket.hear('other', joined(bot));
    socket.hear('other', left(3, { 3: 1 }));
    expect(told.splice(0)).toEqual([[]]);
    socket.hear('other', left(5));
    expect(told.splice(0)).toEqual([['livekit.joined', 'livekit.disconnected']]);
    roster.connect();
    expect(told).toEqual([[]]);
  });

  it('is that of the socket that was opened last, whatever is said by the one before', () => {
    const duplicate_identity = 2;
    const { roster, socket } = inside(ada);
    roster.connect().hear('other', joined(aParticipant('PA_bot2', 'bot'), ada));
    roster.reached();
    socket.hear('other', left(duplicate_identity));
    socket.hear('other', updated({ ...ada, 3: gone }));
    socket.closed();
    expect(kindsOf(roster)).toEqual(['livekit.connected']);
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot2', 'PA_ada']);
  });

  it('has not ended where the server has clients come back', () => {
    const [resume, reconnect] = [1, 2];
    expect(kindsAfter(left(8, { 3: resume }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3, { 3: reconnect }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3, { 1: 1 }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3), joined(bot))).toEqual(['livekit.connected', 'livekit.reconnecting', 'livekit.joined']);
  });

  describe('that the page itself ends', () => {
    const leaves = () => {
      const one = comesIn();
      one.roster.reached();
      one.socket.hear('page', left(1));
      return one;
    };

    it('has ended, and for good once there was no other for half a minute', () => {
      const { roster, socket } = leaves();
      socket.closed();
      expect(roster.wire.at(-1)).toEqual({ kind: 'livekit.disconnected', reason: 'CLIENT_INITIATED' });
      now_ms += 29_999;
      expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.disconnected']);
      now_ms += 1;
      expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.disconnected', 'livekit.stays_out']);
    });

    it('has ended by the page also where the server says so again', () => {
      const { roster, socket } = leaves();
      socket.hear('other', left(1));
      now_ms += 30_000;
      expect(kindsOf(roster)).toEqual([
        'livekit.connected',
        'livekit.disconnected',
        'livekit.disconnected',
        'livekit.stays_out',
      ]);
    });

    it('is one that comes back where the page opens another', () => {
      const { roster } = leaves();
      const anew = roster.connect();
      now_ms += 60_000;
      expect(kindsOf(roster)).toEqual(['livekit.connected', 'livekit.reconnecting']);
      anew.hear('other', joined(bot));
      roster.reached();
      expect(kindsOf(roster)).toEqual(['livekit.connected']);
    });

    it('has ended as the server says, where that says why meanwhile', () => {
      const { roster, socket } = leaves();
      socket.hear('other', left(4));
      now_ms += 60_000;
      expect(roster.wire.at(-1)).toEqual({ kind: 'livekit.disconnected', reason: 'PARTICIPANT_REMOVED' });
    });
  });

  it('is refused with a status, but not by a server that is asked in a way that it does not know', () => {
    const refusal = (status: number, words: string) => {
      const roster = createLiveKitRoster();
      roster.connect();
      roster.refused(status, words);
      return roster.wire.at(-1);
    };
    expect(refusal(401, 'invalid token')).toEqual({ kind: 'livekit.refused', reason: 'NotAllowed', status: 401 });
    expect(refusal(404, 'requested room does not exist')).toMatchObject({ kind: 'livekit.refused', status: 404 });
    expect(refusal(404, '404 page not found')).toEqual({ kind: 'livekit.connecting' });
  });

  it('is not taken from what is no message', () => {
    const { roster, socket } = inside();
    socket.hear('other', Uint8Array.of(255, 255, 255));
    socket.hear('other', new TextEncoder().encode('{"leave":{}}'));
    expect(kindsOf(roster)).toEqual(['livekit.connected']);
  });
});
