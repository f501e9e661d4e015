/** Whose voice comes by which stream of sound in a Google Meet. Pure but for its memory. */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';

const mostStreams = 15_000;
const mostPeople = 5_000;
const mostHeard = 50;
/** A page marks people some time longer than they are heard. */
const markLastsMs = 2_000;
/** By then what else is heard at the same time is known too. */
const aloneForMs = 100;
/** A tile that is drawn anew may bear the number of whoever had it before, for a moment. */
const steadyForMs = 250;

/** What a page shows of who speaks, by devices. */
export interface ShownSpeakers {
  marked(): string | undefined;
  /** Whose tile bears the number of a stream; not the bot's. */
  bearing(stream: string): string | undefined;
}

/** What tells whose a stream is: a list of outputs, a record elsewhere, or the number on a tile. */
type Teller = 'output' | 'record' | 'tile';
const weight: Record<Teller, number> = { output: 3, record: 2, tile: 1 };

/** `user_id`: null where two people were told in turn, so that nobody can say which of them it is. */
interface Owned {
  readonly teller: Teller;
  readonly user_id: string | null;
}

interface Stretch {
  readonly since_ms: number;
  readonly last_ms: number;
}

export interface MeetVoices {
  /** What is told by less does not count, unless its owner has left, or may have. */
  tell(teller: Exclude<Teller, 'tile'>, stream: string, user_id: string): void;
  /** Undefined where nobody has told; null where it cannot be said. */
  ownerOf(stream: string, bearing: ShownSpeakers['bearing'], at_ms: number): string | null | undefined;
  /** These are heard then. */
  hear(streams: readonly string[], at_ms: number): void;
  /**
   * Whose a stream is that nobody has told of and that is heard: theirs whom the page marks, but nobody's whose voice comes, or
   * may come, by another.
   */
  ownerAsMarked(stream: string, marked: string, at_ms: number): string | undefined;
}

export const createMeetVoices = (people: {
  isInside(id: string): boolean;
  /** It was told of, and has left. */
  hasLeft(id: string): boolean;
  /** Nothing has told so. */
  mayHaveLeft(id: string): boolean;
}): MeetVoices => {
  const owners = new BoundedMap<string, Owned>(mostStreams);
  /** Whose voice comes by a stream that was told. */
  const voiced = new BoundedSet<string>(mostPeople);
  /** On whose tiles the number of a stream was seen last, and since when. */
  const borne = new BoundedMap<string, { readonly user_id: string; readonly since_ms: number }>(mostStreams);
  /** Of streams that nobody has told of: when they were heard, and whom the page marked then. */
  const heard = new BoundedMap<string, Stretch>(mostHeard);
  const marks = new BoundedMap<string, string | null>(mostStreams);

  const stands = (user_id: string | null): boolean => user_id === null || !people.hasLeft(user_id);

  /** Numbers of those who have left may be others' by now. */
  const told = (stream: string): Owned | undefined => {
    const known = owners.get(stream);
    return known && stands(known.user_id) ? known : undefined;
  };

  /** Not where it is only somebody's who may have left. */
  const isOwned = (known: Owned | undefined): known is Owned =>
    known !== undefined && (known.user_id === null || !people.mayHaveLeft(known.user_id));

  const own = (teller: Teller, stream: string, user_id: string | null): void => {
    owners.set(stream, { teller, user_id });
    if (user_id !== null) voiced.add(user_id);
  };

  /** Whether the mark of somebody can be of nothing that is heard, or was a moment ago, but of this. */
  const isOf = (stream: string, marked: string, at_ms: number): boolean =>
    [...heard].every(([other, { last_ms }]) => {
      if (other === stream || at_ms - last_ms > markLastsMs) return true;
      const owner = told(other)?.user_id ?? marks.get(other);
      return typeof owner === 'string' && owner !== marked && stands(owner);
    });

  return {
    tell(teller, stream, user_id) {
      const known = told(stream);
      if (isOwned(known) && weight[teller] < weight[known.teller]) return;
      own(teller, stream, user_id);
    },
    ownerOf(stream, bearing, at_ms) {
      const known = told(stream);
      if (isOwned(known) && (known.teller !== 'tile' || known.user_id === null)) return known.user_id;
      const shown = bearing(stream);
      if (shown === undefined || !people.isInside(shown)) return known?.user_id;
      if (borne.get(stream)?.user_id !== shown) borne.set(stream, { user_id: shown, since_ms: at_ms });
      if (shown === known?.user_id) return shown;
      const isSteady = at_ms - (borne.get(stream)?.since_ms ?? at_ms) >= steadyForMs;
      if (isSteady) own('tile', stream, isOwned(known) ? null : shown);
      else if (known) return null;
      return told(stream)?.user_id;
    },
    hear(streams, at_ms) {
      for (const stream of streams.filter((one) => typeof told(one)?.user_id !== 'string')) {
        const before = heard.get(stream);
        const goesOn = before && at_ms - before.last_ms <= markLastsMs;
        heard.set(stream, { since_ms: goesOn ? before.since_ms : at_ms, last_ms: at_ms });
      }
    },
    ownerAsMarked(stream, marked, at_ms) {
      const before = marks.get(stream);
      if (before === null || voiced.has(marked)) return undefined;
      if (before === marked) return marked;
      const stretch = heard.get(stream);
      if (!stretch || at_ms - stretch.since_ms < aloneForMs || !isOf(stream, marked, at_ms)) return undefined;
      const isDisputed = before !== undefined && stands(before);
      marks.set(stream, isDisputed ? null : marked);
      return isDisputed ? undefined : marked;
    },
  };
};
