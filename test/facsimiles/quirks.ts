import { describe } from 'vitest';

/** Something that no public page settles, or that the service is known to do now and then. */
export type QuirkTable<Q> = Readonly<Record<string, Partial<Q>>>;

/** Runs a suite against the service as it is documented, and once with each quirk. */
export const eachQuirk = <Q>(quirks: QuirkTable<Q>, suite: (quirk: Partial<Q>, name: string) => void): void => {
  describe('as documented', () => suite({}, ''));
  describe.each(Object.entries(quirks))('where %s', (name, quirk) => suite(quirk, name));
};
