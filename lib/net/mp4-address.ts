/** Whether an address leads to an MP4 that a bot could play, as far as its first bytes tell. */
import type { GuardOptions } from './address-guard.ts';
import { type ClientFile, type ClientFileError, withClientFile } from './client-file.ts';

/** Videos are held on the worker's disk while they are played. */
export const largestVideoBytes = 100 * 1024 * 1024;

const firstBytes = 64;
const answerWithinMs = 4_000;

/** Whether a file begins like an MP4: with a box that names its brand (ISO/IEC 14496-12, 4.3). */
const beginsLikeMp4 = (beginning: Buffer): boolean => beginning.subarray(4, 8).toString('latin1') === 'ftyp';

const look = async ({ size_bytes, body }: ClientFile): Promise<string | undefined> => {
  if (size_bytes !== undefined && size_bytes > largestVideoBytes) return 'leads to a file of more than 100 MB';
  let beginning = Buffer.alloc(0);
  for await (const chunk of body) {
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length >= firstBytes) break;
  }
  return beginsLikeMp4(beginning) ? undefined : 'does not lead to an MP4 file';
};

/**
 * What is wrong with the address of a video, as the rest of a sentence that begins with the address; undefined when it
 * leads, through the guard, to what begins like an MP4. Answers within five seconds and never fails.
 */
export const checkMp4Address = async (url: string, guard: GuardOptions = {}): Promise<string | undefined> => {
  const signal = AbortSignal.timeout(answerWithinMs);
  return withClientFile(url, { ...guard, signal, first_bytes: firstBytes }, look).catch(
    (error: ClientFileError) => error.message,
  );
};
