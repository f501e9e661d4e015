/**
 * Which of those who write down what somebody says is heard: two who listen to the same person would tell all words twice. Pure but
 * for its memory.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import { type Sender, writerOf } from './text-streams.ts';

const mostSpeakers = 500;
/** Whoever has written nothing of somebody for so long has ceased to. */
const silentAfterMs = 10_000;

interface Chosen {
  readonly writer: Sender;
  readonly at_ms: number;
  /** Whoever is hidden never is. */
  readonly wasListed: boolean;
}

export interface ChosenWriters {
  /** Whether what this one writes now of a speaker counts: as the one who is heard, or in the place of one who has ceased to write. */
  hears(writer: Sender, speaker: string): boolean;
}

/** `isListed`: whether somebody is among the people of the meeting. */
export const createChosenWriters = (isListed: (writer: Sender) => boolean, now: () => number): ChosenWriters => {
  const chosen = new BoundedMap<string, Chosen>(mostSpeakers);
  const writes = ({ writer, at_ms, wasListed }: Chosen): boolean =>
    now() - at_ms < silentAfterMs && !(wasListed && !isListed(writer));

  return {
    hears(writer, speaker) {
      const before = chosen.get(speaker);
      if (before && writerOf(before.writer) !== writerOf(writer) && writes(before)) return false;
      chosen.set(speaker, { writer, at_ms: now(), wasListed: isListed(writer) });
      return true;
    },
  };
};
