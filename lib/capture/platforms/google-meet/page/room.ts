/** Who is in a Google Meet and what they send, as the service tells the page. Pure but for its memory. */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';
import type { WireFact } from '../../judging/facts.ts';
import { createAbsences } from './absences.ts';
import { createMeetVoices, type ShownSpeakers } from './voices.ts';
import { type MeetChange, type MeetPeople, type MeetUser, userStatus } from './wire.ts';

/** A list of no more people is taken for all of them. */
const mostListed = 50;
const mostUsers = 5_000;
const mostOutputs = 15_000;

export interface MeetPerson {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
}

export interface MeetRoom {
  hear(change: Pick<MeetChange, 'people'> & Partial<Pick<MeetChange, 'outputs' | 'sources'>>): void;
  /** Whose streams of sound are, as something else tells it than what is told of changes. */
  hearSources(sources: MeetChange['sources']): void;
  /**
   * Everybody who is there, told about once a minute. Whoever is missing from two of them in a row, and is neither told of nor
   * heard between them, has left, and nobody has heard of it. Of those after the bot was outside one is enough, as where nothing is
   * told, heard or shown of them for two minutes more. Whoever is told of, heard or shown later is there again.
   */
  hearAll(snapshot: MeetPeople): void;
  /** `shown`: of whose devices the page shows a tile now. */
  look(shown: () => ReadonlySet<string>): void;
  /** The bot's own device, once it is known. */
  readonly self: MeetUser | undefined;
  /** Whoever is inside, in the order in which they were first seen. */
  people(): MeetPerson[];
  /** Of a device, also of one that is gone. */
  nameOf(id: string): string | undefined;
  /**
   * Who is heard through these streams of sound, the loudest first: the first that is somebody's, as that of a shared screen is
   * not. Where the service has not told whose it is, it is theirs whose tile bears its number, or is marked as heard: but nobody's
   * whose voice comes by another.
   */
  speakerOf(streams: readonly string[], shown: ShownSpeakers, at_ms: number): string | undefined;
  /** Whom a page marks as heard, unless that is a shared screen, the bot, or somebody who has left. */
  speakerMarked(marked: ShownSpeakers['marked']): string | undefined;
  /** Whose pictures a stream carries. */
  picturesOf(stream: string): { readonly participant_id: string; readonly kind: 'camera' | 'screen' } | undefined;
  /** For the judge of the page. */
  readonly facts: readonly WireFact[];
}

const hasGone = ({ status }: MeetUser): boolean => status === userStatus.left || status === userStatus.removed;

/** Of a device: each meeting, and each room of one, has its own. */
const spaceOf = (id: string): string | undefined => /^spaces\/[^/]+(?=\/)/.exec(id)?.[0];

interface Known {
  readonly user: MeetUser;
  /** When it was told, by the service's own count. */
  readonly event: number;
  readonly number: number;
}

export const createMeetRoom = (now: () => number = () => performance.now()): MeetRoom => {
  let self: MeetUser | undefined;
  /** Where the bot was inside last. */
  let space: string | undefined;
  const users = new BoundedMap<string, Known>(mostUsers, ({ user }) => user.id !== self?.id);
  /** Whose pictures a stream carries. */
  const pictures = new BoundedMap<string, string>(mostOutputs);
  /** Whose pictures are on, by what was told of them last. */
  const cameras = new BoundedMap<string, boolean>(mostUsers);
  let met = 0;
  /** Of those who are inside, who was missing from the last snapshot, or told of before the bot came back. */
  let missing = new Set<string>();
  let wasOutside = false;
  const absences = createAbsences(now);
  /** Who has left as far as lists go, and nothing else has told. */
  const missed = new BoundedSet<string>(mostUsers);

  const inside = (id: string): MeetUser | undefined => {
    const user = users.get(id)?.user;
    return user?.status === userStatus.inside ? user : undefined;
  };

  const voices = createMeetVoices({
    isInside: (id) => inside(id) !== undefined,
    hasLeft: (id) => users.has(id) && !inside(id) && !missed.has(id),
    mayHaveLeft: (id) => missed.has(id),
  });

  const isSpeaker = ({ parent_id, isSelf }: MeetUser): boolean => parent_id === '' && !isSelf;

  const setStatus = (id: string, status: number): void => {
    const known = users.get(id);
    missed.delete(id);
    if (known) users.set(id, { ...known, user: { ...known.user, status } });
  };

  const miss = (id: string): void => {
    setStatus(id, userStatus.left);
    missed.add(id);
  };

  /** There is news of them, though not of whether they are there. */
  const meet = (id: string): void => {
    absences.end(id);
    missing.delete(id);
    if (missed.has(id)) setStatus(id, userStatus.inside);
  };

  /** The bot is in another room: none of those of the room before are there. */
  const moveTo = (next: string): void => {
    for (const id of [...users.keys()]) if ((spaceOf(id) ?? next) !== next) setStatus(id, userStatus.left);
  };

  /**
   * Whether the bot is there by this device of its own, and by no other: one by which it was there before may be listed for a
   * while, and told of anew. Rooms count what happens each for itself.
   */
  const isByThis = (told: MeetUser, event: number): boolean => {
    if (!self || self.id === told.id) return true;
    const isInside = told.status === userStatus.inside;
    if (isInside && spaceOf(self.id) !== spaceOf(told.id)) return true;
    if (isInside && self.status === userStatus.left && !users.has(told.id)) return true;
    if (users.get(told.id)?.user.isSelf) return isInside && self.status === userStatus.left;
    return !hasGone(told) && (event === 0 || event >= (users.get(self.id)?.event ?? 0));
  };

  const noteSelf = (told: MeetUser): void => {
    const isInside = told.status === userStatus.inside;
    // Whoever comes in anew may come by another device.
    wasOutside ||= !isInside || (self !== undefined && self.id !== told.id);
    self = told;
    if (!isInside) return;
    const before = space;
    space = spaceOf(told.id) ?? before;
    if (before !== undefined && space !== undefined && space !== before) moveTo(space);
  };

  /** What is told twice, or late, changes nothing. */
  const note = (user: MeetUser, event: number): void => {
    const known = users.get(user.id);
    if (known && event !== 0 && event < known.event) return;
    const isSelf = user.isSelf || (known?.user.isSelf ?? false);
    const told = { ...user, isSelf, name: user.name || (known?.user.name ?? '') };
    // The screen that the bot shares may be told as its own too.
    if (isSelf && told.parent_id === '' && isByThis(told, event)) noteSelf(told);
    met += 1;
    missed.delete(user.id);
    users.set(user.id, { user: told, event: Math.max(event, known?.event ?? 0), number: known?.number ?? met });
  };

  /** Whoever is inside, but for screens: of those nobody knows whether they are in a snapshot. */
  const insideBut = (ids: ReadonlySet<string>): string[] =>
    [...users.values()].flatMap(({ user: { id, status, parent_id } }) =>
      status === userStatus.inside && parent_id === '' && !ids.has(id) ? id : [],
    );

  /** Of the bot itself its status is told. */
  const noteRemoved = (id: string, event: number): void => {
    const user = users.get(id)?.user;
    if (user && !user.isSelf) note({ ...user, status: userStatus.left }, event);
  };

  const noteAll = (...people: readonly MeetPeople[]): ReadonlySet<string> => {
    const ids = new Set(people.flatMap(({ users }) => users.map(({ id }) => id)));
    missing = new Set([...missing].filter((id) => !ids.has(id)));
    for (const id of ids) absences.end(id);
    for (const { event, users, removed } of people) {
      for (const user of users) note(user, event);
      for (const id of removed) noteRemoved(id, event);
    }
    return ids;
  };

  /** `off`: streams by which nothing is sent. */
  const hearSources = (sources: MeetChange['sources'], off: ReadonlySet<string> = new Set()): void => {
    for (const { stream, user_id } of sources) {
      if (!off.has(stream)) meet(user_id);
      voices.tell('record', stream, user_id);
    }
  };

  const hear: MeetRoom['hear'] = ({ people, outputs = [], sources = [] }) => {
    const ids = noteAll(...people);
    if (wasOutside && self?.status === userStatus.inside) {
      missing = new Set(insideBut(ids));
      absences.forget();
      wasOutside = false;
    }
    // What is sent is told among the sources too.
    hearSources(sources, new Set(outputs.flatMap(({ stream, isOff }) => (isOff ? stream : []))));
    for (const { medium, stream, user_id, isOff } of outputs) {
      const isOn = stream !== '' && !isOff;
      if (isOn) meet(user_id);
      if (medium === 'pictures') cameras.set(user_id, isOn);
      if (stream === '') continue;
      if (medium === 'pictures') pictures.set(stream, user_id);
      else voices.tell('output', stream, user_id);
    }
  };

  const speakerMarked: MeetRoom['speakerMarked'] = (marked) => {
    const id = marked();
    const known = id === undefined ? undefined : users.get(id);
    return !known || (inside(known.user.id) && isSpeaker(known.user)) ? id : undefined;
  };

  return {
    hear,
    hearSources: (sources) => hearSources(sources),
    hearAll(snapshot) {
      const ids = noteAll(snapshot);
      // One without the bot inside does not hold everybody, and a long one may be a part of them: nobody has told how it is cut.
      const hasBot = snapshot.users.some(({ id, status }) => id === self?.id && status === userStatus.inside);
      if (!hasBot || ids.size > mostListed) return;
      wasOutside = false;
      const absent = insideBut(ids);
      for (const id of absent) if (missing.has(id)) miss(id);
      missing = new Set(absent);
      const { event } = snapshot;
      // Without an event it may be from before they came.
      absences.note(absent.filter((id) => inside(id) && event !== 0 && event >= (users.get(id)?.event ?? 0)));
    },
    look(shown) {
      if (wasOutside) return;
      for (const id of absences.gone(shown)) {
        absences.end(id);
        miss(id);
      }
      if (missed.size === 0) return;
      for (const id of shown()) if (missed.has(id)) meet(id);
    },
    get self() {
      return self;
    },
    people() {
      const here = [...users.values()].filter(({ user }) => user.status === userStatus.inside);
      const sharing = new Set(here.map(({ user }) => user.parent_id));
      return here
        .filter(({ user }) => user.parent_id === '' && (!user.isSelf || user.id === self?.id))
        .toSorted((one, other) => one.number - other.number)
        .map(({ user: { id, name, isSelf, isHost } }) => ({
          id,
          name,
          isSelf,
          isHost,
          hasCamera: cameras.get(id) ?? false,
          isSharing: sharing.has(id),
        }));
    },
    nameOf: (id) => users.get(id)?.user.name,
    speakerOf(streams, { marked, bearing }, at_ms) {
      voices.hear(streams, at_ms);
      for (const stream of streams) {
        const owner = voices.ownerOf(stream, bearing, at_ms);
        if (owner === undefined) {
          const shown = speakerMarked(marked);
          return shown === undefined ? undefined : voices.ownerAsMarked(stream, shown, at_ms);
        }
        if (owner !== null) meet(owner);
        const user = owner === null ? undefined : inside(owner);
        // Whoever is heard less is not who speaks.
        if (!user) return undefined;
        if (isSpeaker(user)) return user.id;
      }
      return undefined;
    },
    speakerMarked,
    picturesOf(stream) {
      const owner = inside(pictures.get(stream) ?? '');
      if (!owner || owner.isSelf) return undefined;
      if (owner.parent_id === '') return { participant_id: owner.id, kind: 'camera' };
      return users.get(owner.parent_id)?.user.isSelf ? undefined : { participant_id: owner.parent_id, kind: 'screen' };
    },
    get facts() {
      return self ? [{ kind: 'meet.self_status', status: self.status }] : [];
    },
  };
};
