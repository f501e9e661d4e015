/** Whose cameras shall be sent to the bot, and how large. Pure. */
import type { CameraSizes } from '../../../protocol/people.ts';
import type { Arrangement } from './arrangement.ts';

export interface Cameras {
  readonly large: ReadonlySet<string>;
  readonly small: ReadonlySet<string>;
}

interface Talk {
  /** Who speaks now. */
  readonly speaking: ReadonlySet<string>;
  /** Who spoke of late. */
  readonly recent: readonly string[];
  /** Whether there is a large tile for who speaks; a shared screen may have taken it. */
  readonly isSpeakerLarge: boolean;
}

// Those of 180 lines may be shown a little larger than they are.
const smallTile = 216;
// A conversation mostly goes on between so many.
const mostExpected = 3;
// Whoever throws in a word often speaks again; and a camera that goes off and on costs its owner more than one that
// stays.
// A small picture costs little, and is there at once for somebody who is shown again.
const lingersMs = { large: 10_000, small: 60_000 };

/** The cameras of an arrangement, and of those whom it may come to show. */
export const camerasFor = (tiles: Arrangement, { speaking, recent, isSpeakerLarge }: Talk): Cameras => {
  const large = new Set<string>();
  const small = new Set<string>(recent.slice(0, mostExpected));
  for (const { participant_id, rect } of tiles) {
    if (participant_id === undefined) continue;
    if (rect.height > smallTile) large.add(participant_id);
    else small.add(participant_id);
  }
  for (const id of speaking) (isSpeakerLarge ? large : small).add(id);
  return { large, small };
};

/** `tell` hears which cameras are wanted and which are not, each time that it is something else. */
export const createWantedCameras = (tell: (sizes: CameraSizes) => void) => {
  const until_ms = { large: new Map<string, number>(), small: new Map<string, number>() };
  let told: string | undefined;

  const keep = (size: 'large' | 'small', ids: ReadonlySet<string>, now_ms: number): void => {
    const ends = until_ms[size];
    for (const id of ids) ends.set(id, now_ms + lingersMs[size]);
    for (const [id, end_ms] of ends) if (end_ms <= now_ms) ends.delete(id);
  };

  const sizeOf = (id: string): 'large' | 'small' | 'none' => {
    if (until_ms.large.has(id)) return 'large';
    return until_ms.small.has(id) ? 'small' : 'none';
  };

  return {
    /**
     * These are wanted now, and for a while after they are no longer; those of all others who are `known` are not. Called
     * several times a second.
     */
    want({ large, small }: Cameras, known: readonly string[], now_ms: number): void {
      keep('large', large, now_ms);
      keep('small', new Set([...small, ...large]), now_ms);
      const sizes = Object.fromEntries(known.map((id) => [id, sizeOf(id)] as const));
      const now = JSON.stringify(sizes);
      if (now === told) return;
      told = now;
      tell(sizes);
    },
  };
};
