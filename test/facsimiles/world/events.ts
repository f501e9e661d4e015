/** Events and series, and the occurrences that people see of them. */
import { startsOf } from './rule.ts';
import { between, instantOf, type Moment, ofStamp, shifted, stampOf, startsAt, wallOf } from './times.ts';

export interface Person {
  readonly email: string;
  readonly name?: string;
  readonly response?: 'needsAction' | 'accepted' | 'declined' | 'tentative';
}

/** What is known of an event, or of one occurrence of a series. */
export interface Facts<F> {
  readonly title: string;
  readonly start: Moment;
  readonly end: Moment;
  readonly zone: string;
  readonly organizer?: Person;
  readonly attendees: readonly Person[];
  readonly fields: F;
  readonly isCancelled: boolean;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  /** The version of the calendar that brought it. */
  readonly version: number;
  readonly sequence: number;
}

export interface Entry<F> {
  readonly id: string;
  readonly facts: Facts<F>;
  readonly recurrence?: readonly string[];
  /** Occurrences that are not as the series says, by the stamp of their original start. */
  readonly exceptions: ReadonlyMap<string, Facts<F>>;
}

export interface Occurrence<F> extends Facts<F> {
  readonly id: string;
  /** Only of a series. */
  readonly series_id?: string;
  /** When it begins as far as the series says. */
  readonly original_start?: Moment;
  /** It is not as the series says. */
  readonly is_exception?: true;
}

export const idOf = (seriesId: string, originalStart: Moment): string => `${seriesId}_${stampOf(originalStart)}`;

const occurrenceIdPattern = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/;

/** The series to which an occurrence belongs, or the id itself. */
export const seriesIdOf = (id: string): string => occurrenceIdPattern.exec(id)?.[1] ?? id;

/** The original start that is written into the id of an occurrence. */
export const originalStartOf = (id: string, zone: string): Moment | undefined => {
  const stamp = occurrenceIdPattern.exec(id)?.[2];
  return stamp ? ofStamp(stamp, zone) : undefined;
};

const overlaps = ({ start, end }: { start: Moment; end: Moment }, from: number, to: number, zone: string): boolean =>
  startsAt(start, zone) < to && startsAt(end, zone) > from;

/** As the series says, without end where it has none. */
function* generated<F>(entry: Entry<F>): Generator<Occurrence<F>> {
  const { facts, recurrence = [] } = entry;
  const first = 'day' in facts.start ? facts.start.day : wallOf(facts.start.at, facts.zone);
  const length = between(facts.start, facts.end);
  for (const wall of startsOf(recurrence, first, facts.zone)) {
    const start = 'day' in facts.start ? { day: wall } : { at: instantOf(wall, facts.zone), zone: facts.zone };
    const id = idOf(entry.id, start);
    yield { ...facts, id, series_id: entry.id, original_start: start, start, end: shifted(start, length) };
  }
}

/** What of a series was worked out so far, by id. */
interface Run<F> {
  readonly known: Map<string, Occurrence<F>>;
  readonly rest: Generator<Occurrence<F>>;
  /** When the last one that is known begins. */
  last: number;
}

/** An entry never changes, so its occurrences are worked out once. */
const runs = new WeakMap<object, Run<unknown>>();

/** @param until - no occurrence is missing that begins by then; there may be later ones */
const regular = <F>(entry: Entry<F>, until: number, zone: string): ReadonlyMap<string, Occurrence<F>> => {
  const fresh = (): Run<F> => ({ known: new Map(), rest: generated(entry), last: Number.NEGATIVE_INFINITY });
  const run = (runs.get(entry) as Run<F> | undefined) ?? fresh();
  runs.set(entry, run);
  while (run.last <= until) {
    const { value, done } = run.rest.next();
    if (done) run.last = Number.POSITIVE_INFINITY;
    else {
      run.known.set(value.id, value);
      run.last = startsAt(value.start, zone);
    }
  }
  return run.known;
};

/** A cancelled series has only cancelled occurrences, whatever else was said of them. */
const withException = <F>(entry: Entry<F>, occurrence: Occurrence<F>): Occurrence<F> => {
  const exception = entry.exceptions.get(stampOf(occurrence.start));
  if (!exception) return occurrence;
  return {
    ...occurrence,
    ...exception,
    isCancelled: entry.facts.isCancelled || exception.isCancelled,
    is_exception: true,
  };
};

const lastException = <F>(entry: Entry<F>, zone: string): number =>
  Math.max(
    Number.NEGATIVE_INFINITY,
    ...[...entry.exceptions.keys()].map((stamp) => startsAt(ofStamp(stamp, zone), zone)),
  );

/** Those that overlap a window, exceptions that were moved into it too. */
export const occurrencesOf = <F>(entry: Entry<F>, from: number, to: number, zone: string): Occurrence<F>[] => {
  if (!entry.recurrence) return overlaps(entry.facts, from, to, zone) ? [{ ...entry.facts, id: entry.id }] : [];
  const found: Occurrence<F>[] = [];
  for (const occurrence of regular(entry, Math.max(to, lastException(entry, zone)), zone).values()) {
    const actual = withException(entry, occurrence);
    if (overlaps(actual, from, to, zone)) found.push(actual);
  }
  return found;
};

/** The one with this id: the event itself, or an occurrence that the series (still) has. */
export const occurrenceOf = <F>(entry: Entry<F>, id: string, zone: string): Occurrence<F> | undefined => {
  if (!entry.recurrence) return id === entry.id ? { ...entry.facts, id } : undefined;
  const original = id === entry.id ? undefined : originalStartOf(id, zone);
  const occurrence = original && regular(entry, startsAt(original, zone), zone).get(id);
  return occurrence && withException(entry, occurrence);
};
