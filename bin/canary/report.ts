/** What a walk through a meeting came to: as data, in words, and whether it is as it should be. Pure. */
import { join } from 'node:path';
import { folderOf, isRight, type Walked } from './walk.ts';

/** Getting in alone says little of a platform. */
const leastSteps = 3;

export interface Report {
  readonly isAllRight: boolean;
  /** What `canary.json` holds. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

export const reportOf = (walked: readonly Walked[], platform: string, on: Date, folder: string): Report => {
  const right = walked.filter(isRight);
  const held = [...new Set(walked.flatMap((one) => one.held))].toSorted();
  const missed = [...new Set(walked.flatMap((one) => one.missed))].filter((id) => !held.includes(id)).toSorted();
  return {
    isAllRight: right.length === walked.length && walked.length >= leastSteps,
    data: { platform, on: on.toISOString(), steps: walked, held, missed },
    lines: [
      `${right.length} of ${walked.length} steps as they should be; ${held.length} entries of the table held`,
      ...(missed.length > 0 ? [`Entries that never held where they were wanted: ${missed.join(', ')}`] : []),
      ...walked.flatMap((one, at) =>
        isRight(one) ? [] : [`Look at ${join(folder, folderOf(at + 1, one.step))}: ${one.step}`],
      ),
    ],
  };
};
