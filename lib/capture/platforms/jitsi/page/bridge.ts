/**
 * Whose the bridge says that what it sends is, where it rewrites its streams (`AudioSourcesMap`, `VideoSourcesMap`). Its page leaves
 * out what it is told of a stream that it has not made a track of yet (`processSourceMap` in JingleSessionPC.ts), and goes on
 * with whose it was before. Pure but for its memory.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { HandedOn, OwnedBy } from '../../../programs/page/platform-page.ts';
import { fieldsOf, jsonIn } from '../../page/told-json.ts';
import type { JitsiTrack } from './room.ts';
import { wordOf } from './store.ts';

const mostStreams = 1_000;
const maps: readonly unknown[] = ['AudioSourcesMap', 'VideoSourcesMap'];
/** Where the bridge hands streams on: its channel sends again what was lost, and keeps what comes behind waiting. */
const rewritingToldWithinMs = 1_000;
/** Where every stream stays whose it is, and the page tells. */
const toldWithinMs = 300;

/** What the bridge has said of a stream. */
export interface BridgeWord {
  readonly owner: string;
  readonly handed: HandedOn;
}

export interface JitsiBridge {
  /** A message of the bridge's channel. */
  hear(from: 'page' | 'other', bytes: Uint8Array): void;
  /** Whose a stream is, by its number (SSRC); undefined where the bridge has not said. */
  wordOn(ssrc: unknown): BridgeWord | undefined;
  /** How long after the sound its word may come, at most. */
  readonly told_within_ms: number;
}

/**
 * Whose a track of the page is, where the bridge has `told` another one of it: what is heard is what the bridge sends, whether
 * the page lists them yet or not.
 */
export const ownerBy = ({ participant_id, kind }: JitsiTrack, told: BridgeWord | undefined): OwnedBy | undefined => {
  if (told && kind === 'voice') return { participant_id: told.owner, kind, handed: told.handed };
  if (participant_id === '') return undefined;
  // Whether a picture of theirs is of a screen, only the page knows.
  return told === undefined || told.owner === participant_id ? { participant_id, kind } : undefined;
};

export const createJitsiBridge = (now: () => number = () => performance.now()): JitsiBridge => {
  const words = new BoundedMap<number, BridgeWord>(mostStreams);
  const note = (ssrc: number, owner: string): void => {
    const before = words.get(ssrc);
    if (before?.owner === owner) return;
    words.set(ssrc, { owner, handed: { turn: (before?.handed.turn ?? 0) + 1, since_ms: now() } });
  };
  return {
    hear(from, bytes) {
      if (from === 'page') return;
      const { colibriClass, mappedSources } = fieldsOf(jsonIn(bytes));
      if (!maps.includes(colibriClass) || !Array.isArray(mappedSources)) return;
      for (const one of mappedSources) {
        const { ssrc, owner } = fieldsOf(one);
        if (typeof ssrc === 'number' && wordOf(owner) !== '') note(ssrc, wordOf(owner));
      }
    },
    wordOn: (ssrc) => (typeof ssrc === 'number' ? words.get(ssrc) : undefined),
    get told_within_ms() {
      return words.size > 0 ? rewritingToldWithinMs : toldWithinMs;
    },
  };
};
