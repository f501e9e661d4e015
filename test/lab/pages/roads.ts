/**
 * Ways of a bot through the pages of a platform, drawn by a seed: what a page shows at each look is an entry of the corpus, and
 * which one comes next, for how long, and what becomes of a press is chance. There is no browser: what a look finds was
 * collected once from each entry.
 */
import type { Entry } from '../../../bin/judge/entry.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import type { History, SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { corpus, factsOfEntry } from './corpus.ts';
import { isOfTwoRows } from './entry-names.ts';
import { type Chance, chanceOf, oneOf } from './mutations.ts';

/** `in`: let in. `refused`: by whatever ends a bot that is not inside. `out`: let in, and removed, or the meeting ended. */
export type RoadKind = 'in' | 'refused' | 'out';

interface KnownPage {
  readonly entry: Entry;
  readonly history: History;
  readonly phase: string;
}

/** A page, and for how long it is shown. */
interface Leg {
  readonly page: KnownPage | undefined;
  readonly for_ms: number;
}

export interface Road {
  readonly table: SignTable;
  /** What is handed to the page with its link. */
  readonly given: Pick<History, 'signed_in' | 'sent_passcode' | 'sent_token' | 'link_host'> & {
    readonly link_place?: string;
  };
  /** What comes first, before anybody can press; without `door`, all that there is. */
  readonly before: readonly Leg[];
  /** Shown over and over until a press is taken. */
  readonly door: readonly Leg[] | undefined;
  /** So long after the page was first loaded there is nothing to press yet. */
  readonly late_ms: number;
  /** So many presses come to nothing. */
  readonly lost_presses: number;
  /** What the first presses that are taken lead to, in turn, in place of what is after: each stays until the page is loaded. */
  readonly failures: readonly (readonly Leg[])[];
  /** After the press; the last page stays. */
  readonly after: readonly Leg[];
  /** How the bot is to end, where it is not let in for good. */
  readonly sub_type: string | null;
  /** Nothing on its last page leads on. */
  readonly ends_nowhere?: boolean;
  /** The names of its pages, in order. */
  readonly told: string;
}

/** A form that everybody knows, under a dialog that nobody knows: it is taken for the form, and pressed again. */
const takenForForm = 'zoom/z10-error-1132';

/**
 * A dialog that somebody inside opens, over a meeting that it hides from screen readers. It is called like a wall, for which it
 * is taken at a first look.
 */
const openedInside = 'teams/t28-over-a-dialog-about-ones-info';

/** A form under a dialog that a guest may have opened. Once the bot has asked to be let in the page has, which is a wall. */
const wallOncePressed = 'teams/t03-sign-in-offered-in-the-page';

/** The pages of a platform. */
export const pagesOf = (platform: string): readonly KnownPage[] =>
  corpus
    .filter((entry) => entry.platform === platform && entry.expected && entry.name !== takenForForm)
    .map((entry) => ({
      entry,
      history: entry.history as History,
      phase: entry.expected?.phase ?? 'unknown',
    }));

/** Waits in which a bot asks anew are another matter: whether it does is not chance. */
const quietWaits = ['waiting_room', 'not_started', 'asking'];
/** What a bot may end by on its way in. `locked` is waited for. */
const refusals = [
  'denied',
  'refused_by_time',
  'cannot_connect',
  'not_found',
  'full',
  'registration_required',
  'login_required',
  'captcha',
  'blocked',
  'passcode_required',
  'ended',
];
/** Forms that want something which the bot was not given, such as consent, or that are no forms once they were pressed. */
const pressedOnce = ['Z03', 'Z06', 'G05', 'G13'];
/** How many of a kind there are at most, and for how long each. */
const most = { dialogs: 4, waits: 3, waited_ms: 5_000, blinks_ms: 4_000, inside: 4, inside_ms: 6_000, away_ms: 20_000 };
/** A program that is slow to come. */
const slow = { chance: 0.25, least_ms: 20_000, longer_ms: 30_000, starts_ms: 15_000 };
const failingChance = 0.4;

const givenOf = ({ signed_in, sent_passcode, sent_token, link_host, beside_link }: History): Road['given'] => ({
  ...(link_host !== undefined && { link_host }),
  ...(beside_link && link_host !== undefined && { link_place: `${link_host}/another` }),
  ...(signed_in && { signed_in }),
  ...(sent_passcode && { sent_passcode }),
  ...(sent_token && { sent_token }),
});

/** Whether a page is one that a bot with such a past may meet: a page is judged by what was before. */
const isOf = ({ history }: KnownPage, past: 'new' | 'asked' | 'inside'): boolean => {
  if (history.pressed_leave || history.signed_in) return false;
  if (past === 'inside') return history.admitted === true;
  return !history.admitted && (history.pressed_join === true) === (past === 'asked');
};

/** A page that fails, for ever, and whatever must be before it. */
const failureOf = (page: KnownPage, pages: readonly KnownPage[]): readonly Leg[] => {
  const lobby = pages.find(
    ({ phase, history }) => phase === 'waiting_room' && history.pressed_join && !history.admitted,
  );
  const { asked_ms_ago } = page.history;
  const last = { page, for_ms: Number.POSITIVE_INFINITY };
  return asked_ms_ago === undefined ? [last] : [{ page: lobby, for_ms: asked_ms_ago }, last];
};

/** The pages that fail before anybody is let in and are tried again, how often, and how that ends where it is in vain. */
export const failuresOf = (pages: readonly KnownPage[], { states }: SignTable) =>
  pages.flatMap((page) => {
    const { entry, history, phase } = page;
    const times = states.find(({ id, phase: of }) => id === entry.expected?.state && of === phase)?.again_times;
    if (times === undefined || history.admitted) return [];
    const unrefused = phase === 'connecting' ? 'unable_to_connect_to_meeting' : 'unknown_page';
    const ending = entry.expected?.sub_type ?? unrefused;
    return { name: entry.name, times, ending, legs: failureOf(page, pages) };
  });

/** The pages by which a bot ends that is not inside: seeds that follow each other go to all of them in turn. */
export const refusalsOf = (pages: readonly KnownPage[]): readonly KnownPage[] =>
  pages.filter(
    ({ phase, history: { admitted, pressed_join, pressed_leave, asked_ms_ago } }) =>
      refusals.includes(phase) && !admitted && !pressed_leave && (pressed_join || !asked_ms_ago),
  );

/** A page that a bot comes to in the end, by a road that a seed draws, and that stays. */
export const roadTo = (last: KnownPage, road: Road): Road => ({
  ...road,
  failures: [],
  after: [{ page: last, for_ms: Number.POSITIVE_INFINITY }],
  sub_type: last.entry.expected?.sub_type ?? null,
  told: last.entry.name,
});

export const roadOf = (pages: readonly KnownPage[], table: SignTable, kind: RoadKind, seed: number): Road => {
  const chance: Chance = chanceOf(seed);
  const upTo = (ms: number): number => Math.floor(chance() * ms);
  const some = (from: readonly KnownPage[], most_pages: number, most_ms: number): Leg[] =>
    from.length === 0
      ? []
      : Array.from({ length: Math.floor(chance() * (most_pages + 1)) }, () => ({
          page: oneOf(from, chance),
          for_ms: 250 + upTo(most_ms),
        }));
  const having = (past: 'new' | 'asked' | 'inside', ...phases: readonly string[]): KnownPage[] =>
    pages.filter((page) => phases.includes(page.phase) && isOf(page, past));
  const mixed = (legs: readonly Leg[]): Leg[] =>
    legs
      .map((leg) => [chance(), leg] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, leg]) => leg);
  /**
   * What nobody can tell, or nothing at all, for a moment. Some could tell it if the bot had not waited; of two ends at once, which
   * are made up, one would be left after a form that is called like the other.
   */
  const blinks = (past: 'new' | 'asked' | 'inside'): Leg[] => [
    ...some(
      having(past, 'unknown').filter(({ history, entry }) => !history.waited && !isOfTwoRows(entry.name)),
      1,
      most.blinks_ms,
    ),
    ...(chance() < 0.3 ? [{ page: undefined, for_ms: upTo(most.blinks_ms) }] : []),
  ];

  const quick = some(having('new', 'loading'), 2, 3_000);
  const late = {
    ...oneOf([...having('new', 'loading').map((page) => ({ page })), { page: undefined }], chance),
    for_ms: slow.least_ms + upTo(slow.longer_ms),
  };
  const loading = chance() < slow.chance ? [...quick, late] : quick;
  const forms = pages.filter(
    ({ phase, history, entry }) =>
      phase === 'pre_join' &&
      !history.admitted &&
      !history.signed_in &&
      entry.name !== wallOncePressed &&
      !pressedOnce.includes(entry.expected?.state ?? ''),
  );
  const door = [...some(forms, most.dialogs, 1_500), { page: oneOf(forms, chance), for_ms: 2_000 }];
  const isQuiet = ({ entry }: KnownPage): boolean =>
    table.states.every(({ id, again_s }) => id !== entry.expected?.state || again_s === undefined);
  const waits = having('asked', ...quietWaits).filter(isQuiet);
  const starting =
    table.starts_within_s === undefined && chance() < slow.chance
      ? [{ page: undefined, for_ms: upTo(slow.starts_ms) }]
      : [];
  const waiting = mixed([
    ...some(waits, most.waits, most.waited_ms),
    // What is another thing after a while is not shown before that.
    ...some(
      having('asked', 'connecting').filter((page) => isQuiet(page) && !page.history.asked_ms_ago),
      1,
      most.waited_ms,
    ),
    ...blinks('asked'),
  ]);
  const inside = having('inside', 'in_meeting');
  // What a bot sees as soon as it is let in, and what it may see at any time.
  const first = [...having('asked', 'in_meeting'), ...inside].filter(({ entry }) => entry.name !== openedInside);
  const attending = [
    { page: oneOf(first, chance), for_ms: 1_000 + upTo(most.inside_ms) },
    ...mixed([
      ...some(inside, most.inside, most.inside_ms),
      // What never connects again by itself is left, and opened anew.
      ...some(having('inside', 'connecting').filter(isQuiet), 1, most.away_ms),
      ...blinks('inside'),
    ]),
    { page: oneOf(inside, chance), for_ms: 1_000 + upTo(most.inside_ms) },
  ];
  const failures = failuresOf(pages, table);
  const failing = failures.length > 0 && chance() < failingChance ? oneOf(failures, chance) : undefined;
  const road = {
    table,
    given: {},
    before: loading,
    door,
    late_ms: upTo(9_000),
    lost_presses: Math.floor(chance() * 3),
    failures: failing ? Array.from({ length: 1 + upTo(failing.times) }, () => failing.legs) : [],
    sub_type: null,
  };
  const tell = (legs: readonly Leg[]): string => legs.map(({ page }) => page?.entry.name ?? 'nothing').join(', ');

  if (kind === 'in') {
    const after = [...starting, ...waiting, ...attending];
    return { ...road, after, told: tell(after) };
  }
  const last = (page: KnownPage): Leg => ({ page, for_ms: Number.POSITIVE_INFINITY });
  if (kind === 'out') {
    const end = oneOf(having('inside', 'removed', 'ended'), chance);
    const after = [...starting, ...waiting, ...attending, last(end)];
    return {
      ...road,
      after,
      given: givenOf(end.history),
      sub_type: end.entry.expected?.sub_type ?? null,
      ends_nowhere: factsOfEntry(end.entry).is_dead_end === true,
      told: tell(after),
    };
  }
  const all = refusalsOf(pages);
  const refusal = all[seed % all.length];
  if (!refusal) throw new Error('nothing refuses a bot there');
  const { asked_ms_ago = 0, pressed_join, waited } = refusal.history;
  const ending = { given: givenOf(refusal.history), sub_type: refusal.entry.expected?.sub_type ?? null };
  if (!pressed_join) {
    const before = [...loading, last(refusal)];
    return { ...road, ...ending, before, door: undefined, after: [], told: tell(before) };
  }
  // Where a platform gives up by itself, it takes its time.
  const lobbies = having('asked', 'waiting_room');
  const patience = lobbies.length > 0 ? [{ page: oneOf(lobbies, chance), for_ms: Math.max(500, asked_ms_ago) }] : [];
  const after = [
    ...starting,
    ...(waited ? [...patience, ...waiting, ...patience.map((leg) => ({ ...leg, for_ms: 500 }))] : []),
    last(refusal),
  ];
  return { ...road, ...ending, after, told: tell(after) };
};

/** What there is at a moment of legs that follow each other; the last stays. */
const at = (legs: readonly Leg[], ms: number): Leg | undefined => {
  let end_ms = 0;
  for (const leg of legs) {
    end_ms += leg.for_ms;
    if (ms < end_ms) return leg;
  }
  return legs.at(-1);
};
const lengthOf = (legs: readonly Leg[]): number => legs.reduce((sum, { for_ms }) => sum + for_ms, 0);

/** A page that goes a road: what it shows, and what comes of being pressed. */
export const createTravelled = ({ before, door, late_ms, lost_presses, failures, after }: Road) => {
  let first_ms: number | undefined;
  let loaded_ms = 0;
  let taken_ms: number | undefined;
  let presses = 0;
  let failed = 0;
  const shownBy = (leg: Leg | undefined): PageFacts | undefined => leg?.page && factsOfEntry(leg.page.entry);
  return {
    get presses() {
      return presses;
    },
    /** When the last of its pages came to be shown. */
    get arrived_ms() {
      const legs = taken_ms === undefined ? before : after;
      return (taken_ms ?? loaded_ms) + lengthOf(legs.slice(0, -1));
    },
    load(now_ms: number) {
      first_ms ??= now_ms;
      loaded_ms = now_ms;
      if (taken_ms === undefined || failed === failures.length) return;
      failed += 1;
      taken_ms = undefined;
    },
    /** How long it still takes until there is something to press. */
    readyIn: (now_ms: number): number => Math.max(0, (first_ms ?? now_ms) + late_ms - now_ms),
    press(now_ms: number) {
      presses += 1;
      if (presses > lost_presses) taken_ms ??= now_ms;
    },
    shows(now_ms: number): PageFacts | undefined {
      if (taken_ms !== undefined) return shownBy(at(failures[failed] ?? after, now_ms - taken_ms));
      const for_ms = now_ms - loaded_ms;
      const begins_ms = lengthOf(before);
      if (!door || for_ms < begins_ms) return shownBy(at(before, for_ms));
      return shownBy(at(door, (for_ms - begins_ms) % lengthOf(door)));
    },
  };
};
