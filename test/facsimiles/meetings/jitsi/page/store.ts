/** The page's store: the state of those features that are asked for (react/features). */
import type { Called, Person } from '../protocol.ts';
import { currentConference } from './conference.ts';
import { known, tell } from './known.ts';
import { sourcesOf } from './people.ts';
import { storedTracks } from './tracks.ts';

const storedPerson = (person: Person) => ({
  id: person.id,
  name: person.name,
  role: person.role,
  local: person === known.self,
  e2eeEnabled: known.encrypting.includes(person.id),
  sources: sourcesOf(person),
});

/** As the server tells of a room, and the page keeps it. */
const storedRoom = (jid: string, name: string, people: readonly Called[], isMainRoom = false) => ({
  id: jid.split('@')[0],
  jid,
  name,
  ...(isMainRoom && { isMainRoom }),
  participants: Object.fromEntries(
    people.map(({ id, name: displayName }) => [
      `${jid}/${id}`,
      { jid: `${id}@meet.example.com/page`, role: 'participant', displayName },
    ]),
  ),
});

const storedRooms = () => {
  const { breakout, main, inside } = known.breakout ?? {};
  if (breakout === undefined || !main || !inside) return {};
  const rooms = [
    storedRoom('main@conference.meet.example.com', known.room, main, true),
    storedRoom('breakout@breakout.meet.example.com', breakout, inside),
  ];
  return Object.fromEntries(rooms.map((room) => [room.id, room]));
};

/** `VIDEO_MUTISM_AUTHORITY.USER`. */
const mutedByUser = 4;

const stateNow = () => ({
  'features/base/conference': {
    conference: known.is?.is_joined ? currentConference() : undefined,
    joining: known.is?.is_joined ? undefined : currentConference(),
    error: known.failure,
    passwordRequired: known.failure?.name === 'conference.passwordRequired' ? currentConference() : undefined,
    iceConnected: known.is?.is_ice_connected ?? false,
    authRequired: known.is?.auth_required ? currentConference() : undefined,
    membersOnly: known.is?.members_only ? currentConference() : undefined,
    lobbyWaitingForHost: known.is?.waiting_for_host ?? false,
    locked: undefined,
    room: known.room,
  },
  'features/prejoin': { joiningInProgress: known.isJoining, showPrejoin: !known.is?.is_joined },
  'features/base/connection': { error: known.connectionError },
  'features/base/participants': {
    local: known.self ? storedPerson(known.self) : { id: 'local', local: true, name: undefined, role: 'none' },
    remote: new Map(known.others.map((person) => [person.id, storedPerson(person)])),
    dominantSpeaker: known.dominantSpeaker,
    fakeParticipants: new Map(),
    sortedRemoteParticipants: new Map(known.others.map(({ id, name }) => [id, name])),
  },
  'features/base/tracks': storedTracks(),
  'features/base/media': {
    audio: { muted: !known.self?.microphone, unmuteBlocked: known.isUnmuteBlocked },
    video: { muted: known.self?.camera ? 0 : mutedByUser, unmuteBlocked: known.isUnmuteBlocked },
  },
  'features/base/config': { transcription: { enabled: true }, ...known.config },
  'features/base/jwt': { jwt: new URLSearchParams(location.search).get('jwt') ?? undefined },
  'features/av-moderation': { audioModerationEnabled: false, videoModerationEnabled: false, ...known.moderation },
  'features/lobby': {
    isDisplayNameRequiredError: false,
    knocking: known.is?.knocking ?? false,
    knockingParticipants: [],
    lobbyEnabled: known.is?.members_only ?? false,
    lobbyVisible: known.is?.members_only ?? false,
    passwordJoinFailed: false,
  },
  'features/chat': {
    isOpen: false,
    messages: known.messages,
    privateMessageRecipient: known.recipient,
    unreadMessagesCount: 0,
  },
  'features/breakout-rooms': {
    rooms: storedRooms(),
    roomCounter: known.breakout === undefined ? 0 : 1,
  },
  'features/recording': {
    sessionDatas: known.recordings,
    consentRequested: new Set(known.recordings.map(({ id }) => id)),
  },
  'features/visitors': { iAmVisitor: false, inQueue: false },
});

const subscribers = new Set<() => void>();
let state = stateNow();
/** What the page knows is different. */
export const changed = (): void => {
  state = stateNow();
  for (const subscriber of subscribers) subscriber();
};

export const store = {
  getState: () => state,
  subscribe(subscriber: () => void) {
    subscribers.add(subscriber);
    return () => void subscribers.delete(subscriber);
  },
  dispatch(action: { readonly type: string; readonly participant?: { readonly id: string } }) {
    if (action.type === 'SET_REQUESTING_SUBTITLES') tell({ type: 'asks_for_captions' });
    if (action.type !== 'SET_PRIVATE_MESSAGE_RECIPIENT') return action;
    known.recipient = action.participant;
    tell({ type: 'recipient', id: known.recipient?.id ?? 'groupchat' });
    changed();
    return action;
  },
};
