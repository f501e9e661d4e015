/** Who is in a Teams meeting, and what of theirs has which number, as the servers tell the page. Pure but for its memory. */
import { BoundedMap, BoundedSet } from '../../../process/bounded.ts';
import { shortText } from '../short-text.ts';
import { idOf } from './channel.ts';
import { type JsonObject, objectOf, textOf } from './socket.ts';

const mostMembers = 2_000;
const mostSources = 50;
/** How deep in an answer the people may be. */
const mostDepth = 4;

export type SourceKind = 'voice' | 'camera' | 'screen';

export interface TeamsSource {
  readonly id: string;
  readonly kind: SourceKind;
  readonly isSending: boolean;
}

export interface TeamsMember {
  /** As in `8:orgid:…` of somebody with an account, `8:teamsvisitor:…` of a guest. */
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** Of all devices by which they are there. */
  readonly sources: readonly TeamsSource[];
}

interface Kept {
  name: string;
  isHost: boolean;
  /** By the name under which the servers tell of each of their presences. */
  readonly entries: Map<string, Presence>;
}

interface Presence {
  readonly sources: readonly TeamsSource[];
  /** In the lobby, of which those are told who may let people in. */
  readonly isWaiting: boolean;
}

const kinds: Readonly<Record<string, SourceKind>> = {
  audio: 'voice',
  video: 'camera',
  'applicationsharing-video': 'screen',
};

const sourceOf = (value: unknown): TeamsSource[] => {
  const { type, sourceId, direction } = objectOf(value) ?? {};
  const [id, kind] = [idOf(sourceId), kinds[textOf(type)]];
  return id === undefined || !kind ? [] : [{ id, kind, isSending: /^send(?:recv|only)$/.test(textOf(direction)) }];
};

const sourcesOf = (endpoints: unknown): TeamsSource[] =>
  Object.values(objectOf(endpoints) ?? {})
    .flatMap((endpoint) => {
      const streams = objectOf(objectOf(endpoint)?.call)?.mediaStreams;
      return Array.isArray(streams) ? streams.slice(0, mostSources) : [];
    })
    .flatMap(sourceOf)
    .slice(0, mostSources);

/** In the lobby, devices have a part in that, and in no call (seen by a public client in its own traffic). */
const isInLobby = (endpoints: unknown): boolean => {
  const all = Object.values(objectOf(endpoints) ?? {}).map((endpoint): JsonObject => objectOf(endpoint) ?? {});
  return all.some(({ lobby }) => (lobby ?? null) !== null) && all.every(({ call }) => (call ?? null) === null);
};

/** What they stand under may be their id (a public client's own traffic), which what is told of a change need not repeat. */
const idUnder = (key: string, person: unknown): string => {
  const told = textOf(objectOf(objectOf(person)?.details)?.id);
  return shortText(told || (/^\d+:/.test(key) ? key : ''));
};

/** The people in an answer or a message, wherever in it they are. */
const peopleIn = (content: unknown, depth = 0): JsonObject | undefined => {
  const whole = objectOf(content);
  if (!whole || depth > mostDepth) return undefined;
  const people = objectOf(whole.participants);
  if (people && Object.entries(people).some(([key, person]) => idUnder(key, person) !== '')) return people;
  for (const inner of Object.values(whole)) {
    const found = peopleIn(inner, depth + 1);
    if (found) return found;
  }
  return undefined;
};

export interface TeamsRoster {
  /** All people, or those of whom something has changed. */
  hear(content: unknown): void;
  /**
   * What the page itself was answered. Where that tells of somebody of this name, the bot's, who was not known, the page has
   * joined anew after it was put out: whoever the answer does not tell of is gone. Answers whether that is so.
   */
  answered(content: unknown, own_name: string): boolean;
  /** Who waits in the lobby is not among them. */
  readonly members: readonly TeamsMember[];
  /** They are all who can be heard: the page was told of everybody once, and nobody speaks who has no name. */
  readonly isWhole: boolean;
  find(id: string): TeamsMember | undefined;
  /** Whose a source is, by its number in the packets and in what the page asks for. */
  ownerOf(source: string): { readonly member: TeamsMember; readonly kind: SourceKind } | undefined;
  /** The only one who is called so; of one and somebody else, somebody else. */
  named(name: string, one_id?: string): TeamsMember | undefined;
}

interface Known {
  readonly members: readonly TeamsMember[];
  readonly owners: ReadonlyMap<string, { readonly member: TeamsMember; readonly kind: SourceKind }>;
}

export const createTeamsRoster = (): TeamsRoster => {
  const kept = new BoundedMap<string, Kept>(mostMembers);
  /** Who can be heard and has no name. */
  const nameless = new BoundedSet<string>(mostMembers);
  let wasAnswered = false;
  let known: Known | undefined;

  const hearOne = (key: string, told: JsonObject): void => {
    const { details, state, meetingRole, endpoints } = told;
    const id = idUnder(key, told);
    const name = shortText(textOf(objectOf(details)?.displayName));
    const before = kept.get(id);
    if (endpoints !== undefined || state === 'inactive') nameless.delete(key);
    if (state === 'inactive') {
      before?.entries.delete(key);
      if (!before?.entries.size) kept.delete(id);
      return;
    }
    // What records a meeting, or is only about to come, has no name.
    if (id === '' || (name === '' && !before)) {
      if (sourcesOf(endpoints).some(({ kind, isSending }) => kind === 'voice' && isSending)) nameless.add(key);
      return;
    }
    const one = before ?? { name, isHost: false, entries: new Map() };
    if (name !== '') one.name = name;
    if (typeof meetingRole === 'string') one.isHost = meetingRole.toLowerCase() === 'organizer';
    if (endpoints !== undefined || !one.entries.has(key))
      one.entries.set(key, { sources: sourcesOf(endpoints), isWaiting: isInLobby(endpoints) });
    if (!before) kept.set(id, one);
  };

  /** Made when it is asked for, and not with each of the messages in which very many come. */
  const now = (): Known => {
    if (known) return known;
    const members = [...kept].flatMap(([id, { name, isHost, entries }]): TeamsMember[] => {
      const inside = [...entries.values()].filter(({ isWaiting }) => !isWaiting);
      if (inside.length === 0) return [];
      return [{ id, name, isHost, sources: inside.flatMap(({ sources }) => sources) }];
    });
    const owners = new Map(
      members.flatMap((member) => member.sources.map((source) => [source.id, { member, kind: source.kind }] as const)),
    );
    known = { members, owners };
    return known;
  };

  const hear = (content: unknown): void => {
    const people = peopleIn(content);
    if (!people) return;
    for (const [key, person] of Object.entries(people)) {
      const told = objectOf(person);
      if (told) hearOne(key, told);
    }
    known = undefined;
  };
  const isNew = ([key, person]: readonly [string, unknown], name: string): boolean => {
    const { displayName } = objectOf(objectOf(person)?.details) ?? {};
    return shortText(textOf(displayName)) === name && !kept.has(idUnder(key, person));
  };

  return {
    hear,
    answered(content, own_name) {
      const wasThere = own_name !== '' && [...kept.values()].some(({ name }) => name === own_name);
      const isAnew = wasThere && Object.entries(peopleIn(content) ?? {}).some((one) => isNew(one, own_name));
      if (isAnew) kept.clear();
      wasAnswered ||= peopleIn(content) !== undefined;
      hear(content);
      return isAnew;
    },
    get members() {
      return now().members;
    },
    get isWhole() {
      return wasAnswered && nameless.size === 0;
    },
    find: (id) => now().members.find((member) => member.id === id),
    ownerOf: (source) => now().owners.get(source),
    named(name, one_id) {
      const alike = now().members.filter((member) => member.name === name);
      const [other, ...more] = alike.length > 1 ? alike.filter(({ id }) => id !== one_id) : alike;
      return more.length === 0 ? other : undefined;
    },
  };
};
