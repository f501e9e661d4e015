/** A model of the list in which Zoom's client writes down what is said, of which it is known who said what. */
import { isDeepStrictEqual } from 'node:util';
import type { CaptionRow } from '../../../../../../lib/capture/platforms/zoom/page/captions/same-caption.ts';

interface Word {
  readonly text: string;
  readonly since_ms: number;
}

interface Said {
  readonly owner: number;
  readonly time: string;
  readonly begun_ms: number;
  words: Word[];
  changed_ms: number;
  /** Some of it: it stayed as it was for a while, or whoever says it began anew. */
  isFinal: boolean;
  /** How often words of it were replaced since then, or while it might be taken for another. */
  changes: number;
  /** Whose it may be, by all that the list shows: of two rows that are the same in it nobody sees that they change places. */
  owners: ReadonlySet<number>;
}

interface Person {
  name: string;
  readonly names: Set<string>;
}

/** Who has said a word, and how often it may be told at most. */
export interface Origin {
  readonly names: ReadonlySet<string>;
  readonly most: number;
}

export const acts = ['begin', 'goOn', 'correct', 'rewrite', 'cross', 'rename', 'leave', 'scroll'] as const;

export interface Act {
  readonly does: (typeof acts)[number];
  /** Of the people, or of the rows from the last one up. */
  readonly which: number;
}

/** What many sentences begin with. */
const openings = [undefined, 'I', 'Yes.', 'I'];
const stoodLongMs = 1_000;
const finalAfterMs = 2_000;

const clock = (now_ms: number): string => new Date(now_ms).toISOString().slice(11, 19);
const placeOf = (count: number, place: number): number => Math.floor(count / 26 ** place) % 26;
/** Each is another, and none begins another. Those that follow each other differ by the mark on their last letter. */
const letters = (count: number): string =>
  String.fromCharCode(97 + placeOf(count, 2), 97 + placeOf(count, 1), 0x6f, 0x03_00 + placeOf(count, 0));

export const createCaptionList = (names: readonly string[]) => {
  const people = names.map((name): Person => ({ name, names: new Set([name]) }));
  const origins = new Map<string, Said>();
  const due = new Set<string>();
  /** Written in the place of what was told already: it may be passed over. */
  const corrections = new Set<string>();
  const begun: Said[] = [];
  let rows: Said[] = [];
  let now_ms = 0;

  const word = (said: Said): Word => {
    const text = `q${letters(origins.size)}`;
    origins.set(text, said);
    return { text, since_ms: now_ms };
  };
  /** Before it goes, or at the end. */
  const settle = ({ words }: Said): void => {
    for (const { text, since_ms } of words)
      if (origins.has(text) && !corrections.has(text) && now_ms - since_ms >= stoodLongMs) due.add(text);
  };
  const rowOf = ({ owner, time, words }: Said): CaptionRow => ({
    speaker: people[owner]?.name ?? '',
    time,
    text: words.map(({ text }) => text).join(' '),
  });
  const personAt = (which: number): number => which % people.length;
  const rowAt = (which: number): number => Math.max(0, rows.length - 1 - (which % 3));
  /** Who has left says no more. */
  const openAt = (which: number): Said | undefined => {
    const said = rows[rowAt(which)];
    return said && people[said.owner]?.name ? said : undefined;
  };
  const say = (said: Said, words: readonly Word[]): void => {
    const isFinal = said.isFinal || now_ms - said.changed_ms >= finalAfterMs;
    Object.assign(said, { words, isFinal, changed_ms: now_ms });
  };
  /** Of those of one person and second nobody sees which is which. */
  const hasTwin = (said: Said): boolean => {
    const { speaker, time } = rowOf(said);
    return begun.some((one) => one !== said && one.time === time && rowOf(one).speaker === speaker);
  };
  const replace = (said: Said, words: readonly Word[]): void => {
    say(said, words);
    if (said.isFinal || hasTwin(said)) said.changes++;
  };
  const call = (which: number, name: string): void => {
    const person = people[personAt(which)];
    person?.names.add(name);
    if (person) person.name = name;
  };

  const does: Record<Act['does'], (which: number) => void> = {
    begin(which) {
      const owner = personAt(which);
      const said: Said = {
        owner,
        time: clock(now_ms),
        begun_ms: now_ms,
        words: [],
        changed_ms: now_ms,
        isFinal: false,
        changes: 0,
        owners: new Set([owner]),
      };
      const opening = openings[which % openings.length];
      said.words = [opening ? { text: opening, since_ms: now_ms } : word(said)];
      const name = people[owner]?.name;
      for (const other of rows) other.isFinal ||= rowOf(other).speaker === name;
      if (!name) return;
      rows.push(said);
      begun.push(said);
    },
    goOn(which) {
      const said = openAt(which);
      if (said) say(said, [...said.words, word(said)]);
    },
    correct(which) {
      const said = openAt(which);
      if (said) replace(said, [...said.words.slice(0, -1), word(said)]);
    },
    rewrite(which) {
      const said = openAt(which);
      if (!said) return;
      const first = word(said);
      replace(said, [first, ...said.words.slice(1)]);
      if (said.isFinal && said.words.length > 1) corrections.add(first.text);
    },
    cross(which) {
      const at = rowAt(which);
      const [upper, lower] = rows.slice(at, at + 2);
      if (upper && lower && isDeepStrictEqual(rowOf(upper), rowOf(lower))) {
        upper.owners = new Set([...upper.owners, ...lower.owners]);
        lower.owners = upper.owners;
      }
      rows = [...rows.slice(0, at), ...rows.slice(at, at + 2).toReversed(), ...rows.slice(at + 2)];
    },
    rename(which) {
      call(which, `${people[personAt(which)]?.name} L.`);
    },
    leave(which) {
      call(which, '');
    },
    scroll() {
      const [gone] = rows;
      // The list keeps what is new.
      if (!gone || now_ms - gone.begun_ms < stoodLongMs) return;
      settle(gone);
      rows = rows.slice(1);
    },
  };

  return {
    act({ does: what, which }: Act): void {
      does[what](which);
    },
    wait(ms: number): void {
      now_ms += ms;
    },
    now: () => now_ms,
    /** Who somebody of a name is, where that is certain. */
    idOf(name: string | undefined): { readonly id: string; readonly name: string } | undefined {
      const called = people.filter((person) => name && person.name === name);
      return called.length === 1 && name
        ? { id: `1:${people.findIndex((one) => one.name === name)}`, name }
        : undefined;
    },
    get rows(): readonly CaptionRow[] {
      return rows.map(rowOf);
    },
    origin(text: string): Origin | undefined {
      const said = origins.get(text);
      return (
        said && {
          names: new Set([...said.owners].flatMap((owner) => [...(people[owner]?.names ?? [])])),
          most: 1 + said.changes,
        }
      );
    },
    /** What has stood there for a second, up to the end. */
    due(): ReadonlySet<string> {
      for (const said of rows) settle(said);
      return due;
    },
  };
};
