/** Reads Jitsi Meet's page by its own store. A program's entry point. */
import type { OutgoingChat } from '../../../meeting/meeting.ts';
import type { StageDevice } from '../../../meeting/stage.ts';
import type { FactsView, ParticipantView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts } from '../../judging/facts.ts';
import { pageFacts } from '../../judging/page/page-facts.ts';
import { putHandle } from '../../page/put-handle.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { handleName, type JitsiHandle } from '../handle.ts';
import { selectors } from '../selectors.ts';
import { signs } from '../signs.ts';
import { isAwayFrom } from './away.ts';
import { createJitsiBridge, ownerBy } from './bridge.ts';
import { createJitsiCameras } from './cameras.ts';
import { createJitsiCaptions, offersCaptions, transcriberIn } from './captions.ts';
import { createJitsiChat, mayWriteTo, ownMessagesIn, refusalsIn } from './chat.ts';
import { makeModerator } from './first-comer.ts';
import { forbiddenIn } from './moderation.ts';
import { createJitsiMuted } from './muted.ts';
import { awayIn } from './other-rooms.ts';
import { createJitsiRecorded } from './recorded.ts';
import {
  everyTrackOf,
  isTranslation,
  type JitsiPerson,
  type JitsiSource,
  type JitsiTrack,
  peopleOf,
  sourcesOf,
  tracksOf,
  untoldIn,
} from './room.ts';
import { appOf, ask, memberOf, stateOf, wordOf } from './store.ts';
import { createJitsiWatch } from './watch.ts';

const app = (): unknown => appOf(globalThis);
const nothing: Fields = {};
const state = (): Fields => stateOf(app()) ?? nothing;
const cameras = createJitsiCameras(() => sourcesOf(state()));
const sends = (device: StageDevice): boolean => {
  const wanted = device === 'microphone' ? 'voice' : device;
  return tracksOf(state()).some(({ isOwn, kind, isMuted }) => isOwn && kind === wanted && !isMuted);
};
const muted = createJitsiMuted(sends);
const watch = createJitsiWatch(app, (conference) => {
  cameras.follow(conference);
  muted.follow(conference);
  captions.follow(conference);
  chat.follow(conference);
});
const captions = createJitsiCaptions();
const chat = createJitsiChat();
const bridge = createJitsiBridge();
const recorded = createJitsiRecorded(state);

const viewOf = (person: JitsiPerson, pictures: readonly (JitsiSource | JitsiTrack)[]): ParticipantView => {
  const sends = (wanted: JitsiSource['kind']): boolean => {
    const theirs = pictures.filter(({ participant_id, kind }) => participant_id === person.id && kind === wanted);
    return theirs.some(({ isMuted }) => !isMuted);
  };
  return {
    id: person.id,
    user_uuid: person.lasting_id,
    name: person.name,
    is_host: person.isHost,
    is_self: person.isSelf,
    has_camera: sends('camera'),
    is_sharing: sends('screen'),
    joined_at_ms: null,
  };
};

const people = (): readonly JitsiPerson[] => (watch.joined_ms === undefined ? [] : peopleOf(state()));

/** What each sends: as they say themselves, where they do. */
const pictures = (): readonly (JitsiSource | JitsiTrack)[] => {
  const sources = sourcesOf(state());
  const telling = new Set(sources.map(({ participant_id }) => participant_id));
  return [...sources, ...tracksOf(state()).filter(({ participant_id }) => !telling.has(participant_id))];
};

const read = (): FactsView<PageFacts> => {
  watch.look();
  const there = people();
  const sent = pictures();
  const self = there.find(({ isSelf }) => isSelf);
  const turned_off_ms = Math.max(recorded.told_ms ?? 0, watch.moved_ms ?? 0);
  if (watch.joined_ms !== undefined) chat.look(state(), self?.id ?? '', watch.joined_ms);
  return {
    facts: pageFacts(signs, watch.facts),
    recording: 'allowed',
    ...(turned_off_ms > 0 && { turned_off_ms }),
    muted: [...muted.devices],
    ...(watch.facts.some(({ is_encrypted }) => is_encrypted === true) && { encrypted: 'media' }),
    breakout: watch.breakout,
    away: watch.joined_ms === undefined ? [] : [...awayIn(state())],
    participants: there.map((person) => viewOf(person, sent)),
    untold: watch.joined_ms === undefined ? 0 : untoldIn(state()),
    captions: captions.captions((id) => there.find((person) => person.id === id)?.name),
    messages: [...chat.messages],
  };
};

/** As long as the page's store holds the same, nothing is asked of it anew: tracks are looked up many times a second. */
let stored: { readonly tracks: unknown; readonly people: unknown; readonly found: readonly JitsiTrack[] } | undefined;
const tracksNow = (): readonly JitsiTrack[] => {
  const now = state();
  const [tracks, people] = [now['features/base/tracks'], now['features/base/participants']];
  if (stored?.tracks !== tracks || stored?.people !== people) stored = { tracks, people, found: everyTrackOf(now) };
  return stored?.found ?? [];
};

const listed = ({ track }: ReceivedTrack): JitsiTrack | undefined =>
  tracksNow().find(({ media, isOwn }) => media === track && !isOwn);

const ownerOf = (received: ReceivedTrack): TrackOwner | undefined => {
  const owned = listed(received);
  return owned && ownerBy(owned, bridge.wordOn(owned.ssrc));
};

/** By one of both, as the server has it (BridgeChannel.ts of lib-jitsi-meet). */
const isBridgeChannel = (label: string): boolean => label === 'JVB data channel';
const isBridgeSocket = (url: string): boolean => new URL(url).pathname.includes('/colibri-ws/');

const platform: PlatformPage = {
  read,
  ownerOf,
  // A bridge that rewrites its streams gives the same few tracks to whoever speaks.
  handsTracksOn: bridge,
  repeats(received) {
    const track = listed(received);
    return track !== undefined && isTranslation(track);
  },
  wantCameras: cameras.want,
  taps: {
    channels: ({ label }) => (isBridgeChannel(label) ? ({ from, bytes }) => bridge.hear(from, bytes) : undefined),
    sockets: (url) => (isBridgeSocket(url) ? ({ from, bytes }) => bridge.hear(from, bytes) : undefined),
  },
};

/** The failure by which the page finds out that the meeting has a lobby. */
const lobby = 'conference.connectionError.membersOnly';

const recipient = (): string => wordOf(fieldsOf(fieldsOf(state()['features/chat']).privateMessageRecipient).id);

const readers = (to: OutgoingChat['to']): readonly string[] => {
  if (to === 'everyone') return ['everyone'];
  const others = people().filter(({ isSelf }) => !isSelf);
  return others
    .filter(({ id, isHost }) => (to === 'everyone_but_host' ? !isHost : id === to.participant_id))
    .map(({ id }) => id);
};

/** When the bot had come into the room in which it was last, or before it, as it gave the passcode of its link. */
let given: { readonly joined_ms: number | undefined } | undefined;

const handle: JitsiHandle = {
  isAway: (from) => isAwayFrom(from, stateOf(app()) !== undefined),
  isPastTheDoor() {
    watch.look();
    return watch.isPastTheDoor;
  },
  isConnecting: () => watch.isConnecting,
  isAnswered: () =>
    watch.facts.some(
      ({ error, knocking, is_joined, auth_required }) =>
        knocking === true || is_joined === true || auth_required === true || (error ?? lobby) !== lobby,
    ),
  asksPasscode: () => watch.facts.some(({ error }) => error === 'conference.passwordRequired'),
  gavePasscode() {
    given = { joined_ms: watch.joined_ms };
  },
  hasGivenPasscode: () => given !== undefined && given.joined_ms === watch.joined_ms,
  isIn: () => watch.facts.some(({ is_joined }) => is_joined === true),
  toldOfRecording: recorded.told,
  agreesByUnmuting: () => recorded.isAgreedToByUnmuting || document.querySelector(selectors.recorded) !== null,
  sends,
  forbids: (device) => forbiddenIn(state(), device),
  turns(device) {
    muted.forget(device);
    return sends(device);
  },
  // As the page's own interface for those who embed it has it (setSubtitles of modules/API/API.js), and out of sight.
  askForCaptions() {
    const action = { type: 'SET_REQUESTING_SUBTITLES', enabled: true, displaySubtitles: false, language: null };
    if (offersCaptions(state())) ask(fieldsOf(app()).store, 'dispatch', action);
  },
  transcriber: () => transcriberIn(state()),
  makeModerator: (participant_id) => makeModerator(state(), participant_id),
  readers,
  mayWriteTo: (reader) => mayWriteTo(state(), reader),
  writeTo(reader) {
    const wanted = reader === 'everyone' ? '' : reader;
    if (recipient() === wanted) return true;
    const participant =
      wanted === '' ? undefined : memberOf(fieldsOf(state()['features/base/participants']).remote, wanted);
    // As the page's own interface for those who embed it has it (modules/API/API.js).
    ask(fieldsOf(app()).store, 'dispatch', { type: 'SET_PRIVATE_MESSAGE_RECIPIENT', participant });
    return recipient() === wanted;
  },
  written: (text) => ownMessagesIn(state(), text),
  refusals: () => refusalsIn(state()),
};

export const install = (names: HookNames): void => {
  putHandle(handleName, handle);
  installHooks(names, platform);
};
