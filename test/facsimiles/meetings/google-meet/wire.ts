/**
 * What Google Meet's servers tell its page, by the numbers that public projects read (shared plan, part 2). Written by
 * protobufjs, so that whoever reads it with code of this project is not wrong in the same way as what wrote it.
 */
import { gzipSync } from 'node:zlib';
import { Field, Type } from 'protobufjs/light.js';

/** Of `user`. */
export const userStatus = { inside: 1, left: 6, removed: 7 } as const;
/** Of `output`. */
export const outputType = { sound: 1, picture: 2 } as const;

export interface User {
  readonly deviceId: string;
  readonly fullName: string;
  readonly picture?: string;
  readonly status: number;
  /** Only the page's own has one. */
  readonly self?: string;
  /** Of what shares a screen: the device that it belongs to. */
  readonly parentDeviceId?: string;
  readonly displayName: string;
  readonly isHost?: boolean;
}

export interface Output {
  readonly type: number;
  readonly streamId: string;
  readonly deviceId: string;
  readonly status: { readonly disabled: boolean };
}

/** Whose a stream of sound is. */
export interface Stream {
  readonly name: string;
  readonly deviceId: string;
  readonly sources: { readonly numbers: readonly number[] };
}

export interface Chat {
  readonly id: string;
  readonly deviceId: string;
  readonly timestamp: number;
  readonly content: { readonly text: string };
}

/** What the older channel writes for a language. */
const languages = { 'en-US': 1 } as const;

export interface CaptionMessage {
  readonly deviceId: string;
  readonly captionId: number;
  readonly version: number;
  readonly isFinal: boolean;
  readonly text: string;
  readonly language: keyof typeof languages;
}

const output = new Type('Output')
  .add(new Field('type', 2, 'uint32'))
  .add(new Field('streamId', 4, 'string'))
  .add(new Field('deviceId', 6, 'string'))
  .add(new Field('status', 10, 'OutputStatus'))
  .add(new Type('OutputStatus').add(new Field('disabled', 1, 'bool')));
const user = new Type('User')
  .add(new Field('deviceId', 1, 'string'))
  .add(new Field('fullName', 2, 'string'))
  .add(new Field('picture', 3, 'string'))
  .add(new Field('status', 4, 'uint32'))
  .add(new Field('self', 7, 'string'))
  .add(new Field('parentDeviceId', 21, 'string'))
  .add(new Field('displayName', 29, 'string'))
  .add(new Field('isHost', 34, 'bool'))
  // Of what this platform may add: readers skip what they do not know.
  .add(new Field('unknown', 97, 'bytes'));
const users = new Type('Users')
  .add(new Field('event', 1, 'Event'))
  .add(new Field('users', 2, 'User', 'repeated'))
  .add(new Field('removed', 3, 'string', 'repeated'))
  .add(new Type('Event').add(new Field('number', 1, 'uint32')))
  .add(user);
const chat = new Type('ChatWrapper').add(new Field('chat', 2, 'Chat')).add(
  new Type('Chat')
    .add(new Field('id', 1, 'string'))
    .add(new Field('deviceId', 2, 'string'))
    .add(new Field('timestamp', 3, 'uint64'))
    .add(new Field('content', 5, 'Content'))
    .add(new Type('Content').add(new Field('text', 1, 'string'))),
);
const collection = new Type('Collection').add(new Field('body', 1, 'Body')).add(
  new Type('Body').add(new Field('inner', 2, 'Inner')).add(
    new Type('Inner')
      .add(new Field('outputs', 3, 'Outputs'))
      .add(new Field('people', 13, 'People'))
      .add(new Type('Outputs').add(new Field('list', 2, 'Output', 'repeated')).add(output))
      .add(
        new Type('People')
          .add(new Field('users', 1, 'Users'))
          .add(new Field('chats', 4, 'ChatWrapper', 'repeated'))
          .add(users)
          .add(chat),
      ),
  ),
);
/** Of the channel `meet_messages`, by which a page sends. */
const sent = new Type('Sent').add(new Field('body', 1, 'Body')).add(
  new Type('Body').add(new Field('request', 1, 'Request')).add(
    new Type('Request').add(new Field('create', 3, 'Create')).add(
      new Type('Create').add(new Field('list', 1, 'List')).add(
        new Type('List').add(new Field('message', 2, 'Message')).add(
          new Type('Message')
            .add(new Field('timestamp', 3, 'uint64'))
            .add(new Field('content', 5, 'Content'))
            .add(new Type('Content').add(new Field('text', 1, 'string'))),
        ),
      ),
    ),
  ),
);
const caption = new Type('CaptionEvent').add(new Field('caption', 1, 'Caption')).add(
  new Type('Caption')
    .add(new Field('deviceId', 1, 'string'))
    .add(new Field('captionId', 2, 'int64'))
    .add(new Field('version', 3, 'int64'))
    .add(new Field('isFinal', 4, 'uint32'))
    .add(new Field('text', 6, 'string'))
    .add(new Field('language', 8, 'int64')),
);
const newerCaptions = new Type('Captions').add(new Field('body', 1, 'CaptionsBody')).add(
  new Type('CaptionsBody')
    .add(new Field('list', 1, 'Entry', 'repeated'))
    .add(new Field('time', 6, 'Time'))
    .add(new Type('Time').add(new Field('seconds', 1, 'int64')))
    .add(
      new Type('Entry')
        .add(new Field('captionId', 1, 'int64'))
        .add(new Field('version', 2, 'int64'))
        .add(new Field('said', 3, 'Said'))
        .add(
          new Type('Said')
            .add(new Field('isFinal', 2, 'uint32'))
            .add(new Field('text', 3, 'string'))
            .add(new Field('language', 4, 'string'))
            .add(new Field('shownIn', 5, 'string'))
            .add(new Field('deviceId', 6, 'string'))
            .add(new Field('unknown', 9, 'uint32')),
        ),
    ),
);
/** Of the channel `dcrpc`: a message stands in a frame, plain or packed; which field holds what is said tells what it is about. */
const streams = new Type('Streams')
  .add(new Field('sequence', 1, 'uint32'))
  .add(new Field('announced', 5, 'Announced'))
  .add(
    new Type('Announced').add(new Field('list', 1, 'Stream', 'repeated')).add(
      new Type('Stream')
        .add(new Field('name', 4, 'string'))
        .add(new Field('deviceId', 6, 'string'))
        .add(new Field('sources', 8, 'Sources'))
        .add(new Type('Sources').add(new Field('numbers', 1, 'uint32', 'repeated'))),
    ),
  );
const frame = new Type('Frame').add(new Field('plain', 1, 'bytes')).add(new Field('packed', 2, 'bytes'));
const roster = new Type('Roster').add(new Field('wrapper', 2, 'Wrapper')).add(
  new Type('Wrapper').add(new Field('users', 2, 'RosterUsers')).add(
    new Type('RosterUsers')
      .add(new Field('event', 1, 'RosterEvent'))
      .add(new Field('users', 2, 'RosterUser', 'repeated'))
      .add(new Type('RosterEvent').add(new Field('number', 1, 'uint32')))
      .add(
        new Type('RosterUser')
          .add(new Field('deviceId', 1, 'string'))
          .add(new Field('fullName', 2, 'string'))
          .add(new Field('picture', 3, 'string'))
          .add(new Field('status', 4, 'uint32'))
          .add(new Field('self', 7, 'string'))
          .add(new Field('parentDeviceId', 21, 'string'))
          .add(new Field('displayName', 29, 'string'))
          .add(new Field('isHost', 34, 'bool')),
      ),
  ),
);

const write = (type: Type, value: object): Uint8Array => type.encode(type.fromObject(value)).finish();
const noise = Buffer.from('of a later version');

export interface Changes {
  readonly number: number;
  readonly users?: readonly User[];
  /** Of those who left some time ago, their devices; never beside users. */
  readonly removed?: readonly string[];
  readonly outputs?: readonly Output[];
  readonly chats?: readonly Chat[];
}

/** A message of the channel `collections`. */
export const collectionMessage = ({
  number,
  users = [],
  removed = [],
  outputs = [],
  chats = [],
}: Changes): Uint8Array => {
  const people = {
    ...(users.length > 0 && {
      users: { event: { number }, users: users.map((one) => ({ ...one, unknown: noise })) },
    }),
    ...(removed.length > 0 && { users: { event: { number }, removed } }),
    ...(chats.length > 0 && { chats: chats.map((chat) => ({ chat })) }),
  };
  const inner = { ...(outputs.length > 0 && { outputs: { list: outputs } }), people };
  return gzipSync(write(collection, { body: { inner } }));
};

/** A message of the channel `dcrpc`; every second one is packed. */
export const streamMessage = (sequence: number, list: readonly Stream[]): Uint8Array => {
  const message = write(streams, { sequence, announced: { list } });
  return write(frame, sequence % 2 === 0 ? { packed: gzipSync(message) } : { plain: message });
};

/** The body of an answer to SyncMeetingSpaceCollections. */
export const rosterAnswer = (number: number, users: readonly User[]): string =>
  Buffer.from(write(roster, { wrapper: { users: { event: { number }, users } } })).toString('base64');

/** A message of the channel `captions`. */
export const captionMessage = ({ isFinal, language, ...said }: CaptionMessage): Uint8Array =>
  write(caption, { caption: { ...said, isFinal: isFinal ? 1 : 0, language: languages[language] } });

/** A message of the channel `captions_v2`; every second caption is packed. */
export const newerCaptionMessage = ({ captionId, version, isFinal, language, ...said }: CaptionMessage): Uint8Array => {
  const spoken = { ...said, language, shownIn: language, unknown: 1, ...(isFinal && { isFinal: 1 }) };
  const time = { seconds: Math.floor(Date.now() / 1_000) };
  const message = write(newerCaptions, { body: { list: [{ captionId, version, said: spoken }], time } });
  return captionId % 2 === 0 ? gzipSync(message) : message;
};

/** What a page sends over the channel `meet_messages`. */
export const sentMessage = (text: string): Uint8Array =>
  write(sent, { body: { request: { create: { list: { message: { timestamp: Date.now(), content: { text } } } } } } });

export const textOfSent = (bytes: Uint8Array): string =>
  sent.toObject(sent.decode(bytes)).body.request.create.list.message.content.text;
