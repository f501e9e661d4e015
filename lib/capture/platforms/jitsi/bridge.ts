/**
 * Whose the bridge says that what it sends is, where it rewrites its streams (`AudioSourcesMap`, `VideoSourcesMap`). Its page leaves
 * out what it is told of a stream that it has not made a track of yet (`processSourceMap` in JingleSessionPC.ts), and goes on
 * with whose it was before. Pure but for its memory.
 */
import { BoundedMap } from '../../../process/bounded.ts';
import type { OwnedBy } from '../../programs/page/platform-page.ts';
import type { JitsiTrack } from './room.ts';
import { fieldsOf, wordOf } from './store.ts';

const mostStreams = 1_000;
const maps: readonly unknown[] = ['AudioSourcesMap', 'VideoSourcesMap'];

export interface JitsiBridge {
  /** A message of the bridge's channel. */
  hear(from: 'page' | 'other', bytes: Uint8Array): void;
  /** Whose a stream is, by its number (SSRC); undefined where the bridge has not said. */
  ownerOf(ssrc: unknown): string | undefined;
}

const messageOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

/** Whose a track of the page is, where the bridge has `told` another one of it: what is heard is what the bridge sends. */
export const ownerBy = (
  { participant_id, kind }: JitsiTrack,
  told: string | undefined,
  isThere: (id: string) => boolean,
): OwnedBy | undefined => {
  if (told === undefined || told === participant_id) return { participant_id, kind };
  // Whether a picture of theirs is of a screen, only the page knows.
  return kind === 'voice' && isThere(told) ? { participant_id: told, kind } : undefined;
};

export const createJitsiBridge = (): JitsiBridge => {
  const owners = new BoundedMap<number, string>(mostStreams);
  return {
    hear(from, bytes) {
      if (from === 'page') return;
      const { colibriClass, mappedSources } = fieldsOf(messageOf(bytes));
      if (!maps.includes(colibriClass) || !Array.isArray(mappedSources)) return;
      for (const one of mappedSources) {
        const { ssrc, owner } = fieldsOf(one);
        if (typeof ssrc === 'number' && wordOf(owner) !== '') owners.set(ssrc, wordOf(owner));
      }
    },
    ownerOf: (ssrc) => (typeof ssrc === 'number' ? owners.get(ssrc) : undefined),
  };
};
