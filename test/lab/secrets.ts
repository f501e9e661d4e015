/**
 * Secrets that tests give to the service carry a mark. Whatever it writes in the course of a test is looked through for it:
 * a secret belongs nowhere but where it was given, and in what is sealed.
 */
export const mark = 'c4n4ry';

/** A secret that is found wherever it gets to. */
export const secret = (made: string): string => `${made}-${mark}`;

const leaks: string[] = [];
const shown = 60;

/** Looks through a text that is written somewhere. */
export const lookForSecrets = (place: string, text: string): void => {
  const at = text.indexOf(mark);
  if (at >= 0) leaks.push(`${place}: …${text.slice(Math.max(0, at - shown), at + mark.length)}`);
};

/** Where secrets were found since this was last asked. */
export const takeLeaks = (): string[] => leaks.splice(0);
