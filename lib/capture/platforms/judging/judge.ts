/**
 * What state a page is in. Pure: by what was collected of the page, what the bot did before, and the table of the
 * platform. A state that ends a bot takes two kinds of evidence; what has only one of them, or speaks for two such states,
 * is not known. So a page that was reworded or moved can give no wrong reason.
 */

import type { SignView } from '../../../domain/meeting/page-state.ts';
import { BoundedMap } from '../../../process/bounded.ts';
import { isEnd } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { PageFacts, WireFact } from './facts.ts';
import { mostTexts } from './limits.ts';
import { normalText, says } from './normal-text.ts';
import type {
  AddressSign,
  History,
  HistoryGate,
  Shell,
  Sign,
  SignTable,
  StateRow,
  TextSign,
  WireMatch,
} from './sign-table.ts';
import { saysItGoesOn } from './unfinished.ts';

export interface Judgement {
  readonly phase: MeetingPhase;
  /** The row by which it is known; none, where there is none. */
  readonly row?: StateRow;
  readonly evidence: readonly SignView[];
  /** What as much speaks for: states that each would end the bot. */
  readonly rivals: readonly StateRow[];
  /** What lies over the page. */
  readonly overlays: readonly StateRow[];
}

/** A row for which enough speaks, and what does. */
interface Found {
  readonly row: StateRow;
  readonly evidence: readonly SignView[];
  /** It rests on a sentence and on how that stands out: less than what else can speak for it. */
  readonly isByProminence: boolean;
  /** Beside its words there is only what holds in other states too. */
  readonly isOnlySaid: boolean;
  /** Its words stand only in what comes and goes, and may be left from before. */
  readonly isInPassing: boolean;
  /** All that speaks for it, but for what the bot did, lies below a dialog. */
  readonly isBelow: boolean;
}

const isFinal = ({ phase }: StateRow): boolean => isEnd(phase);
const waits: readonly MeetingPhase[] = ['not_started', 'waiting_room', 'authorized_user_absent', 'asking'];
/** Beside states that end a bot: what is told first where several hold. */
const order: readonly MeetingPhase[] = [
  // It lies over whatever goes on, a wait too, and nothing does before it is answered.
  'consent_asked',
  ...waits,
  'connecting',
  'unknown',
  'in_meeting',
  'pre_join',
  'loading',
];

const notInside: HistoryGate = { admitted: false };
const asked: HistoryGate = { admitted: false, pressed_join: true };
/** What must have been before, where a row does not say it itself. */
const gates: Partial<Record<MeetingPhase, HistoryGate>> = {
  // An address tells that something is on its way only until the bot has asked there.
  loading: { admitted: false, pressed_join: false },
  denied: asked,
  refused_by_time: asked,
  cannot_connect: notInside,
  not_found: notInside,
  not_started: notInside,
  full: notInside,
  locked: notInside,
  registration_required: notInside,
  captcha: notInside,
  blocked: notInside,
  passcode_required: notInside,
  removed: { any: ['admitted', 'glimpsed'] },
  // A meeting may end while bots wait for it.
  ended: { any: ['admitted', 'glimpsed', 'waited'] },
  left: { any: ['pressed_leave', 'admitted'] },
};

const passes = (history: History, gate: HistoryGate): boolean => {
  const { any, asked_at_least_ms_ago = 0, admitted_at_most_ms_ago, ...acts } = gate;
  if (any && !any.some((act) => history[act])) return false;
  if ((history.asked_ms_ago ?? 0) < asked_at_least_ms_ago) return false;
  const isInTime = (history.admitted_ms_ago ?? Infinity) <= (admitted_at_most_ms_ago ?? Infinity);
  if (!isInTime && !history.began_in_time) return false;
  return Object.entries(acts).every(([act, was]) => (history[act as keyof History] ?? false) === was);
};

/** Whether a page can be in this state, by what the bot has done there. */
export const canBe = (row: StateRow, history: History): boolean => passes(history, row.gate ?? gates[row.phase] ?? {});

const isOnHost = ({ hostname }: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));

const isOwnPage = ({ address }: PageFacts, { hosts }: SignTable): boolean => {
  const url = URL.parse(address);
  return hosts === undefined || (url !== null && isOnHost(url, hosts));
};

const isAt = (
  { hosts, path, title, status, elsewhere, beside }: AddressSign,
  url: URL,
  facts: PageFacts,
  { link_host, beside_link }: History,
): boolean => {
  if (hosts && !isOnHost(url, hosts)) return false;
  if (elsewhere && (link_host === undefined || url.hostname === link_host)) return false;
  if (beside && !beside_link) return false;
  if (path !== undefined && !`${url.pathname}${url.search}`.includes(path)) return false;
  if (title !== undefined && normalText(facts.title) !== normalText(title)) return false;
  return status === undefined || facts.status === status;
};

const matches = ({ kind, with: wanted = {}, without = {} }: WireMatch, fact: WireFact): boolean =>
  fact.kind === kind &&
  Object.entries(wanted).every(([name, values]) => values.includes(fact[name])) &&
  !Object.entries(without).some(([name, values]) => values.includes(fact[name]));

/**
 * It is on its way, or has only begun to load and has nothing yet that leads on. What a server answers in the client's place, as
 * the gateway of somebody's network does, may lead nowhere for good.
 */
const isUnfinished = ({ is_unfinished, is_dead_end, is_young, status }: PageFacts): boolean =>
  is_unfinished === true || (is_dead_end === true && (is_young === true || (status ?? 200) >= 400));

/** The title says it beside something else, such as what the product is called. */
const isTitledAfter = (sign: TextSign, { title }: PageFacts): boolean => {
  const parts = title.split(/\s[|·–—-]\s/);
  return parts.length > 1 && parts.some((part) => says(sign, normalText(part)));
};

type Place = PageFacts['texts'][number]['place'];

/** Which sentences of a table a text says. Pages say at nearly every look what they said before. */
const saying = ({ states }: SignTable): ((text: string) => readonly TextSign[]) => {
  const sentences = states.flatMap(({ signs }) => signs.filter((sign) => sign.class === 'T'));
  const known = new BoundedMap<string, readonly TextSign[]>(2 * mostTexts);
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const normal = normalText(text);
    const said = sentences.filter((sign) => says(sign, normal));
    known.set(text, said);
    return said;
  };
};

const saidIn = new WeakMap<SignTable, ReturnType<typeof saying>>();

/** What each row of a table may be looked for by: what is said or shown of it, and whatever else has to be asked about each. */
const createIndex = ({ states }: SignTable) => {
  const byMark = new Map<TextSign | string, StateRow[]>();
  const byOther: { readonly row: StateRow; readonly signs: readonly Exclude<Sign, TextSign>[] }[] = [];
  for (const row of states) {
    const others: Exclude<Sign, TextSign>[] = [];
    for (const sign of row.signs) {
      if (sign.aside) continue;
      if (sign.class === 'T' || sign.class === 'S') {
        const mark = sign.class === 'T' ? sign : sign.id;
        byMark.set(mark, [...(byMark.get(mark) ?? []), row]);
      } else others.push(sign);
    }
    if (others.length > 0) byOther.push({ row, signs: others });
  }
  return { byMark, byOther };
};

const indices = new WeakMap<SignTable, ReturnType<typeof createIndex>>();

/** Where a page says which sentences of a table. */
const placesIn = ({ texts }: PageFacts, table: SignTable): ReadonlyMap<TextSign, readonly Place[]> => {
  const saidBy = saidIn.get(table) ?? saying(table);
  saidIn.set(table, saidBy);
  const places = new Map<TextSign, Place[]>();
  for (const { text, place } of texts)
    for (const sign of saidBy(text)) {
      const known = places.get(sign);
      if (known) known.push(place);
      else places.set(sign, [place]);
    }
  return places;
};
const nowhere: readonly Place[] = [];

/** A look at a page, prepared for being asked. */
const lookOf = (facts: PageFacts, history: History, table: SignTable) => {
  const shown = new Set(facts.shown);
  const places = placesIn(facts, table);
  const placesOf = (sign: TextSign): readonly Place[] => places.get(sign) ?? nowhere;
  const url = URL.parse(facts.address);
  const has = (part: keyof Shell): boolean => shown.has(`shell.${part}`);
  const isTold = (wanted: WireMatch): boolean => facts.wire.some((fact) => matches(wanted, fact));
  const sees = (sign: Exclude<Sign, TextSign>): boolean => {
    if (sign.class === 'S') return shown.has(sign.id);
    if (sign.class === 'U') return url !== null && isAt(sign, url, facts, history);
    if (sign.class === 'N') return isTold(sign);
    return passes(history, sign.did);
  };
  return {
    has,
    isTold,
    /** The rows for which anything speaks, in the order of the table: nothing speaks for most. */
    rows(): readonly StateRow[] {
      const index = indices.get(table) ?? createIndex(table);
      indices.set(table, index);
      const rows = new Set<StateRow>();
      for (const mark of [...places.keys(), ...shown]) for (const row of index.byMark.get(mark) ?? []) rows.add(row);
      for (const { row, signs } of index.byOther) if (!rows.has(row) && signs.some(sees)) rows.add(row);
      return table.states.filter((row) => rows.has(row));
    },
    /** Where the page says it; undefined where it does not. */
    place: (sign: TextSign) => {
      const places = placesOf(sign);
      const best = places.find((place) => place === 'prominent' || place === 'dialog');
      return best ?? places.find((place) => place === 'main') ?? places.find((place) => place !== 'below') ?? places[0];
    },
    saysInDialog: (sign: TextSign) => placesOf(sign).includes('dialog'),
    /** Whether it may be the name of the meeting, on a page that is on its way, or is titled after it. */
    mayBeName: (sign: TextSign) =>
      isUnfinished(facts) ||
      isTitledAfter(sign, facts) ||
      facts.texts.some(({ text }) => saysItGoesOn(normalText(text))),
    sees,
    /** Whether there is any sign of it, wherever on the page its words stand. */
    holds: (sign: Sign): boolean => (sign.class === 'T' ? placesOf(sign).length > 0 : sees(sign)),
  };
};
type PageLook = ReturnType<typeof lookOf>;

/** What must have been, and tells nothing of what is. */
const isCondition = ({ must, aside }: Sign): boolean => must === true && aside === true;

const partOf = ({ part, class: kind }: Sign): string => part ?? kind;

/** Of what must be, one of a part that is named is enough. */
const standsFor = (hit: Sign, wanted: Sign): boolean =>
  hit === wanted || (hit.must === true && hit.part !== undefined && hit.part === wanted.part);

/** On the page as it is now, and not only below a dialog. */
const isSaidAbove = (place: Place | undefined): boolean => place !== undefined && place !== 'below';

const isFleeting = (place: Place | undefined): boolean => place === 'passing' || place === 'below';

const isSaidOrBeside = ({ class: kind, aside }: Sign): boolean =>
  kind === 'T' || (aside === true && (kind === 'S' || kind === 'H'));

/**
 * `prominent` stands beside the evidence of a sentence that is the page's heading or stands in a dialog of the client's own,
 * while the client shows neither its form, nor its toolbar, nor that anything goes on: that is structure too.
 */
const find = (look: PageLook, row: StateRow, history: History): Found | undefined => {
  if (!canBe(row, history) || row.unless?.some(look.has)) return undefined;
  const end = isFinal(row);
  const isInDialog = row.signs.some((sign) => sign.class === 'T' && look.saysInDialog(sign));
  const others = row.signs.filter(
    (sign) => sign.class !== 'T' && look.sees(sign) && (isInDialog || !(sign.class === 'S' && sign.around)),
  );
  const isOnWire = others.some((sign) => sign.class === 'N' && !isCondition(sign));
  if (!isOnWire && row.unless_told?.some(look.isTold)) return undefined;
  // What passes may be old, or about somebody else: for what matters it takes more.
  const mayPass = isOnWire || (row.phase === 'connecting' ? !look.has('toolbar') : !end);
  const isBusy = (['form', 'toolbar', 'scene'] as const).some(look.has);
  let standsOut = false;
  const isAbove = row.signs.some((sign) => sign.class === 'T' && isSaidAbove(look.place(sign)));
  const hits = row.signs.filter((sign) => {
    if (sign.class !== 'T') return others.includes(sign);
    const place = look.place(sign);
    if (place === undefined || (place === 'passing' && !mayPass && !sign.passing)) return false;
    // It is what the page was before the dialog came.
    if (place === 'below' && (end || isAbove)) return false;
    const isHeading = place === 'prominent' && !(end && look.mayBeName(sign));
    standsOut ||= (isHeading || place === 'dialog') && !isBusy;
    return true;
  });
  if (hits.every(({ aside }) => aside)) return undefined;
  if (row.signs.some((sign) => sign.must && !hits.some((hit) => standsFor(hit, sign)))) return undefined;
  const classes = new Set(hits.flatMap((sign) => (isCondition(sign) ? [] : sign.class)));
  const isByProminence = classes.size === 1 && standsOut;
  const isTwofold = classes.size > 1 || isByProminence;
  if (end || (history.admitted && waits.includes(row.phase))) {
    if (!isTwofold) return undefined;
  } else {
    const needed = new Set(row.signs.filter(({ aside }) => !aside).map(partOf));
    if (needed.size === 0 || [...needed].some((part) => !hits.some((sign) => partOf(sign) === part))) return undefined;
  }
  const evidence = hits.map((sign) => ({ class: sign.class, entry: sign.id }));
  return {
    row,
    isByProminence,
    isOnlySaid: !isInDialog && hits.every(isSaidOrBeside),
    isBelow: hits.every(
      (sign) => sign.aside === true || sign.class === 'H' || (sign.class === 'T' && look.place(sign) === 'below'),
    ),
    isInPassing: hits.every((sign) => sign.class === 'T' && isFleeting(look.place(sign))),
    evidence: isByProminence ? [...evidence, { class: 'S', entry: 'prominent' }] : evidence,
  };
};

/** Nothing of it is shown but what only confirms a state, which may be that something is not there. */
const isBlank = ({ texts, shown }: PageFacts, { states }: SignTable): boolean => {
  if (texts.length > 0) return false;
  if (shown.length === 0) return true;
  const confirming = new Set(states.flatMap(({ signs }) => signs.flatMap(({ id, aside }) => (aside ? id : []))));
  return shown.every((id) => confirming.has(id));
};

/** It waits, or says that it is on its way in or back. What has failed and is tried again is on no way. */
const goesOnBySaying = ({ row, evidence }: Found): boolean =>
  waits.includes(row.phase) ||
  ((row.phase === 'connecting' || row.phase === 'loading') &&
    row.again_s === undefined &&
    evidence.some((sign) => sign.class === 'T'));

/** Without what gives way to any other state of the page, where there is one. */
const firmest = (found: readonly Found[]): readonly Found[] => {
  const firm = found.filter(({ row, isBelow }) => isFinal(row) || !(row.yields || isBelow));
  return firm.some(({ row }) => !row.overlay) ? firm : found;
};

/** Without those of which another that was found is a special case. */
const mostPrecise = (found: readonly Found[]): readonly Found[] => {
  const covered = new Set(found.flatMap(({ row }) => row.over ?? []));
  return found.filter(({ row }) => !covered.has(row.id));
};

/**
 * Other reasons to end that the page speaks of, each a special case of one that was found, and for which nothing else speaks:
 * whoever reads the page would believe them.
 */
const disputing = (look: PageLook, ends: readonly Found[], { states }: SignTable): readonly StateRow[] =>
  ends.length === 0
    ? []
    : states.filter(
        (row) =>
          isFinal(row) &&
          ends.some(({ row: end }) => end.phase !== row.phase && row.over?.includes(end.id)) &&
          row.signs.some((sign) => sign.class === 'T' && !sign.aside && isSaidAbove(look.place(sign))),
      );

const strongest = (found: readonly Found[]): Found | undefined =>
  found.toSorted((one, other) => other.evidence.length - one.evidence.length)[0];

/** The entries of the table that hold, of whatever state, wherever on the page their words stand. */
export const heldEntries = (facts: PageFacts, history: History, table: SignTable): readonly string[] => {
  const look = lookOf(facts, history, table);
  return table.states.flatMap(({ signs }) => signs.filter(look.holds).map(({ id }) => id));
};

/** Of what the client alone draws: where one of these is, the page is the client's, whatever its address says. */
const drawn = ['form', 'call', 'toolbar', 'scene'] as const;

/** Whether what ends a bot is of that other page, which shows nothing of the client then, or of the client there. */
const isSaidElsewhere = (
  { row, evidence, isByProminence }: Found,
  { isEmbedded }: SignTable,
  showsClient: boolean,
): boolean =>
  (!showsClient && evidence.some((sign) => sign.class === 'U')) ||
  (isEmbedded === true &&
    (!isByProminence ||
      row.signs.some(({ id, where }) => where === 'sdk' && evidence.some(({ entry }) => entry === id))));

export const judge = (facts: PageFacts, history: History, table: SignTable): Judgement => {
  const look = lookOf(facts, history, table);
  const isOwn = isOwnPage(facts, table);
  const showsClient = drawn.some(look.has);
  const all = firmest(
    look
      .rows()
      .map((row) => find(look, row, history))
      .filter((one) => one !== undefined)
      .filter((one) => isOwn || !isFinal(one.row) || isSaidElsewhere(one, table, showsClient)),
  );
  const found = mostPrecise(all);
  const overlays = found.flatMap(({ row }) => (row.overlay ? row : []));
  const states = found.filter(({ row }) => !row.overlay);
  const isWaiting = states.some(({ row }) => waits.includes(row.phase));
  const isMeeting = states.some(({ row }) => row.phase === 'in_meeting');
  // The name that somebody gave the meeting may be a heading, and a wait has the ways out that an end has. So a page that says
  // that it waits, or is about to go on, does so, and so does a meeting that the bot is in, while the page has all of one.
  const isUnderWay = all.some((one) => goesOnBySaying(one) && !one.isInPassing);
  const goesOn = isUnderWay || isWaiting || (isMeeting && history.admitted === true);
  const final = states.filter(
    ({ row, isByProminence, isOnlySaid }) => isFinal(row) && !(isByProminence && goesOn) && !(isOnlySaid && isUnderWay),
  );
  const firm = final.filter(({ row }) => !row.yields);
  const ends = firm.length > 0 ? firm : final;
  const phases = new Set(ends.map(({ row }) => row.phase));
  const isDoubtful = isMeeting && ends.length > 0 && ends.every(({ isByProminence }) => isByProminence);
  const disputes = disputing(look, ends, table);
  if (phases.size > 1 || isDoubtful || disputes.length > 0) {
    const rivals = [...ends.map(({ row }) => row), ...disputes];
    return { phase: 'unknown', evidence: [], rivals, overlays };
  }
  const chosen =
    strongest(ends) ??
    order
      .map((phase) => strongest(states.filter(({ row }) => row.phase === phase)))
      .find((candidate) => candidate !== undefined);
  if (chosen) return { phase: chosen.row.phase, row: chosen.row, evidence: chosen.evidence, rivals: [], overlays };
  const isComing = !history.pressed_join && !history.admitted && isBlank(facts, table);
  return { phase: isComing ? 'loading' : 'unknown', evidence: [], rivals: [], overlays };
};
