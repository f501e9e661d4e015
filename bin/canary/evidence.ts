/** Keeps a page in the form of an entry of the corpus (test/corpus/README.md). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../../lib/capture/meeting/meeting.ts';

export const keepEvidence = ({ facts, files }: Evidence, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'state.json'), JSON.stringify(facts ?? {}, null, 2));
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
};
