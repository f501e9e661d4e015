/** What is known of a page at one look, without the page. */
import * as z from 'zod';
import { longestText, mostTexts, mostWire } from './limits.ts';

const Text = z.object({
  text: z.string().transform((text) => text.slice(0, longestText)),
  /**
   * `prominent`: a heading; `dialog`: in one of the client's own; `main`: elsewhere in the main region; `passing`: in what
   * comes and goes, and in lists; `below`: on a page that a dialog lies over, which says it to nobody who has it read out.
   */
  place: z.enum(['prominent', 'dialog', 'main', 'passing', 'below']),
});

/** Data that an adapter read from the wire; what its kinds hold is said in test/corpus/README.md. */
const WireFact = z.looseObject({ kind: z.string().max(64) });
export type WireFact = z.infer<typeof WireFact>;

export const PageFacts = z.object({
  address: z.string().transform((text) => text.slice(0, 4_096)),
  title: z.string().transform((text) => text.slice(0, longestText)),
  /** HTTP's, of the page's answer. */
  status: z.int().nullable(),
  texts: z.array(Text).max(2 * mostTexts),
  /** The elements of the table that are there, and the parts of the shell that are seen, by their ids. */
  shown: z.array(z.string().max(64)).max(1_000),
  wire: z.array(WireFact).max(mostWire),
  /** It says something prominently, and is on its way to something else. */
  is_unfinished: z.boolean().optional(),
  /** It says something prominently, and has nothing that leads on, or nothing yet. */
  is_dead_end: z.boolean().optional(),
  /** It has shown this for a moment only, as whoever looks at it again and again knows; absent of a page that has come to rest. */
  is_young: z.boolean().optional(),
  /** Whether all of the page was looked at: one that is too large is not. */
  is_whole: z.boolean(),
  /** It was not, for want of time: what was not come to may be of any kind. */
  lacked_time: z.boolean().optional(),
});
export type PageFacts = z.infer<typeof PageFacts>;
