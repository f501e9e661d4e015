/**
 * What somebody sends of whom the server has not told yet. Of whoever publishes no track, as agents that write captions, it tells every
 * three seconds only (PushAndDequeueUpdates in rtc/room.go of livekit-server 1.13.5), and what they send it passes on at once. Without
 * knowing who they are nobody can say whether to believe them. Runs in the page. Pure but for its memory.
 */
import { BoundedSet } from '../../../../process/bounded.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import type { Sender } from './text-streams.ts';

/** Whoever is not told of by then is hidden. */
const longestMs = 4_000;
/** Of each who sends them: whoever sends much takes nobody else's place. */
const mostPackets = 500;
const mostBytes = 1024 * 1024;
const mostSenders = 500;
const mostGivenUp = 500;

export interface Packet {
  readonly sender: Sender;
  readonly message: ProtoMessage;
  /** In bytes. */
  readonly size: number;
}

interface Arrived extends Packet {
  readonly at_ms: number;
}

export interface EarlyPackets {
  /** Packets are heard in their order, and passed on in it for each who sends them. */
  hear(packet: Packet): Promise<void>;
  /** Passes on what waits no more: those who sent it are known by now, or will not be. */
  release(): Promise<void>;
  /** When the packet came that is being passed on; else what time it is. */
  now(): number;
}

/** `isKnown`: whether the server has told of whoever has this connection. */
export const createEarlyPackets = (
  isKnown: (sid: string) => boolean,
  pass: (packet: Packet) => Promise<unknown>,
  clock: () => number = Date.now,
): EarlyPackets => {
  const held = new Map<string, Arrived[]>();
  /** Connections of which nothing is held any more. */
  const givenUp = new BoundedSet<string>(mostGivenUp);
  let passing: Arrived | undefined;
  let last: Promise<void> = Promise.resolve();

  const passOn = (packets: readonly Arrived[]): Promise<void> => {
    for (const packet of packets)
      last = last
        .then(async () => {
          passing = packet;
          await pass(packet);
        })
        .catch(() => undefined)
        .finally(() => {
          passing = undefined;
        });
    return last;
  };

  const passOnHeld = (sid: string): Promise<void> => {
    const packets = held.get(sid) ?? [];
    held.delete(sid);
    return passOn(packets);
  };

  const giveUp = (sid: string): Promise<void> => {
    givenUp.add(sid);
    return passOnHeld(sid);
  };

  const isEarly = ({ from, sid }: Sender): boolean =>
    from === 'other' && sid !== '' && !isKnown(sid) && !givenUp.has(sid);

  const isTooMuch = (packets: readonly Arrived[]): boolean =>
    packets.length > mostPackets || packets.reduce((sum, { size }) => sum + size, 0) > mostBytes;

  return {
    hear(packet) {
      const arrived = { ...packet, at_ms: clock() };
      const { sid, identity } = packet.sender;
      if (!isEarly(packet.sender)) return passOn([arrived]);
      const packets = [...(held.get(sid) ?? []), arrived];
      held.set(sid, packets);
      // The server names nobody whom it hides.
      return identity === '' || isTooMuch(packets) || held.size > mostSenders ? giveUp(sid) : Promise.resolve();
    },
    release() {
      for (const [sid, [first]] of [...held]) {
        if (isKnown(sid)) void passOnHeld(sid);
        else if (first && clock() - first.at_ms >= longestMs) void giveUp(sid);
      }
      return last;
    },
    now: () => passing?.at_ms ?? clock(),
  };
};
