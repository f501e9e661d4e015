/** Who is in a Galène group, and what the bot itself may do there. Pure but for its memory. */
import type { GaleneMessage } from './wire.ts';

const mostMembers = 10_000;
/** As Galène's page calls whoever has no name. */
export const nameless = '(anon)';

export interface GaleneMember {
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** A part of the server, such as what records on its disk. */
  readonly isSystem: boolean;
  /** Writes captions, and may do nothing else of what people do. */
  readonly isProgram: boolean;
}

export interface GaleneMembers {
  /** The server tells of somebody. */
  hear(message: GaleneMessage): void;
  /** The bot has joined, or its rights have changed. */
  joined(message: GaleneMessage): void;
  /** The bot is in no group any more. */
  clear(): void;
  find(id: string): GaleneMember | undefined;
  /** Whoever has this id first, then as they came. */
  beginningWith(id: string): readonly GaleneMember[];
  /** Whether the bot may write, as far as is known: servers before 0.9 know no right to, and take what anybody writes. */
  readonly mayWrite: boolean;
}

/** Rights of which a program that writes captions has none, such as galene-stt: its group gives it the role `caption`. */
const ofPeople = ['op', 'present', 'message'];

const memberOf = ({ id, username, permissions }: GaleneMessage): GaleneMember => ({
  id,
  name: username || nameless,
  isHost: permissions.includes('op'),
  isSystem: permissions.includes('system'),
  isProgram: permissions.includes('caption') && !ofPeople.some((right) => permissions.includes(right)),
});

export const createGaleneMembers = (): GaleneMembers => {
  const members = new Map<string, GaleneMember>();
  let permissions: readonly string[] = [];
  /** The server has told of somebody with this right: whoever lacks it may not write. */
  let knowsMessageRight = false;

  const learnRights = ({ permissions }: GaleneMessage): void => {
    knowsMessageRight ||= permissions.includes('message');
  };

  return {
    hear(message) {
      const { id, kind } = message;
      learnRights(message);
      if (kind === 'delete') members.delete(id);
      else if ((kind === 'add' || kind === 'change') && (members.has(id) || members.size < mostMembers))
        members.set(id, memberOf(message));
    },
    joined(message) {
      permissions = message.permissions;
      learnRights(message);
    },
    clear() {
      members.clear();
      permissions = [];
    },
    find: (id) => members.get(id),
    beginningWith(id) {
      const first = members.get(id);
      return [...(first ? [first] : []), ...[...members.values()].filter((one) => one.id !== id)];
    },
    get mayWrite() {
      return !knowsMessageRight || permissions.includes('message');
    },
  };
};
