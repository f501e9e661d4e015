/**
 * What can go wrong when a platform is asked by what somebody has granted, and what follows. Calendars and connections
 * have a table of it each, which is the single source of how often a platform is asked again, when, and of what ends a grant.
 */

/** What is said to the client when a grant ends, and how many runs in a row must have failed so. */
export interface Ending {
  readonly message: string;
  readonly runs: number;
}

export interface FailureRow<E extends Ending = Ending> {
  readonly meaning: string;
  /** How often the same request is made in one run. */
  readonly tries: number;
  /** When there is another run: sooner at first and then less often, in a minute, or in an hour. */
  readonly next: 'by and by' | 'in a minute' | 'in an hour';
  readonly disconnects?: E;
}

const minuteMs = 60_000;
const hourly = 60;
/** So many hourly runs in a row are a day: what is refused for so long by a word that is not known does not pass. */
export const runsOfDay = 24;
/** A fault that passes is looked at again after so many minutes, longer with each failed run in a row. */
export const failureLadderMinutes = [1, 5, 15, hourly] as const;

/** The failure of the last runs in a row. */
export interface Failing<Name extends string> {
  readonly error: Name;
  readonly runs: number;
  readonly since: string;
  /** The platform said itself when it is to be asked again. */
  readonly asks_patience?: boolean;
}

/** What of runs decides when the platform is asked next. */
export interface Patience<Name extends string = string> {
  /** The platform is asked nothing before: it said so, or a second look must be so much later than the first. */
  readonly not_before: string | null;
  readonly failure: Failing<Name> | null;
}

/** That of somebody whom nothing has failed. */
export const noFailure = { not_before: null, failure: null } as const satisfies Patience;

/** Whether the platform may be asked something now. */
export const mayAskNow = ({ not_before }: Pick<Patience, 'not_before'>, at: Date): boolean =>
  not_before === null || Date.parse(not_before) <= at.getTime();

const longMs = 24 * hourly * minuteMs;

/** Whether the platform has not been of use for a day, which somebody should know. */
export const isLongFailing = ({ failure }: Pick<Patience, 'failure'>, at: Date): boolean =>
  failure !== null && at.getTime() - Date.parse(failure.since) > longMs;

type NameIn<Rows> = keyof Rows & string;
/** The failures of a table that end a grant. */
export type EndingIn<Rows> = {
  [Name in NameIn<Rows>]: Rows[Name] extends { readonly disconnects: Ending } ? Name : never;
}[NameIn<Rows>];

/** What follows a run that failed. */
export interface AfterFailure<Name extends string, Code extends string> {
  readonly patience: Patience<Name>;
  readonly due: Date;
  /** The grant is to be disconnected for this. */
  readonly disconnection: Code | undefined;
}

/** Of a grant that has never been of use so many refusals are enough, whatever the reason: nobody waits for it to come back. */
const mostRunsOfNew = 2;

const minutesAfter = ({ next }: FailureRow, runs: number): number => {
  if (next === 'in a minute') return 1;
  return next === 'in an hour' ? hourly : (failureLadderMinutes[runs - 1] ?? hourly);
};

/** What a table of failures says. */
export const failureTable = <const Rows extends Readonly<Record<string, FailureRow<E>>>, E extends Ending>(
  rows: Rows,
) => {
  type Name = NameIn<Rows>;
  type Code = EndingIn<Rows>;
  const row = (name: Name): FailureRow<E> => rows[name] as FailureRow<E>;
  const names = Object.keys(rows) as [Name, ...Name[]];
  const isName = (text: string): text is Name => Object.hasOwn(rows, text);
  const ends = (name: Name): name is Name & Code => row(name).disconnects !== undefined;
  return {
    names,
    /** Those that disconnect, which the client reads in `connection_failure_data`. */
    codes: names.filter(ends) as unknown as [Code, ...Code[]],
    row,
    isName,

    /** Whether the same request may be granted a little later. */
    isPassing: (text: string): boolean => isName(text) && row(text).next === 'by and by',

    /** What is said of a grant that ends so. */
    failureOf: (code: Code) => ({ error: code, message: row(code).disconnects?.message ?? '' }),

    /**
     * What follows a run that failed. `retryAfterSeconds` is what the platform asked for; `isNew` is a grant that has never been
     * of use.
     */
    after(before: Patience, error: Name, at: Date, retryAfterSeconds = 0, isNew = false): AfterFailure<Name, Code> {
      const again = before.failure?.error === error ? before.failure : undefined;
      const runs = (again?.runs ?? 0) + 1;
      const since = again?.since ?? at.toISOString();
      const wait_ms = Math.max(minutesAfter(row(error), runs) * minuteMs, retryAfterSeconds * 1000);
      const due = new Date(at.getTime() + wait_ms);
      const { runs: often = Number.POSITIVE_INFINITY } = row(error).disconnects ?? {};
      const needed = isNew ? Math.min(often, mostRunsOfNew) : often;
      return {
        patience: {
          failure: { error, runs, since, ...(retryAfterSeconds > 0 && { asks_patience: true }) },
          not_before: due.toISOString(),
        },
        due,
        disconnection: ends(error) && runs >= needed ? error : undefined,
      };
    },
  };
};
