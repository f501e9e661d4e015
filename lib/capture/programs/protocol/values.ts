/** Values that pages tell, bounded, as pages may say anything. */
import * as z from 'zod';
import { beginningOf } from '../../../domain/beginning-of.ts';
import { longestName } from '../../../domain/meeting/longest-name.ts';

/** Of what is longer, the beginning. */
export const Text = (most: number) => z.string().transform((text) => beginningOf(text, most));
export const Id = Text(longestName);
export const Name = Text(longestName);
/** In Unix time. */
export const Moment = z.int().nonnegative();
export const Count = z.int().nonnegative();
