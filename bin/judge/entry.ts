/** An entry of a corpus of pages, as test/corpus/README.md describes it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { meetingPhases } from '../../lib/capture/meeting/view.ts';

const EntryState = z.object({
  expected: z
    .object({
      /** Of no row, where nobody could tell. */
      state: z.string().nullable(),
      phase: z.enum(meetingPhases),
      sub_type: z.string().nullable(),
    })
    .optional(),
  /** Of what a bot has kept, whose folder does not say it. */
  platform: z.string().optional(),
  address: z.url(),
  title: z.string().default(''),
  status: z.int().optional(),
  history: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).default({}),
  frames: z.array(z.object({ file: z.string().regex(/^[\w-]+\.html$/), address: z.string().optional() })).optional(),
  wire: z.array(z.looseObject({ kind: z.string() })).default([]),
  sources: z
    .array(
      z.object({
        text: z.string(),
        from: z.string(),
        seen: z.string(),
        confidence: z.enum(['P', '++', '+', '?', '–']),
      }),
    )
    .default([]),
  author: z.enum(['corpus', 'canary', 'bot']).default('corpus'),
});

export interface EntryFrame {
  readonly address: string;
  readonly html: string;
}

export interface Entry extends Omit<z.infer<typeof EntryState>, 'frames' | 'platform'> {
  /** Platform and entry, by the names of their folders. */
  readonly name: string;
  readonly platform: string;
  /** The page first, then the frames in it. */
  readonly frames: readonly [EntryFrame, ...EntryFrame[]];
}

/** @throws Error that tells what of the entry is not in the form */
const readEntry = (root: string, folder: string): Entry => {
  const name = relative(root, folder);
  try {
    const { frames, ...state } = EntryState.parse(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')));
    const [first, ...others] = (frames ?? [{ file: 'frame-0.html' }]).map(({ file, address }) => ({
      address: address ?? state.address,
      html: readFileSync(join(folder, file), 'utf8'),
    }));
    if (!first) throw new Error('an entry has a frame');
    const platform = state.platform ?? basename(dirname(folder));
    return { ...state, name: name || basename(folder), platform, frames: [first, ...others] };
  } catch (cause) {
    throw new Error(`${name} is no entry as test/corpus/README.md describes it: ${String(cause)}`, { cause });
  }
};

/** Every entry under a folder, by name; what is wrong with the form of one is told in its place. */
export const readEntries = (root: string): (Entry | Error)[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .flatMap((file) => (file.isFile() && file.name === 'state.json' ? file.parentPath : []))
    .toSorted()
    .map((folder) => {
      try {
        return readEntry(root, folder);
      } catch (error) {
        return error as Error;
      }
    });
