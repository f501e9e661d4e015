/** Who is in the meeting, by the rows of the client's list of participants. Pure but for its memory. */
import { BoundedMap, BoundedSet } from '../../../../../process/bounded.ts';
import type { ParticipantView } from '../../../../meeting/view.ts';
import { mostPeople } from '../../../../meeting/view-limits.ts';
import { shortText } from '../../../page/short-text.ts';
import { selectors } from '../../selectors.ts';
import { all } from '../client/dom.ts';

/** An id, which is a name and its place, is to be no longer than views have it. */
const longestListed = 200;
/** So often somebody is looked for in vain. */
const missedTimes = 3;

/** What one row says. */
export interface PersonRow {
  /** Where it stands in the whole list, of which only what is in view has rows. */
  readonly index: number | undefined;
  readonly name: string;
  /** The same as the list and some pictures show it, with pronouns. */
  readonly shownName: string;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
  /** Nothing is heard of them. */
  readonly isSilent: boolean;
}

interface KnownRow extends PersonRow {
  /** How often the list had been gone through when it was found last. */
  readonly lastFound: number;
}

const marks = ['host', 'co-host', 'cohost', 'me', 'guest', 'internal', 'external'];

const marksIn = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/[(),]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A name and what stands in parentheses behind it, where that is a mark of the client's. */
const dividedName = (text: string): { readonly name: string; readonly label: string } => {
  const [, name = text, label = ''] = /^(.*\S)\s*(\([^()]*\))$/s.exec(text.trim()) ?? [];
  return label !== '' && marksIn(label).every((word) => marks.includes(word))
    ? { name, label }
    : { name: text.trim(), label: '' };
};

/** Pronouns stand behind the name that is shown, and not in the label of the row, which begins with the name too. */
const withoutPronouns = (shown: string, label: string): string => {
  const [, name = shown] = /^(.*\S) \(.*\)$/s.exec(shown) ?? [];
  return !label.startsWith(shown) && label.startsWith(`${name} `) ? name : shown;
};

/** As much of a name as the list keeps. */
export const listedName = (name: string): string => shortText(name, longestListed);

/** The list tells the state of each row by a label: `Ada (Host),computer audio muted,video on, screen sharing`. */
export const rowOf = (row: Element): PersonRow => {
  const told = row.getAttribute('aria-label') ?? '';
  const [said = '', ...states] = told.split(',').map((part) => part.trim());
  const shown = row.querySelector(selectors.people.name)?.textContent?.trim();
  const divided = dividedName(shown || said || row.textContent?.trim() || '');
  const label = row.querySelector(selectors.people.label)?.textContent ?? divided.label;
  const words = marksIn(label);
  const name = withoutPronouns(divided.name, told);
  const index = /-(\d+)$/.exec(row.id)?.[1];
  const state = states.join(',').toLowerCase();
  return {
    index: index === undefined ? undefined : Number(index),
    name: listedName(name),
    shownName: listedName(divided.name),
    isSelf: words.includes('me'),
    isHost: words.includes('host'),
    hasCamera: /\bvideo on\b/.test(state),
    isSharing: /\bscreen sharing\b/.test(state),
    isSilent: /\bmuted\b|\bno audio connected\b/.test(state) && !/\bunmuted\b/.test(state),
  };
};

/** What holds the rows, and is scrolled. */
export const listIn = (root: ParentNode): HTMLElement | null => root.querySelector(selectors.people.list);

/** The rows that are there: the client has those that are in view, and a page of whatever number is read as far as a view goes. */
export const rowsIn = (root: ParentNode): PersonRow[] =>
  all(root, selectors.people.row).slice(0, mostPeople).map(rowOf);

/** How many there are in all, as the client's bar says; undefined where it does not. */
export const countIn = (root: ParentNode): number | undefined => {
  const counter = root.querySelector(selectors.count);
  // Thousands are rounded there (`1.2K`), and told in full by what the button is called.
  const called = /\[(\d+)\]/.exec(counter?.closest('[aria-label]')?.getAttribute('aria-label') ?? '')?.[1];
  const count = called ?? /^\D*(\d+)(?![\d.,]*k)/i.exec(counter?.textContent ?? '')?.[1];
  return count === undefined ? undefined : Number(count);
};

/** The client tells no ids: people are told apart by name, and those of one name by their order. */
export const idOf = (name: string, place: number): string => `${place}:${name}`;

/** Rows with which one each is of those who are called so. */
export const placed = <Row extends Pick<PersonRow, 'name'>>(
  rows: readonly Row[],
): readonly (Row & { readonly place: number })[] => {
  const places = new Map<string, number>();
  return rows.map((row) => {
    const place = (places.get(row.name) ?? 0) + 1;
    places.set(row.name, place);
    return { ...row, place };
  });
};

/** The bot's: the one that is marked so, or the last of its name where none is. */
export const ownRow = <Row extends Pick<PersonRow, 'name' | 'isSelf'>>(
  rows: readonly Row[],
  own_name: string,
): Row | undefined =>
  rows.find(({ isSelf }) => isSelf) ?? rows.findLast(({ name }) => name !== '' && name === own_name);

/** How many there are beside the bot of whom nothing is known but that: `present` are all who are told. */
export const untoldOf = (count: number | undefined, present: readonly Pick<ParticipantView, 'is_self'>[]): number =>
  Math.max(0, (count ?? 0) - 1 - present.filter(({ is_self }) => !is_self).length);

export interface People {
  /**
   * Answers whether there may be more than the rows that were shown: then the list is to be moved on. Where nothing counts them
   * it is gone through to its end.
   */
  look(rows: readonly PersonRow[], count: number | undefined, isAtEnd: boolean): boolean;
  readonly all: readonly ParticipantView[];
  /** How many there are, as far as that is known: by the client's bar, or by the end of the list. */
  readonly count: number | undefined;
  /** Whether these are as many as there are. */
  readonly isWhole: boolean;
  /**
   * Whoever has this name: where several are called so, the one at this place among them, or the only one who can be heard. Nobody
   * once these may have changed places after one of them was told by their id: it may be another's now.
   */
  find(name: string, place?: number): ParticipantView | undefined;
  /** One of those of this name was told by their id, found or not. */
  told(name: string): void;
  /** What whoever is shown by this name is called; the same where nobody is, or somebody is called so. */
  nameOf(shown: string): string;
  readonly self: ParticipantView | undefined;
}

/** `ownName`: what the bot is called, where no row is marked as its own. */
export const createPeople = (ownName: () => string = () => ''): People => {
  /** By name, as the last times through the list found them; those whom the last ones missed last. */
  let whole: readonly KnownRow[] = [];
  /** How often the list was gone through. */
  let times_through = 0;
  /** What this time through it has found so far, by place. */
  let found = new Map<number, PersonRow>();
  /** How many there are, as far as that was told, or found at the end of the list. */
  let counted = Number.POSITIVE_INFINITY;
  /** Whether the client has sorted its list anew since this time through it began. */
  let isSorted = false;
  let views: readonly ParticipantView[] = [];
  let silent: ReadonlySet<string> = new Set();
  let names: ReadonlyMap<string, string> = new Map();
  /** In which order those of one name stood, by what the client sorts them by. */
  const orders = new BoundedMap<string, readonly string[]>(mostPeople);
  const told_names = new BoundedSet<string>(mostPeople);
  const mixed = new BoundedSet<string>(mostPeople);

  const tell = (rows: readonly PersonRow[]): void => {
    const everybody = placed(rows);
    const own = ownRow(everybody, ownName());
    const told = everybody.slice(0, mostPeople).map((row) => ({ id: idOf(row.name, row.place), row }));
    names = new Map([
      ...told.map(({ row }) => [row.shownName, row.name] as const),
      ...told.map(({ row }) => [row.name, row.name] as const),
    ]);
    silent = new Set(told.flatMap(({ id, row }) => (row.isSilent ? id : [])));
    views = told.map(({ id, row }) => ({
      id,
      user_uuid: null,
      name: row.name,
      is_host: row.isHost,
      is_self: row.isSelf || row === own,
      has_camera: row.hasCamera,
      is_sharing: row.isSharing,
      joined_at_ms: null,
    }));
  };

  /**
   * The client sorts its list by who can be heard, and those of one name are told by their order. As long as they are as many, and
   * none of them is a host or was told, it does not matter who of them has which id.
   */
  const follow = (rows: readonly PersonRow[]): void => {
    const own = ownRow(rows, ownName());
    const now = new Map<string, string[]>();
    for (const row of rows) {
      if (row === own) continue;
      const states = now.get(row.name) ?? [];
      states.push(`${row.isHost ? 'host ' : ''}${row.isSilent ? 'silent' : 'heard'}`);
      now.set(row.name, states);
    }
    for (const [name, after] of now) {
      const before = orders.get(name);
      orders.set(name, after);
      if (after.length === 1) mixed.delete(name);
      else if (before && String(before) !== String(after)) {
        const areAlike = ![...before, ...after].some((state) => state.startsWith('host'));
        if (before.length !== after.length || !areAlike || told_names.has(name)) mixed.add(name);
      }
    }
  };

  const known = (row: PersonRow): KnownRow => ({ ...row, lastFound: times_through });

  /** Those whom this time has not come to yet are still there. */
  const joined = (): KnownRow[] => {
    const rows = [...found.values()].map(known);
    const times = new Map<string, number>();
    for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
    const rest = whole.filter(({ name }) => {
      const left = times.get(name) ?? 0;
      times.set(name, left - 1);
      return left <= 0;
    });
    return [...rows, ...rest];
  };

  /**
   * Where the client sorts its list anew all the time, whoever is not found may have moved; of more than there are, those have
   * gone whom nobody has found for some times.
   */
  const stillThere = (rows: readonly KnownRow[], count: number): readonly KnownRow[] => {
    const tooMany = rows.length - count;
    const missed = rows.filter(({ lastFound }) => times_through - lastFound >= missedTimes);
    const gone = new Set(tooMany > 0 ? missed.slice(-tooMany) : []);
    return rows.filter((row) => !gone.has(row));
  };

  /** Whoever stands where somebody else stood may be found twice, and whom they changed places with not at all. */
  const isMoved = (row: PersonRow, at: number): boolean => {
    const before = found.get(row.index ?? at);
    return before !== undefined && before.name !== row.name;
  };

  return {
    look(rows, count, isAtEnd) {
      counted = count ?? Number.POSITIVE_INFINITY;
      if (rows.length >= counted) {
        found = new Map();
        isSorted = false;
        whole = rows.map(known);
        follow(whole);
        tell(whole);
        return false;
      }
      if (rows.some(isMoved)) {
        whole = joined();
        found = new Map();
        isSorted = true;
      }
      rows.forEach((row, at) => {
        found.set(row.index ?? at, row);
      });
      if (isAtEnd) {
        whole = isSorted
          ? stillThere(joined(), counted)
          : [...found].toSorted(([one], [other]) => one - other).map(([, row]) => known(row));
        times_through += 1;
        found = new Map();
        isSorted = false;
        follow(whole);
        tell(whole);
        counted = count ?? (whole.length || Number.POSITIVE_INFINITY);
      } else tell(joined());
      return true;
    },
    get all() {
      return views;
    },
    get count() {
      return Number.isFinite(counted) ? counted : undefined;
    },
    get isWhole() {
      return views.length >= counted;
    },
    find(name, place) {
      const [first, ...more] = views.filter((view) => view.name === name);
      if (!first || more.length === 0) return first;
      if (mixed.has(name)) return undefined;
      const called = [first, ...more];
      const [one, ...others] = called.filter(({ id }) => !silent.has(id));
      const at = place === undefined ? undefined : called.find(({ id }) => id === idOf(name, place));
      const found = at ?? (others.length === 0 ? one : undefined);
      if (found) told_names.add(name);
      return found;
    },
    told: (name) => void told_names.add(name),
    nameOf: (shown) => names.get(shown) ?? shown,
    get self() {
      return views.find(({ is_self }) => is_self);
    },
  };
};
