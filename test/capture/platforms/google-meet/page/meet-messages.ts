/** Messages of Google Meet, typed from what attendee and vexa have read of them (2026-08). */
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';

export interface TypedUser {
  readonly id: string;
  readonly name?: string;
  readonly displayName?: string;
  readonly status?: number;
  readonly isSelf?: boolean;
  readonly isHost?: boolean;
  readonly parent?: string;
}

export const device = (number: number): string => `spaces/q8Jr2Lm0/devices/${number}`;

const userFields = ({ id, name, displayName, status = 1, isSelf, isHost, parent }: TypedUser): ProtoFields => ({
  1: id,
  2: name ?? '',
  3: 'https://example.com/picture.png',
  4: status,
  ...(isSelf && { 7: 'self' }),
  ...(parent && { 21: parent }),
  ...(displayName && { 29: displayName }),
  ...(isHost && { 34: 1 }),
  // Something that nobody knows.
  77: { 1: 'unknown' },
});

export interface TypedChange {
  readonly event?: number;
  readonly users?: readonly TypedUser[];
  /** By their ids alone. */
  readonly removed?: readonly string[];
  readonly outputs?: readonly {
    readonly stream: string;
    readonly of: string;
    readonly type: 1 | 2;
    readonly isOff?: boolean;
  }[];
  readonly chats?: readonly {
    readonly id: string;
    readonly of: string;
    readonly name?: string;
    readonly text: string;
  }[];
}

const userList = ({
  event = 0,
  users = [],
  removed = [],
}: Pick<TypedChange, 'event' | 'users' | 'removed'>): ProtoFields => ({
  ...(event > 0 && { 1: { 1: event } }),
  2: users.map(userFields),
  3: removed,
});

/** Of several messages one, in which each field comes so often. */
export const joined = (...messages: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(messages));

/** Of the channel `collections`, not packed. */
export const collections = ({ outputs = [], chats = [], ...users }: TypedChange): Uint8Array =>
  proto({
    1: {
      2: {
        3: {
          2: outputs.map(({ stream, of, type, isOff }) => ({
            2: type,
            4: stream,
            6: of,
            ...(isOff !== undefined && { 10: { 1: isOff ? 1 : 0 } }),
          })),
        },
        13: {
          1: userList(users),
          // A list of them, as a public reader has seen it in meetings (2026).
          4: {
            2: chats.map(({ id, of, name, text }) => ({
              1: id,
              2: of,
              3: 1_795_000_000,
              5: { 1: text },
              ...(name && { 8: { 1: name } }),
            })),
          },
        },
      },
    },
  });

/** Of the channel `meet_messages`, as an extension has read what its page sends (Platica, 2026). */
export const sentMessage = (text: string): Uint8Array =>
  proto({ 1: { 1: { 3: { 1: { 2: { 3: 1_795_000_000, 5: { 1: text }, 6: { 1: 1 } } } } } } });

export const snapshot = (users: Pick<TypedChange, 'event' | 'users'>): Uint8Array =>
  proto({ 2: { 2: userList(users) } });

export interface TypedCaption {
  readonly of: string;
  readonly id: number;
  readonly version: number;
  readonly text: string;
  readonly isFinal?: boolean;
}

export const caption = (said: TypedCaption): Uint8Array =>
  proto({ 1: { 1: said.of, 2: said.id, 3: said.version, ...(said.isFinal && { 4: 1 }), 6: said.text, 8: 'en-US' } });

/** Of the channel `captions_v2`, in one message. */
export const captionsV2 = (...said: readonly TypedCaption[]): Uint8Array =>
  proto({
    1: {
      1: said.map(({ of, id, version, text, isFinal }) => ({
        1: id,
        2: version,
        3: { ...(isFinal && { 2: 1 }), 3: text, 4: 'en-US', 5: 'en-US', 6: of, 9: 1 },
      })),
      6: { 1: 1_795_000_000 },
    },
  });

/** How a page says by that channel that it has read a caption. */
export const captionRead = (id: number, version: number): Uint8Array =>
  proto({ 1: { 1: [{ 1: id, 2: version, 3: 1 }] } });
