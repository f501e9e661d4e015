/**
 * What Google Meet tells its page, by the numbers of its fields, as attendee and vexa have read them (2026-08). Numbers drift:
 * what is not known is skipped, and what cannot be read is as if it had not come.
 */
import { ProtoMessage } from '../../page/protobuf.ts';
import { longestMessage, longestName, longestTalk } from '../../page/short-text.ts';

const mostUsers = 10_000;
const mostLists = 1_000;
const mostOutputs = 10_000;
const mostChats = 1_000;
const mostCaptions = 200;
const deepest = 8;
const mostLooked = 5_000;

/** A device in the meeting: somebody by one of theirs, or a screen that one of them shares. */
export interface MeetUser {
  readonly id: string;
  readonly name: string;
  /** See `userStatus`. */
  readonly status: number;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  /** Of a shared screen, the device that shares it; empty otherwise. */
  readonly parent_id: string;
}
export const userStatus = { inside: 1, left: 6, removed: 7 } as const;

/** A stream that a device sends. Sound is named by its number as contributing source, pictures by their `msid`. */
export interface MeetOutput {
  /** Empty where nothing is sent. */
  readonly stream: string;
  readonly user_id: string;
  readonly medium: 'sound' | 'pictures';
  readonly isOff: boolean;
}

export interface MeetChatMessage {
  readonly id: string;
  readonly sender_id: string;
  /** Empty where it is not told. */
  readonly sender_name: string;
  readonly text: string;
}

/** What is told of people at once. */
export interface MeetPeople {
  /** Counts what happened to users, as far as it is told; 0 where it is not. */
  readonly event: number;
  readonly users: readonly MeetUser[];
  /** Devices that were taken out. */
  readonly removed: readonly string[];
}

/** What has changed. */
export interface MeetChange {
  readonly people: readonly MeetPeople[];
  readonly outputs: readonly MeetOutput[];
  /** Streams of sound that are named elsewhere than among the outputs, which know more of them. */
  readonly sources: readonly Pick<MeetOutput, 'stream' | 'user_id'>[];
  readonly chats: readonly MeetChatMessage[];
}

export interface MeetCaption {
  readonly id: string;
  readonly speaker_id: string;
  readonly version: number;
  readonly isFinal: boolean;
  readonly text: string;
}

const collections = { body: 1, changes: 2 } as const;
const changes = { outputs: 3, meeting: 13 } as const;
const outputList = { output: 2 } as const;
const output = { medium: 2, stream: 4, user_id: 6, state: 10 } as const;
const outputState = { isOff: 1 } as const;
const media: Readonly<Record<number, MeetOutput['medium'] | undefined>> = { 1: 'sound', 2: 'pictures' };
const meeting = { users: 1, chat: 4 } as const;
const userList = { event: 1, user: 2, removed: 3 } as const;
const userEvent = { number: 1 } as const;
const user = { id: 1, fullName: 2, status: 4, isSelf: 7, parent_id: 21, displayName: 29, isHost: 34 } as const;
const chatList = { message: 2 } as const;
const chatMessage = { id: 1, sender_id: 2, content: 5, sender: 8 } as const;
const chatSender = { name: 1 } as const;
const chatContent = { text: 1 } as const;
const outgoing = { body: 1, request: 1, create: 3, list: 1, message: 2 } as const;
const snapshot = { body: 2, users: 2 } as const;
const streamFrame = { plain: 1, packed: 2 } as const;
const captions = { caption: 1 } as const;
const caption = { speaker_id: 1, id: 2, version: 3, isFinal: 4, text: 6 } as const;
const captionsV2 = { body: 1, entry: 1 } as const;
const entry = { id: 1, version: 2, said: 3 } as const;
const entrySaid = { isFinal: 2, text: 3, speaker_id: 6 } as const;

const userOf = (message: ProtoMessage): MeetUser | undefined => {
  const id = message.text(user.id, longestName);
  if (id === '') return undefined;
  return {
    id,
    name: message.text(user.fullName, longestName) || message.text(user.displayName, longestName),
    status: message.number(user.status),
    // It is there or not, whatever it says.
    isSelf: (message.bytes(user.isSelf)?.length ?? 0) > 0 || message.number(user.isSelf) !== 0,
    isHost: message.number(user.isHost) !== 0,
    parent_id: message.text(user.parent_id, longestName),
  };
};

const outputOf = (message: ProtoMessage): MeetOutput | undefined => {
  const medium = media[message.number(output.medium)];
  const stream = message.text(output.stream, longestName);
  const user_id = message.text(output.user_id, longestName);
  if (!medium || user_id === '') return undefined;
  return { stream, user_id, medium, isOff: message.message(output.state)?.number(outputState.isOff) === 1 };
};

const isNumber = /^\d+$/;
const isDevice = /^spaces\/[^/]+\/devices\/[^/]+$/;

/**
 * About a third of those who spoke were in no list of outputs: what is made as an output is, and names a device by its path and a
 * stream by its number, tells whose the stream is, wherever it stands (Meeting-BaaS/meet-teams-bot#307, 2026-08). Not in
 * what people write.
 */
const sourcesIn = (told: ProtoMessage, without: readonly number[] = []): MeetChange['sources'] => {
  const sources: Pick<MeetOutput, 'stream' | 'user_id'>[] = [];
  let level = told.nested(without);
  let looked = 0;
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    level = level.slice(0, mostLooked - looked);
    looked += level.length;
    for (const message of level) {
      const stream = message.text(output.stream, longestName);
      const user_id = message.text(output.user_id, longestName);
      const isOfSound = [0, 1].includes(message.number(output.medium));
      if (isOfSound && isNumber.test(stream) && isDevice.test(user_id)) sources.push({ stream, user_id });
    }
    level = level.flatMap((message) => message.nested());
  }
  return sources;
};

const chatOf = (said: ProtoMessage): MeetChatMessage | undefined => {
  const content = said.message(chatMessage.content);
  if (!content) return undefined;
  const sender_id = said.text(chatMessage.sender_id, longestName);
  const text = content.text(chatContent.text, longestMessage);
  if (sender_id === '' || text === '') return undefined;
  const sender_name = said.message(chatMessage.sender)?.text(chatSender.name, longestName) ?? '';
  return { id: said.text(chatMessage.id, longestName), sender_id, sender_name, text };
};

/** It may stand in a message of its own. */
const eventOf = (list: ProtoMessage): number =>
  list.number(userList.event) || (list.message(userList.event)?.number(userEvent.number) ?? 0);

/**
 * Whoever has left is taken out about a minute and a half after that, by nothing but their id, which stands where else a user
 * does; several in records of their own (a public reader, with one off the wire, 2026).
 */
const peopleIn = (list: ProtoMessage): MeetPeople => {
  const users = list.messages(userList.user, mostUsers).flatMap((message) => userOf(message) ?? []);
  const removed = list.texts(userList.removed, mostUsers, longestName).filter((id) => isDevice.test(id));
  return { event: eventOf(list), users, removed: users.length === 0 ? removed : [] };
};

/** A message of the channel `collections`, unpacked. */
export const changeOf = (bytes: Uint8Array): MeetChange | undefined => {
  const told = ProtoMessage.read(bytes)
    ?.messages(collections.body, mostLists)
    .flatMap((body) => body.messages(collections.changes, mostLists));
  if (!told || told.length === 0) return undefined;
  const about = told.flatMap((one) => one.messages(changes.meeting, mostLists));
  return {
    people: about.flatMap((one) => one.messages(meeting.users, mostLists)).map(peopleIn),
    outputs: told
      .flatMap((one) => one.messages(changes.outputs, mostOutputs))
      .flatMap((list) => list.messages(outputList.output, mostOutputs))
      .flatMap((message) => outputOf(message) ?? []),
    sources: told.flatMap((one) => sourcesIn(one, [changes.meeting])),
    chats: about
      .flatMap((one) => one.messages(meeting.chat, mostChats))
      .flatMap((list) => list.messages(chatList.message, mostChats))
      .flatMap((message) => chatOf(message) ?? []),
  };
};

/**
 * The text of what the page sends over the channel `meet_messages`, as an extension has read it of its own messages, of which
 * nothing came back to it (Platica, 2026).
 */
export const sentTextOf = (bytes: Uint8Array): string | undefined => {
  const { body, request, create, list, message } = outgoing;
  const said = [body, request, create, list, message].reduce(
    (of: ProtoMessage | undefined, field) => of?.message(field),
    ProtoMessage.read(bytes),
  );
  return said?.message(chatMessage.content)?.text(chatContent.text, longestMessage) || undefined;
};

/**
 * What a message of the channel `dcrpc` holds, packed or not. It announces people's streams, in records that are made as outputs are
 * (arjun1194/google-meet-protocol, 2026-07; Meeting-BaaS/meet-teams-bot#290 and #307, 2026-08). Only the latter has read in them
 * who speaks, by a field that the former does not know: that is left.
 */
export const streamFrameOf = (bytes: Uint8Array): Uint8Array | undefined => {
  const frame = ProtoMessage.read(bytes);
  return frame?.bytes(streamFrame.plain) ?? frame?.bytes(streamFrame.packed);
};

/** Whose streams what such a message held says that they are. */
export const sourcesOf = (bytes: Uint8Array): MeetChange['sources'] => {
  const told = ProtoMessage.read(bytes);
  return told ? sourcesIn(told) : [];
};

/** The answer to SyncMeetingSpaceCollections: everybody who is there. */
export const snapshotOf = (bytes: Uint8Array): MeetPeople | undefined => {
  const list = ProtoMessage.read(bytes)?.message(snapshot.body)?.message(snapshot.users);
  // Nobody has seen it take anybody out.
  return list && { ...peopleIn(list), removed: [] };
};

/** Other things come by these channels too, which nobody says, such as that a caption has been read. */
const captionFrom = (
  counted: ProtoMessage,
  { id, version }: Readonly<Record<'id' | 'version', number>>,
  said: ProtoMessage | undefined,
  fields: Readonly<Record<'speaker_id' | 'isFinal' | 'text', number>>,
): MeetCaption[] => {
  const speaker_id = said?.text(fields.speaker_id, longestName) ?? '';
  const text = said?.text(fields.text, longestTalk) ?? '';
  if (!said || !isDevice.test(speaker_id) || text.trim() === '') return [];
  const isFinal = said.number(fields.isFinal) !== 0;
  return [{ id: String(counted.number(id)), speaker_id, version: counted.number(version), isFinal, text }];
};

/**
 * A message of the channel `captions`, or of `captions_v2`, by which a part of the accounts is told since September 2026, several
 * captions at once where need be. As three public readers have it, of whom two have looked at what came (2026-09).
 */
export const captionsOf = (bytes: Uint8Array): MeetCaption[] => {
  const frame = ProtoMessage.read(bytes);
  const said = frame?.message(captions.caption);
  const entries = frame?.message(captionsV2.body)?.messages(captionsV2.entry, mostCaptions) ?? [];
  return [
    ...(said ? captionFrom(said, caption, said, caption) : []),
    ...entries.flatMap((one) => captionFrom(one, entry, one.message(entry.said), entrySaid)),
  ];
};
