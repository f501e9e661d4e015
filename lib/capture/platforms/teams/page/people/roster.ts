/** Who is in a Teams meeting, and what of theirs has which number, as the servers tell the page. Pure but for its memory. */
import { BoundedMap } from '../../../../../process/bounded.ts';
import { ownPartOf } from './ids.ts';
import {
  conversationIn,
  countsIn,
  type Devices,
  type PeopleCounts,
  peopleIn,
  type SourceKind,
  type SourceOwner,
  type TeamsSource,
  type ToldPerson,
} from './roster-entries.ts';

const mostMembers = 2_000;
/** That somebody had before. */
const mostFormerNames = 20;
const mostNames = 2 * mostMembers;
/** With those who are gone. */
const mostEntries = 2 * mostMembers;

type Named = Pick<TeamsMember, 'id' | 'name'>;

export interface TeamsMember {
  /** As in `8:orgid:…` of somebody with an account, `8:teamsvisitor:…` of a guest. */
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** Of all devices by which they are there. */
  readonly sources: readonly TeamsSource[];
}

interface Person {
  readonly name: string;
  /** What they were called before, as rows of the chat may still have it. */
  readonly formerNames: readonly string[];
  readonly isHost: boolean;
}

/** What was told last under one of the names by which the servers tell of presences. */
interface Entry extends Devices {
  readonly id: string;
  readonly version: number | undefined;
  readonly isGone: boolean;
  readonly isHidden: boolean;
  /** The roster's moment of it. */
  readonly told_at: number;
}

export interface TeamsRoster {
  /** All people, or those of whom something has changed. `call`: which of the page's calls it was told in, where that is known. */
  hear(content: unknown, call?: string): void;
  /**
   * What the page itself was answered, to what it asked at a `moment` of the roster. Where that tells of everybody, whoever it does
   * not tell of and who was told of before that is gone; likewise where it tells of somebody of this name, the bot's, who was not
   * known: the page has joined anew after it was put out. Answers whether it has.
   */
  answered(content: unknown, own_name: string, asked_at?: number): boolean;
  /** It passes with each that is told. */
  readonly moment: number;
  /** Whom the page's own call has, but for the bot. They count where the servers have told nothing of them. */
  noteCallPeople(people: readonly TeamsMember[]): void;
  /** Of some the servers have told nothing, or may have. */
  readonly lacksPeople: boolean;
  /** How many more are there, or speak without a name. Who waits, who is hidden and what only records do not count. */
  readonly untold: number;
  /** Who waits in the lobby is not among them. */
  readonly members: readonly TeamsMember[];
  /** They are all who can be heard: the page was told of everybody, and nobody speaks who has no name. */
  readonly isWhole: boolean;
  find(id: string): TeamsMember | undefined;
  /** Whoever is there, or was, as they were called last; of the id of an account its own part will do. */
  recall(id: string): Named | undefined;
  /** Whose a source is, by its number in the packets and in what the page asks for. */
  ownerOf(source: string): { readonly member: TeamsMember; readonly kind: SourceKind } | undefined;
  /** Somebody by a name that they have, or had before; undefined where they were never called so. */
  called(id: string, name: string): Named | undefined;
  /** The only one who is called so, or else was, if nobody else ever; of one and somebody else, somebody else. */
  named(name: string, one_id?: string): TeamsMember | undefined;
}

interface Known {
  readonly members: readonly TeamsMember[];
  readonly owners: ReadonlyMap<string, { readonly member: TeamsMember; readonly kind: SourceKind }>;
  /** How many are counted of whom nothing is told. */
  readonly missing: number;
  /** Who can be heard and has no name. */
  readonly nameless: readonly Entry[];
  /** Whom the page's own call has, and the servers have told nothing of. */
  readonly onlyInCall: number;
}

const speaks = ({ sources }: Entry): boolean => sources.some(({ kind, isSending }) => kind === 'voice' && isSending);
/** By what its id begins with, which is that of bots in Teams. */
const isProgram = ({ id }: Entry): boolean => id.startsWith('28:');
const namesBefore = (before: Person | undefined, name: string): readonly string[] => {
  const { formerNames = [], name: last = name } = before ?? {};
  return last === name ? formerNames : [...formerNames, last].slice(-mostFormerNames);
};
const isOrWas = ({ name, formerNames }: Person, called: string): boolean =>
  name === called || formerNames.includes(called);
const isOlder = ({ version }: ToldPerson, before: Entry | undefined): boolean =>
  version !== undefined && before?.version !== undefined && version < before.version;

/** `inCall`: whose a source is by the page's own call, of which the servers may have told nothing. */
export const createTeamsRoster = (
  inCall: (source: string) => SourceOwner | undefined = () => undefined,
): TeamsRoster => {
  /** In the order in which they came. */
  const people = new BoundedMap<string, Person>(mostMembers);
  const entries = new BoundedMap<string, Entry>(mostEntries);
  /** Also those who are gone, by their own part of the id. */
  const everybody = new BoundedMap<string, Named>(mostEntries);
  /** By name, the only one who was ever called so; null where several were. */
  const bearers = new BoundedMap<string, string | null>(mostNames);
  let callPeople: readonly TeamsMember[] = [];
  let counts: PeopleCounts | undefined;
  let moment = 0;
  let wasAnswered = false;
  let call: string | undefined;
  let conversation: string | undefined;
  let known: Known | undefined;

  const isThere = (id: string): boolean => [...entries.values()].some((one) => one.id === id && !one.isGone);
  const leave = (id: string): void => {
    if (!isThere(id)) people.delete(id);
  };

  const remember = (id: string, told_name?: string): void => {
    if (id === '') return;
    const key = ownPartOf(id);
    everybody.set(key, { id, name: told_name ?? everybody.get(key)?.name ?? '' });
  };

  const hearOne = (key: string, told: ToldPerson): void => {
    const before = entries.get(key);
    if (isOlder(told, before)) return;
    const { id, isGone } = told;
    remember(id, told.name);
    const had = before && !before.isGone ? before : undefined;
    const { sources, areInCall } = told.devices ?? had ?? { sources: [], areInCall: true };
    entries.set(key, {
      ...{ id, isGone, sources, areInCall },
      isHidden: told.isHidden ?? before?.isHidden ?? false,
      version: told.version ?? before?.version,
      told_at: moment,
    });
    if (isGone) leave(id);
    const one = people.get(id);
    if (isGone || id === '' || (told.name === undefined && !one)) return;
    const name = told.name ?? one?.name ?? '';
    const news: Person = { name, formerNames: namesBefore(one, name), isHost: told.isHost ?? one?.isHost ?? false };
    if (one) Object.assign(one, news);
    else people.set(id, news);
    const bearer = bearers.get(name);
    bearers.set(name, bearer === undefined || bearer === id ? id : null);
  };

  const hearAll = (content: unknown): void => {
    const told = peopleIn(content) ?? new Map<string, ToldPerson>();
    moment += 1;
    known = undefined;
    // What counts people tells of the same moment.
    const isOld = [...told].some(([key, one]) => isOlder(one, entries.get(key)));
    if (!isOld) counts = countsIn(content) ?? counts;
    for (const [key, one] of told) hearOne(key, one);
  };

  const toldUntil = (at: number): [string, Entry][] => [...entries].filter(([, { told_at }]) => told_at <= at);
  /** What is counted in one call or conversation says nothing of what is in another. */
  const countAnew = (from = Number.POSITIVE_INFINITY): void => {
    for (const [key, one] of toldUntil(from)) entries.set(key, { ...one, version: undefined });
  };

  const forget = (gone: readonly [string, Entry][]): void => {
    for (const [key] of gone) entries.delete(key);
    for (const [, { id }] of gone) leave(id);
  };

  const membersNow = (present: readonly Entry[]): TeamsMember[] => {
    const inside = Map.groupBy(
      present.filter(({ areInCall, isHidden }) => areInCall && !isHidden),
      ({ id }) => id,
    );
    return [...people].flatMap(([id, { name, isHost }]): TeamsMember[] => {
      const theirs = inside.get(id);
      return theirs ? [{ id, name, isHost, sources: theirs.flatMap(({ sources }) => sources) }] : [];
    });
  };

  /** Made when it is asked for, and not with each of the messages in which very many come. */
  const now = (): Known => {
    if (known) return known;
    const all = [...entries.values()];
    const present = all.filter(({ isGone }) => !isGone);
    const told = new Set(all.map(({ id }) => id));
    const onlyInCall = callPeople.filter(({ id }) => !told.has(id));
    const members = [...membersNow(present), ...onlyInCall];
    const owners = new Map(
      members.flatMap((member) => member.sources.map((source) => [source.id, { member, kind: source.kind }] as const)),
    );
    const { all: counted, outside } = counts ?? { all: 0, outside: 0 };
    // Not everybody is told who waits.
    const waiting = present.filter(({ areInCall }) => !areInCall).length;
    const missing = Math.max(0, counted - (present.length - waiting) - Math.max(outside, waiting));
    const nameless = present.filter((one) => !people.has(one.id) && !one.isHidden && speaks(one));
    known = { members, owners, missing, nameless, onlyInCall: onlyInCall.length };
    return known;
  };

  const find = (id: string): TeamsMember | undefined => now().members.find((member) => member.id === id);

  return {
    hear(content, of_call) {
      if (of_call !== undefined && call !== undefined && of_call !== call) countAnew();
      call = of_call ?? call;
      hearAll(content);
    },
    answered(content, own_name, asked_at = Number.POSITIVE_INFINITY) {
      const told = peopleIn(content) ?? new Map<string, ToldPerson>();
      const wasThere = own_name !== '' && [...people.values()].some((one) => isOrWas(one, own_name));
      const isAnew = wasThere && [...told.values()].some(({ id, name }) => name === own_name && !people.has(id));
      const of_conversation = conversationIn(content);
      const isOther = of_conversation !== undefined && conversation !== undefined && of_conversation !== conversation;
      if (isAnew || isOther) countAnew(asked_at);
      conversation = of_conversation ?? conversation;
      const there = [...told.values()].filter(({ isGone }) => !isGone).length;
      const isAll = there >= (countsIn(content)?.all ?? Number.POSITIVE_INFINITY);
      if (isAnew || isAll) forget(toldUntil(asked_at).filter(([key]) => !told.has(key)));
      wasAnswered ||= told.size > 0;
      hearAll(content);
      return isAnew;
    },
    get moment() {
      return moment;
    },
    noteCallPeople(people) {
      callPeople = people;
      for (const { id, name } of people) remember(id, name);
      known = undefined;
    },
    get lacksPeople() {
      return counts ? now().missing > 0 : !wasAnswered;
    },
    get untold() {
      const { missing, nameless, onlyInCall } = now();
      return Math.max(0, missing - onlyInCall) + nameless.filter((one) => !isProgram(one)).length;
    },
    get members() {
      return now().members;
    },
    get isWhole() {
      const { missing, nameless } = now();
      return (wasAnswered || counts !== undefined) && missing === 0 && nameless.length === 0;
    },
    find,
    recall: (id) => everybody.get(ownPartOf(id)),
    ownerOf(source) {
      const told = now().owners.get(source);
      if (told) return told;
      const owner = inCall(source);
      const member = owner && find(owner.id);
      return member && { member, kind: owner.kind };
    },
    called(id, name) {
      const person = people.get(id) ?? find(id);
      return person && isOrWas({ formerNames: [], ...person }, name) ? { id, name } : undefined;
    },
    named(name, one_id) {
      const { members } = now();
      const isNow = members.filter((member) => member.name === name);
      const alike = isNow.length > 0 ? isNow : members.filter(({ id }) => bearers.get(name) === id);
      const [other, ...more] = alike.length > 1 ? alike.filter(({ id }) => id !== one_id) : alike;
      return more.length === 0 ? other : undefined;
    },
  };
};
