/** Who is in a LiveKit meeting and what they send, as the server tells the page over its socket. Pure but for its memory. */
import { ProtoMessage } from '../protobuf.ts';
import {
  joinResponse,
  leaveRequest,
  participant,
  participantKind,
  participantState,
  participantUpdate,
  permission,
  request,
  response,
  roomMoved,
  track,
  trackSource,
  trackType,
} from './wire.ts';

/** What somebody sends. */
export interface SentTrack {
  readonly sid: string;
  readonly isVideo: boolean;
  readonly source: number;
  readonly isMuted: boolean;
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
  readonly tracks: readonly SentTrack[];
}

/** What was last told of the bot's own way in or out; `disconnected` is the server's word, `leaving` the page's. */
export type Connection =
  | { readonly state: 'none' | 'joined' | 'leaving' }
  | { readonly state: 'disconnected'; readonly reason: number };

const trackOf = (info: ProtoMessage): SentTrack => ({
  sid: info.text(track.sid),
  isVideo: info.number(track.type) === trackType.video,
  source: info.number(track.source),
  isMuted: info.number(track.muted) === 1,
  stream: info.text(track.stream),
});

const memberOf = (info: ProtoMessage): RoomMember => {
  const rights = info.message(participant.permission);
  const identity = info.text(participant.identity);
  const joined_at_ms = info.number(participant.joinedAt_ms) || 1_000 * info.number(participant.joinedAt_s);
  return {
    sid: info.text(participant.sid),
    identity,
    // As LiveKit's page shows them.
    name: info.text(participant.name) || identity,
    joined_at_ms: joined_at_ms || null,
    isHidden:
      info.number(participant.kind) === participantKind.egress ||
      rights?.number(permission.hidden) === 1 ||
      rights?.number(permission.recorder) === 1,
    tracks: info.messages(participant.tracks).map(trackOf),
  };
};

/** Whether this is the end: servers also tell clients to leave and come back. */
const isFinal = (leave: ProtoMessage): boolean =>
  leave.number(leaveRequest.action) === 0 && leave.number(leaveRequest.canReconnect) === 0;

export interface LiveKitRoster {
  /** A message of the socket. */
  hear(from: 'page' | 'other', bytes: Uint8Array): void;
  readonly connection: Connection;
  readonly self: RoomMember | undefined;
  /** Everybody, each once, also the bot. */
  readonly members: readonly RoomMember[];
  find(sid: string): RoomMember | undefined;
}

export const createLiveKitRoster = (): LiveKitRoster => {
  const members = new Map<string, RoomMember>();
  let own_sid = '';
  let connection: Connection = { state: 'none' };

  const update = (info: ProtoMessage): void => {
    const member = memberOf(info);
    if (info.number(participant.state) === participantState.disconnected) members.delete(member.sid);
    else members.set(member.sid, member);
  };

  const begin = (own: ProtoMessage | undefined, others: readonly ProtoMessage[]): void => {
    members.clear();
    own_sid = own?.text(participant.sid) ?? '';
    if (own) update(own);
    for (const other of others) update(other);
    connection = { state: 'joined' };
  };

  const hearServer = (message: ProtoMessage): void => {
    const join = message.message(response.join);
    if (join) begin(join.message(joinResponse.participant), join.messages(joinResponse.others));
    for (const info of message.message(response.update)?.messages(participantUpdate.participants) ?? []) update(info);
    const moved = message.message(response.roomMoved);
    if (moved) begin(moved.message(roomMoved.participant), moved.messages(roomMoved.others));
    const leave = message.message(response.leave);
    if (leave && isFinal(leave)) connection = { state: 'disconnected', reason: leave.number(leaveRequest.reason) };
  };

  return {
    hear(from, bytes) {
      const message = ProtoMessage.read(bytes);
      if (!message) return;
      if (from === 'other') hearServer(message);
      else if (message.message(request.leave) && connection.state === 'joined') connection = { state: 'leaving' };
    },
    get connection() {
      return connection;
    },
    get self() {
      return members.get(own_sid);
    },
    get members() {
      // Whoever connects anew is there twice until the server has dropped the old connection.
      return [...new Map([...members.values()].map((member) => [member.identity, member])).values()];
    },
    find: (sid) => members.get(sid),
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
