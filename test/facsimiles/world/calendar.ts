/** A calendar of a person, and what becomes of its events. Each maker's facsimile shows it in the maker's own words. */
import type { Clock } from '../../../lib/ports/clock.ts';
import {
  type Entry,
  type Facts,
  idOf,
  type Occurrence,
  occurrenceOf,
  occurrencesOf,
  type Person,
  seriesIdOf,
} from './events.ts';
import { endedBefore } from './rule.ts';
import { between, momentOf, shifted, stampOf, startsAt, type When } from './times.ts';

/** An event as a test writes it. */
export interface Draft<F> {
  readonly title?: string;
  readonly start: When;
  readonly end: When;
  /** In which start and end are meant, else the calendar's. */
  readonly zone?: string;
  readonly organizer?: Person;
  readonly attendees?: readonly Person[];
  /** Makes it a series: lines as in RFC 5545. */
  readonly recurrence?: readonly string[];
  /** In the maker's own words: they go out as they are, and win over what the facsimile would say. */
  readonly fields?: F;
}

export type Change<F> = Partial<Omit<Draft<F>, 'recurrence' | 'zone'>>;

export type ChangeKind = 'created' | 'updated' | 'deleted';

/** What whoever watches a calendar could be told. */
export interface Changed {
  readonly calendar_id: string;
  /** Of an event, a series, or one occurrence of a series. */
  readonly id: string;
  readonly kind: ChangeKind;
}

export interface CalendarOptions {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly clock: Clock;
  /** A change can be read only so much later. */
  readonly readableAfterMs: number;
  /** How far ahead a change of a series is a change of its occurrences. */
  readonly horizonMs: number;
  readonly nextId: () => string;
  readonly onChange: (changed: Changed) => void;
}

/** The script's side: every `id` may be that of an event, a series, or one occurrence of a series. */
export interface Calendar<F> {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  /** @returns the id of the event or series */
  add(draft: Draft<F>): string;
  change(id: string, change: Change<F>): void;
  /** Deleted by whoever organises it, or by the owner of the calendar. */
  cancel(id: string): void;
  /** Taken back out of the bin, with the id that it had. */
  restore(id: string): void;
  /** An event or series is gone without a trace, as if it had never been. */
  erase(id: string): void;
  /** «This and following»: the old series ends before this occurrence. @returns the id of the new series */
  split(occurrenceId: string, change: Change<F>): string;
  /** The id of the occurrence of a series that was to begin then. */
  occurrenceId(seriesId: string, originalStart: When): string;

  /** As of now: what overlaps a window, cancelled ones too. */
  view(from: number, to: number): Occurrence<F>[];
  find(id: string): Occurrence<F> | undefined;
  series(id: string): Entry<F> | undefined;
  /** Grows with each change that can be read by now. */
  version(): number;
  /** The ids of events and occurrences that changed after a version, oldest change first. */
  changedSince(version: number): string[];
}

interface State<F> {
  readonly at: number;
  readonly version: number;
  readonly entries: Map<string, Entry<F>>;
}

export const createCalendar = <F extends object>(options: CalendarOptions): Calendar<F> => {
  const { clock, readableAfterMs, zone } = options;
  const journal: { readonly version: number; readonly id: string }[] = [];
  let states: State<F>[] = [{ at: Number.NEGATIVE_INFINITY, version: 0, entries: new Map() }];
  const now = (): number => clock.now().getTime();
  const latest = (): State<F> => states.at(-1) as State<F>;
  const readable = (): State<F> =>
    states.findLast(({ at }) => at + readableAfterMs <= now()) ?? (states[0] as State<F>);

  /** The occurrences of a series that a change of it touches, by id. */
  const occurrenceIds = (entry: Entry<F> | undefined): string[] =>
    entry ? occurrencesOf(entry, Number.NEGATIVE_INFINITY, now() + options.horizonMs, zone).map(({ id }) => id) : [];

  const commit = (kind: ChangeKind, id: string, entryId: string, next: Entry<F> | undefined): void => {
    const current = latest();
    const version = current.version + 1;
    const before = current.entries.get(entryId);
    const touched = id === entryId ? new Set([...occurrenceIds(before), ...occurrenceIds(next)]) : [id];
    for (const each of touched) journal.push({ version, id: each });
    const entries = readableAfterMs > 0 ? new Map(current.entries) : current.entries;
    if (next) entries.set(entryId, next);
    else entries.delete(entryId);
    const kept =
      readableAfterMs > 0 ? states.filter((state) => state === readable() || state.at + readableAfterMs > now()) : [];
    states = [...kept, { at: now(), version, entries }];
    options.onChange({ calendar_id: options.id, id, kind });
  };

  const entryOf = (id: string): Entry<F> => {
    const entry = latest().entries.get(seriesIdOf(id));
    if (!entry) throw new Error(`no such event in ${options.id}: ${id}`);
    return entry;
  };

  const changed = (facts: Facts<F>, change: Change<F>): Facts<F> => {
    const { start, end, fields, title, organizer, attendees } = change;
    const newStart = start === undefined ? facts.start : momentOf(start, facts.zone);
    const newEnd = end === undefined ? shifted(newStart, between(facts.start, facts.end)) : momentOf(end, facts.zone);
    return {
      ...facts,
      ...(title !== undefined && { title }),
      ...(organizer && { organizer }),
      ...(attendees && { attendees }),
      start: newStart,
      end: newEnd,
      fields: { ...facts.fields, ...fields },
      updated: now(),
      version: latest().version + 1,
      sequence: facts.sequence + 1,
    };
  };

  /** Changes the facts of an event or series, or those of one occurrence, which becomes an exception of its series. */
  const alter = (kind: ChangeKind, id: string, alteration: (facts: Facts<F>) => Facts<F>): void => {
    const entry = entryOf(id);
    if (id === entry.id) {
      commit(kind, id, id, { ...entry, facts: alteration(entry.facts) });
      return;
    }
    const occurrence = occurrenceOf(entry, id, zone);
    if (!occurrence) throw new Error(`no such occurrence in ${options.id}: ${id}`);
    const { id: _id, series_id: _series, is_exception: _is, original_start: original, ...facts } = occurrence;
    const exceptions = new Map(entry.exceptions).set(stampOf(original ?? facts.start), alteration(facts));
    commit(kind, id, entry.id, { ...entry, exceptions });
  };

  const factsOf = (draft: Draft<F>): Facts<F> => {
    const meant = draft.zone ?? zone;
    return {
      title: draft.title ?? 'Meeting',
      start: momentOf(draft.start, meant),
      end: momentOf(draft.end, meant),
      zone: meant,
      ...(draft.organizer && { organizer: draft.organizer }),
      attendees: draft.attendees ?? [],
      fields: draft.fields ?? ({} as F),
      isCancelled: false,
      created: now(),
      updated: now(),
      version: latest().version + 1,
      sequence: 0,
    };
  };

  const put = (id: string, facts: Facts<F>, recurrence?: readonly string[]): string => {
    commit('created', id, id, { id, facts, ...(recurrence && { recurrence }), exceptions: new Map() });
    return id;
  };

  return {
    id: options.id,
    name: options.name,
    zone,
    add: (draft) => put(options.nextId(), factsOf(draft), draft.recurrence),
    change: (id, change) => alter('updated', id, (facts) => changed(facts, change)),
    cancel: (id) => alter('deleted', id, (facts) => ({ ...changed(facts, {}), isCancelled: true })),
    restore: (id) => alter('updated', id, (facts) => ({ ...changed(facts, {}), isCancelled: false })),
    erase: (id) => commit('deleted', id, entryOf(id).id, undefined),
    split: (id, change) => {
      const entry = entryOf(id);
      const occurrence = occurrenceOf(entry, id, zone);
      if (!entry.recurrence || !occurrence?.original_start) throw new Error(`not an occurrence of a series: ${id}`);
      const { original_start: original } = occurrence;
      const first = {
        ...entry.facts,
        start: original,
        end: shifted(original, between(entry.facts.start, entry.facts.end)),
      };
      const rest = entry.recurrence;
      commit('updated', entry.id, entry.id, {
        ...entry,
        facts: changed(entry.facts, {}),
        recurrence: endedBefore(entry.recurrence, startsAt(original, entry.facts.zone)),
      });
      return put(
        `${entry.id}_R${stampOf(original).replace('Z', '')}`,
        { ...changed(first, change), created: now() },
        rest,
      );
    },
    occurrenceId: (seriesId, originalStart) => {
      const id = idOf(seriesId, momentOf(originalStart, entryOf(seriesId).facts.zone));
      if (!occurrenceOf(entryOf(seriesId), id, zone)) {
        throw new Error(`${seriesId} has no occurrence at ${originalStart}`);
      }
      return id;
    },

    view: (from, to) => [...readable().entries.values()].flatMap((entry) => occurrencesOf(entry, from, to, zone)),
    find: (id) => {
      const entry = readable().entries.get(seriesIdOf(id));
      return entry && occurrenceOf(entry, id, zone);
    },
    series: (id) => {
      const entry = readable().entries.get(id);
      return entry?.recurrence && entry;
    },
    version: () => readable().version,
    changedSince: (version) => {
      const until = readable().version;
      const ids = journal.filter((each) => each.version > version && each.version <= until).map(({ id }) => id);
      return [...new Set(ids)];
    },
  };
};
