import * as z from 'zod';

const Answer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) }).nullable();

/** What of a batch a function could not deal with, as its answer names it. @throws ZodError where it answers something else */
export const failuresIn = (answer: unknown): string[] =>
  (Answer.parse(answer)?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
