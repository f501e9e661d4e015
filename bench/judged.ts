/** A figure, and what of it is not as it is to be: the table says so beside it, and the run fails. */
const mark = 'MISSED: ';

export const judged = (figure: string, missed: readonly string[]): string =>
  missed.length === 0 ? figure : `${figure}. ${mark}${missed.join(', ')}`;

export const isMissed = (figure: string): boolean => figure.includes(mark);

/** The names of those that are more than they may be, or were not measured. */
export const over = (values: Readonly<Record<string, number>>, most: Readonly<Record<string, number>>): string[] =>
  Object.entries(most).flatMap(([name, limit]) => ((values[name] ?? Number.NaN) <= limit ? [] : name));
