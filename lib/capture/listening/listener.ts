/** Listens to everybody: who is speaking, and when anybody was last heard. Runs in the media worker. */
import type { Sound } from '../recorder/page/voices.ts';
import { createEar, type Ear } from './ear.ts';
import type { SpeechChange } from './speech-gate.ts';

export type AttributedChange = SpeechChange & { readonly participant_id: string };

/** What was heard, in Unix time. */
export interface Heard {
  readonly changes: readonly AttributedChange[];
  readonly last_sound_ms: number | null;
}

const told_every_ms = 250;

interface Listened {
  readonly ear: Ear;
  owner: string | null;
}

/** `wallClock` makes Unix time of the clock by which sound comes. */
export const createListener = (wallClock: (at_ms: number) => number, tell: (heard: Heard) => void) => {
  const voices = new Map<number, Listened>();
  let last_sound_ms: number | null = null;
  let told_ms = Number.NEGATIVE_INFINITY;

  const attributed = (owner: string | null, change: SpeechChange | undefined): AttributedChange[] =>
    change && owner !== null
      ? [{ type: change.type, at_ms: Math.round(wallClock(change.at_ms)), participant_id: owner }]
      : [];

  const say = (changes: readonly AttributedChange[]): void => tell({ changes, last_sound_ms });

  const end = (voice: number): void => {
    const listened = voices.get(voice);
    if (!listened) return;
    const changes = attributed(listened.owner, listened.ear.stop());
    if (changes.length > 0) say(changes);
  };

  return {
    /** When somebody was last heard through any track of theirs, by the clock of the sound; a pause shows here at once. */
    heardAt: (participant_id: string): number =>
      [...voices.values()].reduce(
        (latest, { owner, ear }) => (owner === participant_id ? Math.max(latest, ear.heard_ms) : latest),
        0,
      ),
    add(voice: number, owner: string | null): void {
      voices.set(voice, { ear: createEar(), owner });
    },
    /** Somebody else speaks through a track from now on: what was being said ends, what follows begins anew. */
    setOwner(voice: number, owner: string | null): void {
      end(voice);
      const listened = voices.get(voice);
      if (listened) listened.owner = owner;
    },
    end(voice: number): void {
      end(voice);
      voices.delete(voice);
    },
    hear({ voice, samples, at_ms }: Sound): void {
      const listened = voices.get(voice);
      if (!listened) return;
      const { ear, owner } = listened;
      const changes = ear.hear(samples, at_ms).flatMap((change) => attributed(owner, change));
      if (ear.isSounding) last_sound_ms = Math.max(last_sound_ms ?? 0, Math.round(wallClock(at_ms)));
      if (changes.length === 0 && !(ear.isSounding && at_ms - told_ms > told_every_ms)) return;
      told_ms = at_ms;
      say(changes);
    },
  };
};
export type Listener = ReturnType<typeof createListener>;
