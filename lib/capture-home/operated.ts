/** What the operator has set for the meetings of all bots. */
import * as z from 'zod';
import { recorders } from '../domain/bot/capture-task.ts';

export const operated = z
  .object({
    CAPTURE_RECORDER: z.enum(recorders).optional(),
    /** Whether bots accept, in the operator's name, terms and consents that meeting pages ask for. */
    ACCEPT_TERMS: z.stringbool().default(false),
  })
  .transform(({ CAPTURE_RECORDER, ACCEPT_TERMS }) => ({ recorder: CAPTURE_RECORDER, accepts_terms: ACCEPT_TERMS }));
