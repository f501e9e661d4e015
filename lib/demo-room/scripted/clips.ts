import * as z from 'zod';
import list from '../clips/clips.json' with { type: 'json' };
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

/** The spoken sentences that come with the project, by name. Imported, so that pages that check scripts know them too. */
export const clips: ReadonlyMap<string, Clip> = new Map(
  z
    .array(Clip)
    .parse(list)
    .map((clip) => [clip.name, clip]),
);
