/** The tracks that the page receives: which of them are of use, and what comes of each. Runs in the page. */
import { type Arrivals, arrivalsIn, delayBetween } from './arrivals.ts';
import type { CountedTrack, PlatformPage, ReceivedTrack } from './platform-page.ts';

// Platforms make tracks ahead, for people who may come, and some leave those of people who are gone without ending them.
const letGoAfterMs = 30_000;

export interface TrackUser {
  take(received: ReceivedTrack): void;
  /** It is over, or of no use for now: nothing came of it for long, and it was nobody's. */
  drop(received: ReceivedTrack): void;
  /** How long what came of tracks lately waited until it was played or shown, in ms, where that is known. */
  delayed?(delays: ReadonlyMap<ReceivedTrack, number>): void;
}

/** A track, and what is known of what came of it; moments are by `performance.now()`. */
export interface KnownTrack extends CountedTrack {
  /** Names it among all tracks of the page. */
  readonly number: number;
  /** When packets were last found to have come, and when pictures to have been decoded. */
  readonly arrived_ms: number | undefined;
  readonly decoded_ms: number | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Kept extends Mutable<KnownTrack> {
  isTaken: boolean;
  useful_ms: number;
}

export interface ReceivedTracks {
  /** It has come, or come again. */
  add(received: ReceivedTrack): void;
  /** Those that are of use. */
  readonly used: readonly KnownTrack[];
  /** Counts what has come. Called once a second. */
  look(): Promise<void>;
}

/** Those who use tracks are told of them in order. */
export const createReceivedTracks = (
  ownerOf: PlatformPage['ownerOf'],
  users: readonly TrackUser[],
  now: () => number = () => performance.now(),
): ReceivedTracks => {
  const tracks = new Map<ReceivedTrack, Kept>();
  let count = 0;

  const take = (kept: Kept): void => {
    kept.useful_ms = now();
    if (kept.isTaken) return;
    kept.isTaken = true;
    for (const user of users) user.take(kept.received);
  };

  const drop = (kept: Kept): void => {
    if (!kept.isTaken) return;
    kept.isTaken = false;
    for (const user of users) user.drop(kept.received);
  };

  const forget = (kept: Kept): void => {
    tracks.delete(kept.received);
    drop(kept);
  };

  const note = (kept: Kept, arrivals: Arrivals | undefined): number | undefined => {
    const before = kept.arrivals;
    kept.arrivals = arrivals ?? before;
    const hasArrived = arrivals !== undefined && arrivals.packets !== (before?.packets ?? 0);
    if (hasArrived) kept.arrived_ms = now();
    if (arrivals && arrivals.frames !== (before?.frames ?? 0)) kept.decoded_ms = now();
    if (hasArrived || ownerOf(kept.received)) take(kept);
    else if (now() - kept.useful_ms >= letGoAfterMs) drop(kept);
    return arrivals && delayBetween(before, arrivals);
  };

  return {
    get used() {
      return [...tracks.values()].filter(({ isTaken }) => isTaken);
    },
    add(received) {
      const known = tracks.get(received);
      if (known) return take(known);
      count += 1;
      const unheard = { arrivals: undefined, arrived_ms: undefined, decoded_ms: undefined };
      const kept: Kept = { received, number: count, ...unheard, isTaken: false, useful_ms: 0 };
      tracks.set(received, kept);
      received.track.addEventListener('ended', () => forget(kept));
      take(kept);
    },
    async look() {
      for (const kept of tracks.values()) {
        const { track, connection } = kept.received;
        // Not every way of ending is told by an event.
        if (track.readyState === 'ended' || connection.signalingState === 'closed') forget(kept);
      }
      const connections = new Set([...tracks.keys()].map(({ connection }) => connection));
      const counted = new Map(
        await Promise.all([...connections].map(async (one) => [one, await arrivalsIn(one)] as const)),
      );
      const delays = new Map<ReceivedTrack, number>();
      for (const kept of tracks.values()) {
        const { connection, mid } = kept.received;
        const delay_ms = note(kept, mid === null ? undefined : counted.get(connection)?.get(mid));
        if (delay_ms !== undefined) delays.set(kept.received, delay_ms);
      }
      for (const user of users) user.delayed?.(delays);
    },
  };
};
