/** The meetings of one facsimile: each is found by its address, and has quirks of its own. */
import type { FacsimileMeeting } from './meeting.ts';
import { plain, type Quirks } from './quirks.ts';

export interface HeldMeeting<M extends FacsimileMeeting> {
  readonly meeting: M;
  readonly quirks: Quirks;
}

export interface Meetings<M extends FacsimileMeeting> extends Disposable {
  /** The one that its address calls so. */
  called(name: string): HeldMeeting<M> | undefined;
  /** A new one. */
  make(quirks?: Partial<Quirks>): M;
}

/** `make`: the first, the second …, and what its address calls it. `usual`: quirks that all have where nothing else is said. */
export const createMeetings = <M extends FacsimileMeeting>(
  make: (number: number) => readonly [name: string, meeting: M],
  usual: Partial<Quirks> = {},
): Meetings<M> => {
  const held = new Map<string, HeldMeeting<M>>();
  return {
    called: (name) => held.get(name),
    make(quirks = {}) {
      const number = held.size + 1;
      const [name, meeting] = make(number);
      held.set(name, { meeting, quirks: { ...plain, seed: number, ...usual, ...quirks } });
      return meeting;
    },
    [Symbol.dispose]() {
      for (const { meeting } of held.values()) meeting[Symbol.dispose]();
    },
  };
};
