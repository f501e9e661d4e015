/** The pages of the corpus (test/corpus), for all files of tests that share a process: read once, and each looked at once. */
import { documentsOf } from '../../../bin/judge/documents.ts';
import { type Entry, readEntries } from '../../../bin/judge/entry.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';

/** With what is wrong with the form of an entry in its place. */
export const corpusAsRead = readEntries(new URL('../../corpus', import.meta.url).pathname);

export const corpus: readonly Entry[] = corpusAsRead.filter((entry): entry is Entry => !(entry instanceof Error));

export const corpusEntry = (name: string): Entry => {
  const entry = corpus.find((one) => one.name === name);
  if (!entry) throw new Error(`the corpus has no ${name}`);
  return entry;
};

const known = new WeakMap<Entry, PageFacts>();

/** What a look finds on the page of an entry, which stays as it is. */
export const factsOfEntry = (entry: Entry): PageFacts => {
  const table = tables[entry.platform];
  if (!table) throw new Error(`there is no table of ${entry.platform}`);
  const facts = known.get(entry) ?? factsOf(entry, documentsOf(entry), table);
  known.set(entry, facts);
  return facts;
};
