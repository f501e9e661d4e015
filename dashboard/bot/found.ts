/** What is looked for in a transcript. */

/** What of a line is searched. */
export interface Line {
  readonly speaker_name: string;
  readonly transcription: {
    readonly transcript: string;
    readonly error_code?: string | undefined;
    readonly error_message?: string | undefined;
  };
}

/** What stands in the place of words that were not understood is why. */
export const textOf = ({ transcription }: Line): string =>
  transcription.transcript ||
  `(${transcription.error_message ?? transcription.error_code ?? 'nothing was understood'})`;

/** The lines that say something, or are by somebody called so, with their places among all; every line for nothing. `wanted` is in lower case. */
export const foundIn = <T extends Line>(lines: readonly T[], wanted: string): { line: T; index: number }[] =>
  lines.flatMap((line, index) =>
    textOf(line).toLowerCase().includes(wanted) || line.speaker_name.toLowerCase().includes(wanted)
      ? [{ line, index }]
      : [],
  );
