/** Reads what Teams' servers tell of the people of a meeting, in an answer or a message. Pure. */
import { shortText } from '../../../page/short-text.ts';
import { type Fields, fieldsOf, objectOf, textOf } from '../../../page/told-json.ts';
import { idOf } from '../call/channel.ts';
import { findIn } from '../call/socket.ts';

const mostSources = 50;
export type SourceKind = 'voice' | 'camera' | 'screen';

export interface TeamsSource {
  readonly id: string;
  readonly kind: SourceKind;
  readonly isSending: boolean;
}

/** Whose a source is, and what of theirs. */
export interface SourceOwner {
  readonly id: string;
  readonly kind: SourceKind;
}

/** What is told of somebody, by one of the names under which they stand. What is undefined was not told. */
export interface ToldPerson {
  /** Empty where nobody can know it. */
  readonly id: string;
  readonly name: string | undefined;
  readonly isHost: boolean | undefined;
  readonly isGone: boolean;
  /** Clients show none of those, such as what records for an organisation. */
  readonly isHidden: boolean | undefined;
  /** It rises with each change. */
  readonly version: number | undefined;
  readonly devices: Devices | undefined;
}

export interface Devices {
  readonly sources: readonly TeamsSource[];
  /** Whoever waits in the lobby, or has the form open, has a part in the conversation and in no call (seen in recorded traffic). */
  readonly areInCall: boolean;
}

const kinds: Readonly<Record<string, SourceKind>> = {
  audio: 'voice',
  video: 'camera',
  'applicationsharing-video': 'screen',
};

const sourceOf = (value: unknown): TeamsSource[] => {
  const { type, sourceId, direction } = fieldsOf(value);
  const [id, kind] = [idOf(sourceId), kinds[textOf(type)]];
  return id === undefined || !kind ? [] : [{ id, kind, isSending: /^send(?:recv|only)$/.test(textOf(direction)) }];
};

/** Of several devices, each with its `mediaStreams`. */
export const sourcesIn = (devices: readonly unknown[]): TeamsSource[] =>
  devices
    .flatMap((device) => {
      const streams = objectOf(device)?.mediaStreams;
      return Array.isArray(streams) ? streams.slice(0, mostSources) : [];
    })
    .flatMap(sourceOf)
    .slice(0, mostSources);

const devicesOf = (endpoints: unknown): Devices | undefined => {
  if (endpoints === undefined) return undefined;
  const calls = Object.values(fieldsOf(endpoints)).flatMap((endpoint) => objectOf(objectOf(endpoint)?.call) ?? []);
  return { sources: sourcesIn(calls), areInCall: calls.length > 0 };
};

export const isHostBy = (role: unknown): boolean | undefined =>
  typeof role === 'string' ? role.toLowerCase() === 'organizer' : undefined;

/** What they stand under may be their id (a public client's own traffic), which what is told of a change need not repeat. */
const idUnder = (key: string, person: unknown): string => {
  const told = textOf(objectOf(objectOf(person)?.details)?.id);
  return shortText(told || (/^\d+:/.test(key) ? key : ''));
};

const personOf = (key: string, told: Fields): ToldPerson => {
  const { details, state, meetingRole, endpoints, version } = told;
  const { displayName, hidden } = fieldsOf(details);
  return {
    id: idUnder(key, told),
    name: shortText(textOf(displayName)) || undefined,
    isHost: isHostBy(meetingRole),
    isGone: state === 'inactive',
    isHidden: typeof hidden === 'boolean' ? hidden : undefined,
    version: typeof version === 'number' ? version : undefined,
    devices: devicesOf(endpoints),
  };
};

/** The people in an answer or a message, wherever in it they are, by what they stand under. */
export const peopleIn = (content: unknown): ReadonlyMap<string, ToldPerson> | undefined => {
  const people = findIn(content, ({ participants }) => {
    const found = objectOf(participants);
    return found && Object.entries(found).some(([key, person]) => idUnder(key, person) !== '') ? found : undefined;
  });
  return (
    people &&
    new Map(
      Object.entries(people).flatMap(([key, person]) => {
        const told = objectOf(person);
        return told ? [[key, personOf(key, told)] as const] : [];
      }),
    )
  );
};

export interface PeopleCounts {
  /**
   * With those outside: of an organiser in the call and a guest in the lobby, recorded traffic has a `totalParticipants` of 2 and a
   * `lobbyParticipants` of 1 (a public capture of 2025-11-14).
   */
  readonly all: number;
  /** Of them, those in the lobby (there counted) and those who have the form open (of whom no source says it). */
  readonly outside: number;
}

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** How many people there are; undefined where that is not told, as of a bot that waits (in recorded traffic all is nought then). */
export const countsIn = (content: unknown): PeopleCounts | undefined =>
  findIn(content, ({ participantCounts }) => {
    const { totalParticipants, lobbyParticipants, preheatedParticipants } = fieldsOf(participantCounts);
    const all = countOf(totalParticipants);
    return all > 0 ? { all, outside: countOf(lobbyParticipants) + countOf(preheatedParticipants) } : undefined;
  });

/** Which conversation an answer is of. */
export const conversationIn = (content: unknown): string | undefined =>
  findIn(content, ({ conversationController }) => /\/conv\/([^/?]+)/.exec(textOf(conversationController))?.[1]);
