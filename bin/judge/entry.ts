/** An entry of a corpus of pages, as test/corpus/README.md describes it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { meetingPhases } from '../../lib/capture/meeting/view.ts';
import { tables } from '../../lib/capture/platforms/tables.ts';
import { FrameFile, faultsOfFiles, MalformedPageError, PageAddress, readState } from './page-folder.ts';

const Fact = z.union([z.boolean(), z.number(), z.string()], 'must be true, false, a number or a string');
const Frame = z.object({ file: FrameFile, address: z.string().optional() });

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
  address: PageAddress,
  title: z.string().default(''),
  status: z.int().optional(),
  history: z.record(z.string(), Fact).default({}),
  frames: z.tuple([Frame], Frame, 'must be an array of one frame or more').default([{ file: 'frame-0.html' }]),
  wire: z.array(z.looseObject({ kind: z.string() })).default([]),
  /** What stood on the page before the bot asked to be let in. */
  before: z.array(z.string()).default([]),
  /** It had not shown the same for long: what leads nowhere may have only begun to load. */
  is_young: z.boolean().optional(),
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

const faultsOfPlatform = (platform: string, called: string): string[] => {
  if (tables[platform]) return [];
  const known = Object.keys(tables).join(', ');
  return [`${join(called, 'state.json')}: platform, or the folder around, must be one of ${known}, not ${platform}`];
};

/** @throws MalformedPageError */
const readEntry = (root: string, folder: string): Entry => {
  const name = relative(root, folder) || basename(resolve(folder));
  const { frames, ...state } = readState(EntryState, folder, name);
  const { platform = basename(dirname(resolve(folder))), address } = state;
  const files = frames.map(({ file }) => file);
  const faults = [...faultsOfFiles(folder, files, name), ...faultsOfPlatform(platform, name)];
  if (faults.length > 0) throw new MalformedPageError(faults);
  const read = (frame: z.infer<typeof Frame>): EntryFrame => ({
    address: frame.address ?? address,
    html: readFileSync(join(folder, frame.file), 'utf8'),
  });
  const [page, ...others] = frames;
  return { ...state, name, platform, frames: [read(page), ...others.map(read)] };
};

/** Every entry under a folder, by name; what is wrong with the form of one is told in its place. */
export const readEntries = (root: string): (Entry | MalformedPageError)[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .flatMap((file) => (file.isFile() && file.name === 'state.json' ? file.parentPath : []))
    .toSorted()
    .map((folder) => {
      try {
        return readEntry(root, folder);
      } catch (error) {
        if (!(error instanceof MalformedPageError)) throw error;
        return error;
      }
    });
