import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Translations } from '../protocol.ts';

const Clip = z.object({
  name: z.string(),
  voice: z.string(),
  text: z.string(),
  translations: Translations.optional(),
  duration_ms: z.int().positive(),
});
export type Clip = z.infer<typeof Clip>;

export const clipsFolder = new URL('../clips/', import.meta.url);

/** The spoken sentences that come with the project, by name. */
export const clips: ReadonlyMap<string, Clip> = new Map(
  z
    .array(Clip)
    .parse(JSON.parse(readFileSync(new URL('clips.json', clipsFolder), 'utf8')))
    .map((clip) => [clip.name, clip]),
);
