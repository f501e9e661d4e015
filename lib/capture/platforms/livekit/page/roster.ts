/** Who is in a LiveKit meeting and what they send, as the server tells the page over its socket. Pure but for its memory. */
import { BoundedMap, BoundedSet, forgetOldest } from '../../../../process/bounded.ts';
import { type StageDevice, stageDevices } from '../../../meeting/stage.ts';
import type { WireFact } from '../../judging/facts.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { longestName } from '../../page/short-text.ts';
import { createLiveKitConnection, type LiveKitConnection } from './connection.ts';
import {
  joinResponse,
  muteRequest,
  participant,
  participantKind,
  participantState,
  participantUpdate,
  permission,
  request,
  response,
  roomMoved,
  track,
  trackPublished,
  trackSource,
  trackType,
  trackUnpublished,
} from './wire.ts';

const mostMembers = 5_000;
const mostTracks = 50;
const mostOwners = 5_000;

/** What somebody sends. */
export interface SentTrack {
  readonly sid: string;
  readonly isVideo: boolean;
  readonly source: number;
  readonly isMuted: boolean;
  readonly isEncrypted: boolean;
  /** A name under which several tracks are sent together; empty where each is sent by itself. */
  readonly stream: string;
}

export interface RoomMember {
  /** Of one connection to the meeting; `identity` outlives it. */
  readonly sid: string;
  readonly identity: string;
  readonly name: string;
  readonly joined_at_ms: number | null;
  /** Nobody sees or hears them: whatever records a meeting on the server. */
  readonly isHidden: boolean;
  readonly isProgram: boolean;
  readonly mayWrite: boolean;
  maySend(source: number): boolean;
  readonly tracks: readonly SentTrack[];
}

const trackOf = (info: ProtoMessage): SentTrack => ({
  sid: info.text(track.sid, longestName),
  isVideo: info.number(track.type) === trackType.video,
  source: info.number(track.source),
  isMuted: info.number(track.muted) === 1,
  isEncrypted: info.number(track.encryption) !== 0,
  stream: info.text(track.stream, longestName),
});

/** All is allowed where nothing is said of it. */
const rightsOf = (rights: ProtoMessage | undefined): Pick<RoomMember, 'mayWrite' | 'maySend'> => {
  const mayAtAll = rights?.number(permission.send) !== 0;
  // Numbers below 128, which take a byte each.
  const sources = [...(rights?.bytes(permission.sources) ?? [])];
  return {
    mayWrite: rights?.number(permission.write) !== 0,
    maySend: (source) => mayAtAll && (sources.length === 0 || sources.includes(source)),
  };
};

const memberOf = (info: ProtoMessage): RoomMember => {
  const rights = info.message(participant.permission);
  const kind = info.number(participant.kind);
  const identity = info.text(participant.identity, longestName);
  const joined_at_ms = info.number(participant.joinedAt_ms) || 1_000 * info.number(participant.joinedAt_s);
  return {
    sid: info.text(participant.sid, longestName),
    identity,
    // As LiveKit's page shows them.
    name: info.text(participant.name, longestName) || identity,
    joined_at_ms: joined_at_ms > 0 && Number.isSafeInteger(joined_at_ms) ? joined_at_ms : null,
    isHidden:
      kind === participantKind.egress ||
      rights?.number(permission.hidden) === 1 ||
      rights?.number(permission.recorder) === 1,
    isProgram: kind === participantKind.agent || rights?.number(permission.agent) === 1,
    ...rightsOf(rights),
    tracks: info.messages(participant.tracks, mostTracks).map(trackOf),
  };
};

/** One socket of the page to the server. */
export interface LiveKitSocket {
  hear(from: 'page' | 'other', bytes: Uint8Array): void;
  closed(): void;
}

export interface LiveKitRoster extends Pick<LiveKitConnection, 'reached' | 'refused' | 'wire'> {
  /**
   * The page opens a socket. What still comes by the one before is over for the page as well: a server may say there that
   * somebody has come in by this identity, which is the bot itself by the new one.
   */
  connect(): LiveKitSocket;
  readonly self: RoomMember | undefined;
  /** Everybody, each once, in the order in which they came; the bot first. */
  readonly members: readonly RoomMember[];
  find(sid: string): RoomMember | undefined;
  /** Who sends a track, or sent it last. */
  ownerOf(track_sid: string): RoomMember | undefined;
  /** What of the bot's own the server has muted, or takes no more, as its API lets others do, and what is still so. */
  readonly muted: readonly StageDevice[];
  /** The bot turns it on or off anew: that it was muted is over. */
  turns(device: StageDevice): void;
}

const deviceOf: Readonly<Record<number, StageDevice>> = {
  [trackSource.camera]: 'camera',
  [trackSource.microphone]: 'microphone',
  [trackSource.screen]: 'screen',
};

/** `tellEnd`: hears what the server ended the page's connection with, and nothing once the page makes another. */
export const createLiveKitRoster = (
  tellEnd: (wire: readonly WireFact[]) => void = () => undefined,
  now: () => number = Date.now,
): LiveKitRoster => {
  const connection = createLiveKitConnection(tellEnd, now);
  let socket: LiveKitSocket | undefined;
  let own_sid = '';
  /** In the order in which they came, the bot first: what changes about them moves nobody. */
  const members = new Map<string, RoomMember>();
  /** By track: what is said of one comes also once it is not sent any more. */
  const owners = new BoundedMap<string, RoomMember>(mostOwners);
  /** What the bot's own tracks are of, and those that the server has muted. */
  const own = new BoundedMap<string, StageDevice>(mostTracks);
  const silenced = new BoundedSet<string>(mostTracks);
  /** What the bot sent of, and may no more: the server has thrown its tracks out. */
  const barred = new Set<StageDevice>();

  const update = (info: ProtoMessage): void => {
    const member = memberOf(info);
    if (info.number(participant.state) === participantState.disconnected) members.delete(member.sid);
    else members.set(member.sid, member);
    forgetOldest(members, mostMembers, ({ sid }) => sid !== own_sid);
    for (const { sid } of member.tracks) owners.set(sid, member);
    if (member.sid !== own_sid) return;
    for (const sent of member.tracks) publish(sent);
    for (const source of Object.keys(deviceOf).map(Number)) {
      const device = deviceOf[source];
      if (device && member.maySend(source)) barred.delete(device);
    }
  };

  const silencedAs = (device: StageDevice): readonly string[] => [...silenced].filter((sid) => own.get(sid) === device);

  const publish = ({ sid, source }: SentTrack): void => {
    const device = deviceOf[source];
    if (device) own.set(sid, device);
  };

  const begin = (self: ProtoMessage | undefined, others: readonly ProtoMessage[]): void => {
    members.clear();
    silenced.clear();
    barred.clear();
    own_sid = self?.text(participant.sid, longestName) ?? '';
    if (self) update(self);
    for (const other of others) update(other);
  };

  const hearServer = (message: ProtoMessage): void => {
    const join = message.message(response.join);
    if (join) {
      begin(join.message(joinResponse.participant), join.messages(joinResponse.others));
      connection.joined();
    }
    for (const info of message.message(response.update)?.messages(participantUpdate.participants) ?? []) update(info);
    const moved = message.message(response.roomMoved);
    if (moved) {
      begin(moved.message(roomMoved.participant), moved.messages(roomMoved.others));
      connection.wentOn();
    }
    const published = message.message(response.published)?.message(trackPublished.track);
    if (published) publish(trackOf(published));
    const unpublished = message.message(response.unpublished)?.text(trackUnpublished.sid, longestName);
    const withdrawn = unpublished === undefined ? undefined : own.get(unpublished);
    if (withdrawn) barred.add(withdrawn);
    const mute = message.message(response.mute);
    if (mute?.number(muteRequest.muted) === 1) silenced.add(mute.text(muteRequest.sid, longestName));
    else if (mute) silenced.delete(mute.text(muteRequest.sid, longestName));
    const leave = message.message(response.leave);
    if (leave) connection.sentOff(leave);
    if (message.bytes(response.reconnect)) connection.wentOn();
  };

  const hearPage = (message: ProtoMessage): void => {
    const mute = message.message(request.mute);
    if (mute?.number(muteRequest.muted) === 0) silenced.delete(mute.text(muteRequest.sid, longestName));
    const leave = message.message(request.leave);
    if (leave) connection.left(leave);
  };

  return {
    connect() {
      connection.opened();
      const opened: LiveKitSocket = {
        hear(from, bytes) {
          const message = socket === opened ? ProtoMessage.read(bytes) : undefined;
          if (message) (from === 'page' ? hearPage : hearServer)(message);
        },
        closed() {
          if (socket === opened) connection.lostSocket();
        },
      };
      socket = opened;
      return opened;
    },
    reached: connection.reached,
    refused: connection.refused,
    get wire() {
      return connection.wire;
    },
    get self() {
      return members.get(own_sid);
    },
    get members() {
      // Whoever connects anew is there twice until the server has dropped the old connection.
      const self = members.get(own_sid);
      const connections = [...members.values(), ...(self ? [self] : [])];
      return [...new Map(connections.map((member) => [member.identity, member])).values()];
    },
    find: (sid) => members.get(sid),
    ownerOf: (track_sid) => owners.get(track_sid),
    get muted() {
      return stageDevices.filter((device) => barred.has(device) || silencedAs(device).length > 0);
    },
    turns(device) {
      barred.delete(device);
      for (const sid of silencedAs(device)) silenced.delete(sid);
    },
  };
};

/** Which of their tracks is sent in a stream (`msid`) as `stream`, where that can be told. */
export const trackIn = (
  { tracks }: RoomMember,
  { stream, isVideo }: { readonly stream: string; readonly isVideo: boolean },
): SentTrack | undefined => {
  const alike = tracks.filter((one) => one.isVideo === isVideo);
  const named = alike.find(({ sid }) => sid === stream);
  if (named) return named;
  const together = alike.filter((one) => one.stream === stream && stream !== '');
  return together.length === 1 ? together[0] : undefined;
};

export const isScreen = ({ source }: SentTrack): boolean =>
  source === trackSource.screen || source === trackSource.screenSound;

/** Whether others encrypt what they send, and the bot's page sends something as it is, which one with the keys does not. */
export const isEncryptedByOthers = ({ self, members }: Pick<LiveKitRoster, 'self' | 'members'>): boolean => {
  const encrypts = ({ tracks }: RoomMember): boolean => tracks.some(({ isEncrypted }) => isEncrypted);
  return self !== undefined && self.tracks.length > 0 && !encrypts(self) && members.some(encrypts);
};
