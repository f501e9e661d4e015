/** Makes an entry of the corpus of what a bot has kept of a page: its frames are copied, and what it is is said. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { finalPhases } from '../../lib/capture/meeting/final-phases.ts';
import { tables } from '../../lib/capture/platforms/tables.ts';
import { FrameFile, PageAddress, readState } from './page-folder.ts';

/** What is of the page, and not of the bot's run. */
const Kept = z.object({
  platform: z.string(),
  address: PageAddress,
  title: z.string(),
  status: z.int().exactOptional(),
  history: z.record(z.string(), z.unknown()),
  frames: z.array(z.object({ file: FrameFile, address: z.string() })).min(1),
  wire: z.array(z.unknown()),
  before: z.array(z.string()).exactOptional(),
});

const readKept = (kept: string): z.infer<typeof Kept> => {
  try {
    return readState(Kept, kept, kept);
  } catch (cause) {
    throw new Error(`${kept} holds no page:\n${(cause as Error).message}`, { cause });
  }
};

export interface Named {
  /** As in `m36-full`. */
  readonly name: string;
  /** The row of the platform's table, as in `M36`: what the page means follows from it. */
  readonly state: string;
}

/**
 * @returns the folder of the entry. @throws Error that says what to change: no page was kept, the table has no such row, or
 * there is such an entry already
 */
export const keepAsEntry = (kept: string, corpus: string, { name, state }: Named, today: Date): string => {
  const { platform, ...page } = readKept(kept);
  const row = tables[platform]?.states.find(({ id }) => id === state);
  if (!row) throw new Error(`the table of ${platform} has no row ${state}: add it first`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name) || !name.startsWith(`${state.toLowerCase()}-`))
    throw new Error(`an entry of ${state} is called ${state.toLowerCase()}-, and what the page shows in a few words`);
  const folder = join(corpus, platform, name);
  if (existsSync(folder)) throw new Error(`${folder} is there already`);
  mkdirSync(folder, { recursive: true });
  for (const { file } of page.frames) copyFileSync(join(kept, file), join(folder, file));
  const seen = today.toISOString().slice(0, 10);
  const entry = {
    expected: { state, phase: row.phase, sub_type: finalPhases[row.phase]?.sub_type ?? null },
    ...page,
    sources: [{ text: `a page that a bot met, taken for ${row.name}`, from: 'a bot', seen, confidence: 'P' }],
    author: 'canary',
  };
  writeFileSync(join(folder, 'state.json'), `${JSON.stringify(entry, null, 2)}\n`);
  return folder;
};
