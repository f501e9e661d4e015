/** The folder of a page, as test/corpus/README.md describes it: its state, and the frames that it names. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseWith } from '../../lib/api/parse.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

/** The folder is not as it should be. */
export class MalformedPageError extends Error {
  override readonly name = 'MalformedPageError';
  /** A line for each fault: the file, the member in it, and what is expected there. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.faults = faults;
  }
}

export const PageAddress = z.url('must be an address, such as https://example.com/');
export const FrameFile = z.string().regex(/^[\w-]+\.html$/, 'must be a file beside it, such as frame-0.html');

/** A fault for each file that is not there. `called` is the folder as the reader knows it, here and below. */
export const faultsOfFiles = (folder: string, files: readonly string[], called: string): string[] =>
  files
    .filter((file) => !statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .map((file) => `${join(called, file)}: is not there`);

const jsonIn = (folder: string, file: string, called: string): unknown => {
  const faults = faultsOfFiles(folder, [file], called);
  if (faults.length > 0) throw new MalformedPageError(faults);
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'));
  } catch (cause) {
    throw new MalformedPageError([`${join(called, file)}: must be JSON: ${(cause as Error).message}`], { cause });
  }
};

/** @throws MalformedPageError with every fault of `state.json` */
export const readState = <T extends z.ZodType>(schema: T, folder: string, called: string): z.output<T> => {
  const state = jsonIn(folder, 'state.json', called);
  try {
    return parseWith(schema, state);
  } catch (cause) {
    if (!(cause instanceof ValidationError)) throw cause;
    // Of the whole, the parser speaks as of a request's body.
    const lines = Object.entries(cause.errors).flatMap(([member, faults]) =>
      faults.map((fault) => `${join(called, 'state.json')}: ${member === 'body' ? '' : `${member} `}${fault}`),
    );
    throw new MalformedPageError(lines, { cause });
  }
};
