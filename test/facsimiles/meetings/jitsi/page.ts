/**
 * What Jitsi Meet's page keeps for whoever asks: `APP`, its store, its conference and the tracks of lib-jitsi-meet, with the
 * names that their sources give them. Runs in the page; a program's entry point.
 */
import type { OwnDevice, StageHandle } from '../stage/protocol.ts';
import { createEvents } from './events.ts';
import {
  bridgeChannel,
  type Conference,
  type FromJitsi,
  type MappedSource,
  type Person,
  type ToJitsi,
  type Written,
} from './protocol.ts';
import { RemoteTrack, ssrcsIn } from './remote-track.ts';

const { stage } = globalThis as unknown as { readonly stage: StageHandle };
const tell = (told: FromJitsi): void => stage.tell(told);

type JitsiConference = ReturnType<typeof createConference>;

let self: Person | undefined;
let others: readonly Person[] = [];
let conference: JitsiConference | undefined;
let is: Conference | undefined;
/** By the server. */
let recordings: readonly { readonly id: string; readonly status: string }[] = [];
let moderation: Readonly<Record<string, boolean>> = {};
let config: object = {};
/** The name of the breakout room, where there is one, and whether the bot is in it. */
let breakout: string | undefined;
let isInBreakout = false;
let room = '';
let messages: readonly object[] = [];
let dominantSpeaker: string | undefined;
/** Of what is written next, where that is not for all. */
let recipient: { readonly id: string } | undefined;
let isBooted = false;
let failure: { readonly name: unknown; readonly params: readonly unknown[] } | undefined;
/** Before there is a conference. */
let connectionError: { readonly name: unknown } | undefined;
let connection: RTCPeerConnection | undefined;
/** By the number of their line; a track of the connection comes before anybody owns it, and stays when they are gone. */
const tracks = new Map<number, RemoteTrack>();
const received = new Map<string, { readonly track: MediaStreamTrack; readonly stream: MediaStream }>();
const lines = new Map<number, string>();

interface SourceInfo {
  readonly muted: boolean;
  readonly videoType?: string;
}

const sourcesOf = (person: Person): Map<string, Map<string, SourceInfo>> => {
  const { id, microphone, pictures } = person;
  const video = pictures.map((kind, at): [string, SourceInfo] => [
    `${id}-v${at}`,
    { muted: !person[kind], videoType: kind === 'screen' ? 'desktop' : 'camera' },
  ]);
  return new Map([
    ['audio', new Map([[`${id}-a0`, { muted: !microphone }]])],
    ['video', new Map(video)],
  ]);
};

/** As many as the page shows beside the large picture. */
const shownBeside = 1;

/** As `_updateReceiverVideoConstraints` (features/video-quality): of whom the page does not show, it wants nothing. */
const askForPictures = (): void => {
  const lines: Record<string, { readonly maxHeight: number }> = {};
  for (const person of others.slice(0, shownBeside))
    for (const [name, { muted }] of sourcesOf(person).get('video') ?? []) if (!muted) lines[name] = { maxHeight: 180 };
  if (Object.keys(lines).length === 0) return;
  conference?.setReceiverConstraints({ constraints: lines, defaultConstraints: { maxHeight: 0 }, lastN: -1 });
};

const participantOf = (person: Person) => ({
  getId: () => person.id,
  getDisplayName: () => person.name,
  getRole: () => person.role,
  getSources: () => sourcesOf(person),
  getTracks: () => [...tracks.values()].filter(({ ownerEndpointId }) => ownerEndpointId === person.id),
  isHidden: () => false,
  isAudioMuted: () => !person.microphone,
  isVideoMuted: () => !person.camera,
});

interface ReceiverConstraints {
  readonly constraints: Readonly<Record<string, { readonly maxHeight: number }>>;
  readonly defaultConstraints: { readonly maxHeight: number };
  readonly lastN: number;
}

const createConference = () => {
  const { emit: _, ...listening } = events;
  return {
    ...listening,
    isJoined: () => is?.is_joined ?? false,
    myUserId: () => self?.id,
    getName: () => (isInBreakout ? 'breakout' : room),
    getRole: () => self?.role,
    isModerator: () => self?.role === 'moderator',
    getParticipants: () => others.map(participantOf),
    getParticipantById: (id: string) => others.filter((one) => one.id === id).map(participantOf)[0],
    getParticipantCount: () => others.length + 1,
    getLocalTracks: () => [],
    getBreakoutRooms: () => ({ isSupported: () => true, isBreakoutRoom: () => isInBreakout }),
    sendTextMessage: (text: string) => tell({ type: 'send', text, to: 'everyone' }),
    sendPrivateTextMessage: (to: string, text: string) => tell({ type: 'send', text, to }),
    setReceiverConstraints({ constraints, defaultConstraints }: ReceiverConstraints): void {
      const lines = Object.entries(constraints).map(([name, { maxHeight }]) => [name, maxHeight] as const);
      tell({ type: 'wants', lines: Object.fromEntries(lines), of_others: defaultConstraints.maxHeight });
    },
    setLastN: () => undefined,
  };
};
const events = createEvents();

/** As the presence of its owner says, whatever comes by the track. */
const isMuted = ({ ownerEndpointId, track, videoType }: RemoteTrack): boolean => {
  const owner = others.find(({ id }) => id === ownerEndpointId);
  if (!owner) return true;
  if (track.kind === 'audio') return false;
  return !(videoType === 'desktop' ? owner.screen : owner.camera);
};

/** As `JitsiLocalTrack`. */
const localTrack = (device: OwnDevice, isMuted: boolean) => ({
  isLocal: () => true,
  isMuted: () => isMuted,
  getParticipantId: () => self?.id,
  getType: () => (device === 'microphone' ? 'audio' : 'video'),
  getVideoType: () => (device === 'microphone' ? undefined : device === 'camera' ? 'camera' : 'desktop'),
});

const ownTracks = (own: Person) =>
  (['microphone', 'camera', 'screen'] as const)
    .filter((device) => own[device])
    .map((device) => ({
      jitsiTrack: localTrack(device, false),
      local: true,
      mediaType: device === 'microphone' ? 'audio' : 'video',
      mirror: device === 'camera',
      muted: false,
      participantId: own.id,
      videoType: device === 'microphone' ? undefined : device === 'camera' ? 'camera' : 'desktop',
      videoStarted: true,
    }));

const storedTracks = () => [
  ...(self ? ownTracks(self) : []),
  ...[...tracks.values()]
    .filter(({ ownerEndpointId }) => others.some(({ id }) => id === ownerEndpointId))
    .map((jitsiTrack) => ({
      jitsiTrack,
      local: false,
      mediaType: jitsiTrack.getType(),
      mirror: false,
      muted: isMuted(jitsiTrack),
      participantId: jitsiTrack.ownerEndpointId,
      videoType: jitsiTrack.videoType,
      videoStarted: true,
    })),
];

const storedPerson = (person: Person) => ({
  id: person.id,
  name: person.name,
  role: person.role,
  local: person === self,
  sources: sourcesOf(person),
});

const roomJid = (name: string): string => `${name}@conference.meet.example.com`;

const stateNow = () => ({
  'features/base/conference': {
    conference: is?.is_joined ? conference : undefined,
    joining: is?.is_joined ? undefined : conference,
    error: failure,
    passwordRequired: failure?.name === 'conference.passwordRequired' ? conference : undefined,
    iceConnected: is?.is_ice_connected ?? false,
    authRequired: is?.auth_required ? conference : undefined,
    membersOnly: is?.members_only ? conference : undefined,
    lobbyWaitingForHost: is?.waiting_for_host ?? false,
    locked: undefined,
    room,
  },
  'features/base/connection': { error: connectionError },
  'features/base/participants': {
    local: self ? storedPerson(self) : { id: 'local', local: true, name: undefined, role: 'none' },
    remote: new Map(others.map((person) => [person.id, storedPerson(person)])),
    dominantSpeaker,
    fakeParticipants: new Map(),
    sortedRemoteParticipants: new Map(others.map(({ id, name }) => [id, name])),
  },
  'features/base/tracks': storedTracks(),
  'features/base/config': config,
  'features/base/jwt': {},
  'features/av-moderation': { audioModerationEnabled: false, videoModerationEnabled: false, ...moderation },
  'features/lobby': {
    isDisplayNameRequiredError: false,
    knocking: is?.knocking ?? false,
    knockingParticipants: [],
    lobbyEnabled: is?.members_only ?? false,
    lobbyVisible: is?.members_only ?? false,
    passwordJoinFailed: false,
  },
  'features/chat': { isOpen: false, messages, privateMessageRecipient: recipient, unreadMessagesCount: 0 },
  'features/breakout-rooms': {
    rooms:
      breakout === undefined
        ? {}
        : {
            [roomJid('main')]: { id: 'main', jid: roomJid('main'), name: room, isMainRoom: true, participants: {} },
            [roomJid('breakout')]: {
              id: 'breakout',
              jid: roomJid('breakout'),
              name: breakout,
              isMainRoom: false,
              participants: {},
            },
          },
    roomCounter: breakout === undefined ? 0 : 1,
  },
  'features/recording': { sessionDatas: recordings, consentRequested: new Set(recordings.map(({ id }) => id)) },
  'features/visitors': { iAmVisitor: false, inQueue: false },
});

const subscribers = new Set<() => void>();
let state = stateNow();
const changed = (): void => {
  state = stateNow();
  for (const subscriber of subscribers) subscriber();
};

const store = {
  getState: () => state,
  subscribe(subscriber: () => void) {
    subscribers.add(subscriber);
    return () => void subscribers.delete(subscriber);
  },
  dispatch(action: { readonly type: string; readonly participant?: { readonly id: string } }) {
    if (action.type !== 'SET_PRIVATE_MESSAGE_RECIPIENT') return action;
    recipient = action.participant;
    tell({ type: 'recipient', id: recipient?.id ?? 'groupchat' });
    changed();
    return action;
  },
};

const app = {
  store: undefined as typeof store | undefined,
  conference: {
    isJoined: () => is?.is_joined ?? false,
    getMyUserId: () => self?.id,
    getConnectionState: () => connection?.iceConnectionState,
    listMembers: () => others.map(participantOf),
    hangup: () => tell({ type: 'hang_up' }),
    get _room() {
      return conference;
    },
  },
};
Object.assign(globalThis, { APP: app });

/** As `processSourceMap` of JingleSessionPC: a number that is new gets a track, one that is known another owner. */
const map = (mapped: readonly MappedSource[]): void => {
  for (const one of mapped) {
    const known = tracks.get(one.ssrc);
    if (known) {
      events.emit('conference.trackRemoved', known);
      known.ownerEndpointId = one.owner;
      known.sourceName = one.source;
      known.videoType = one.videoType && (one.videoType === 'DESKTOP' ? 'desktop' : 'camera');
      events.emit('conference.trackAdded', known);
      continue;
    }
    const line = received.get(lines.get(one.ssrc) ?? '');
    if (!line) continue;
    const made = new RemoteTrack(line.track, line.stream, one);
    tracks.set(one.ssrc, made);
    events.emit('conference.trackAdded', made);
  }
  changed();
};

const hearBridge = (text: string): void => {
  const message = JSON.parse(text) as { readonly colibriClass: string } & Readonly<Record<string, unknown>>;
  if (message.colibriClass === 'AudioSourcesMap' || message.colibriClass === 'VideoSourcesMap')
    map(message.mappedSources as readonly MappedSource[]);
  else if (message.colibriClass === 'DominantSpeakerEndpointChangeEvent') {
    dominantSpeaker = message.dominantSpeakerEndpoint as string;
    events.emit('conference.dominantSpeaker', dominantSpeaker, message.previousSpeakers, message.silence);
    changed();
  }
};

const Native = globalThis.RTCPeerConnection;
class BridgeConnection extends Native {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connection = this;
    tracks.clear();
    received.clear();
    this.addEventListener('track', ({ track, streams: [stream] }) => {
      if (stream) received.set(stream.id, { track, stream });
    });
  }

  override createDataChannel(label: string, options?: RTCDataChannelInit): RTCDataChannel {
    const channel = super.createDataChannel(label, options);
    if (label === bridgeChannel) {
      channel.addEventListener('message', ({ data }) => hearBridge(String(data)));
      channel.addEventListener('open', () => {
        const ssrcs = ssrcsIn(this.remoteDescription?.sdp ?? '');
        lines.clear();
        for (const [stream, ssrc] of Object.entries(ssrcs)) lines.set(ssrc, stream);
        tell({ type: 'lines', ssrcs });
        askForPictures();
      });
    }
    return channel;
  }
}
Object.assign(globalThis, { RTCPeerConnection: BridgeConnection });

const storedMessage = ({ id, from, name, to, text, at_ms, is_edited }: Written) => ({
  displayName: name,
  isEdited: is_edited,
  isReaction: false,
  lobbyChat: false,
  message: text,
  messageId: id,
  messageType: from === self?.id ? 'local' : 'remote',
  participantId: from,
  privateMessage: to !== 'everyone',
  reactions: new Map(),
  recipient: to === 'everyone' ? '' : (others.find((one) => one.id === to)?.name ?? self?.name ?? ''),
  recipientId: to === 'everyone' ? undefined : to,
  timestamp: at_ms,
});

const hearPeople = (told: Extract<ToJitsi, { type: 'people' }>): void => {
  const before = new Map(others.map((one) => [one.id, one]));
  self = told.self;
  others = told.others;
  for (const person of others)
    if (!before.has(person.id)) events.emit('conference.userJoined', person.id, participantOf(person));
  for (const person of before.values()) {
    if (others.some(({ id }) => id === person.id)) continue;
    for (const track of tracks.values())
      if (track.ownerEndpointId === person.id) {
        events.emit('conference.trackRemoved', track);
        // The track itself does not end.
        track.ownerEndpointId = '';
      }
    events.emit('conference.userLeft', person.id, participantOf(person));
  }
};

const hearMessage = (message: Written): void => {
  const stored = storedMessage(message);
  const isKnown = messages.some((one) => (one as typeof stored).messageId === stored.messageId);
  messages = isKnown
    ? messages.map((one) => ((one as typeof stored).messageId === stored.messageId ? stored : one))
    : [...messages, stored];
  const { from, text, at_ms, name, id, to } = message;
  events.emit(
    to === 'everyone' ? 'conference.messageReceived' : 'conference.privateMessageReceived',
    from,
    text,
    at_ms,
    name,
    false,
    id,
  );
};

stage.onTold((value) => {
  const told = value as ToJitsi;
  if (told.type === 'booted') {
    room = told.room;
    isBooted = true;
    app.store = store;
  } else if (told.type === 'conference') {
    const wasJoined = is?.is_joined ?? false;
    is = told.is;
    if (is.is_joined && !wasJoined) [messages, failure, connectionError] = [[], undefined, undefined];
    if (is.is_joined || is.members_only || is.auth_required) conference ??= createConference();
    changed();
    if (is.is_joined && !wasJoined) events.emit('conference.joined');
    if (!is.is_joined && wasJoined) {
      others = [];
      tracks.clear();
      events.emit('conference.left');
    }
  } else if (told.type === 'people') hearPeople(told);
  else if (told.type === 'message') hearMessage(told.message);
  else if (told.type === 'event') {
    const [name, ...params] = told.params;
    const isOfConnection = String(name).startsWith('connection.');
    if (told.name === 'conference.failed') {
      failure = isOfConnection ? undefined : { name, params };
      connectionError = isOfConnection ? { name } : undefined;
      if (isOfConnection) conference = undefined;
    }
    changed();
    if (!isOfConnection) events.emit(told.name, ...told.params);
  } else if (told.type === 'joining') conference ??= createConference();
  else if (told.type === 'rooms') breakout = told.breakout;
  else if (told.type === 'moderation') moderation = told.is;
  else if (told.type === 'config') config = told.is;
  else if (told.type === 'muted')
    events.emit(
      'conference.trackMuteChanged',
      localTrack(told.device, true),
      others.filter(({ id }) => id === told.by).map(participantOf)[0],
    );
  else if (told.type === 'recording') recordings = [{ id: 'recording', status: told.status }];
  else {
    isInBreakout = told.into === 'breakout';
    conference = undefined;
  }
  if (isBooted) changed();
  if (told.type === 'people') askForPictures();
});

/** What the field takes of a message; the rest is gone as soon as it is typed. */
const mostWritten = 500;
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLTextAreaElement && target.id === 'chat-input-messagebox')
    target.value = target.value.slice(0, mostWritten);
});
tell({ type: 'opened', hash: location.hash });
