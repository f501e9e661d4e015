/** What the file system says that is not there, is there already, or has no room. */

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether what was looked for is not there, as when somebody else has removed it. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** Whether somebody else was first to make what was to be made. */
export const isThere = (error: unknown): boolean => codeOf(error) === 'EEXIST';

/** Whether there is no space left, on the disk or in somebody's quota of it. */
export const isOutOfSpace = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

export const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};
