/** Who is in a Google Meet, as the service tells the page. Of some who leave the service tells nothing. Pure but for its memory. */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';
import { createAbsences } from './absences.ts';
import { type MeetPeople, type MeetUser, userStatus } from './wire.ts';

/** A list of no more people is taken for all of them. */
const mostListed = 50;
export const mostUsers = 5_000;

export interface MeetAttendance {
  /** What is told of changes; what is told twice, or late, changes nothing. */
  hear(people: readonly MeetPeople[]): void;
  /** Everybody who is there, as the room is told of them. */
  hearAll(snapshot: MeetPeople): void;
  /** `shown`: of whose devices the page shows a tile now. */
  look(shown: () => ReadonlySet<string>): void;
  /** There is news of them, though not of whether they are there. */
  meet(id: string): void;
  /** The bot's own device, once it is known. */
  readonly self: MeetUser | undefined;
  /** Of a device, also of one that is gone. */
  user(id: string): MeetUser | undefined;
  /** Undefined for who is not there, as far as is known. */
  inside(id: string): MeetUser | undefined;
  /** Whether they have left as far as lists go, and nothing else has told. */
  mayHaveLeft(id: string): boolean;
  /** Whoever is inside, with their screens, in the order in which they were first seen. */
  all(): MeetUser[];
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

export const createMeetAttendance = (now: () => number): MeetAttendance => {
  let self: MeetUser | undefined;
  /** Where the bot was inside last. */
  let space: string | undefined;
  const users = new BoundedMap<string, Known>(mostUsers, ({ user }) => user.id !== self?.id);
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

  return {
    hear(people) {
      const ids = noteAll(...people);
      if (!wasOutside || self?.status !== userStatus.inside) return;
      missing = new Set(insideBut(ids));
      absences.forget();
      wasOutside = false;
    },
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
    meet,
    get self() {
      return self;
    },
    user: (id) => users.get(id)?.user,
    inside,
    mayHaveLeft: (id) => missed.has(id),
    all: () =>
      [...users.values()]
        .filter(({ user }) => user.status === userStatus.inside)
        .toSorted((one, other) => one.number - other.number)
        .map(({ user }) => user),
  };
};
