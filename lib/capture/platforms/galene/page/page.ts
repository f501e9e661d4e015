/** Reads Galène's page, and what it exchanges with its server. A program's entry point. */
import type { StageDevice } from '../../../meeting/stage.ts';
import type { FactsView, ParticipantView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { OwnedBy, PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { AnswerListener } from '../../../programs/page/taps/tap.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts } from '../../judging/facts.ts';
import { pageFacts } from '../../judging/page/page-facts.ts';
import { putHandle } from '../../page/put-handle.ts';
import { shownOf } from '../../page/shown.ts';
import { type GaleneHandle, handleName } from '../handle.ts';
import { selectors } from '../selectors.ts';
import { signs } from '../signs.ts';
import { createGaleneCameras, type Tile } from './cameras.ts';
import { createGaleneCaptions } from './captions.ts';
import { createGaleneChat } from './chat.ts';
import { createKnownMessages } from './known-messages.ts';
import type { GaleneMember } from './members.ts';
import { createGaleneRoom } from './room.ts';
import { devicesOf } from './streams.ts';
import { linesOf } from './typed-lines.ts';
import { mostMessagesPerSecond } from './wire.ts';

const room = createGaleneRoom(
  (from, message) => {
    chat.hear(from, message);
    captions.hear(from, message);
  },
  () => chat.refused((id) => room.find(id) !== undefined),
);
const captions = createGaleneCaptions();
const chat = createGaleneChat(room, createKnownMessages());

const viewOf = ({ id, name, isHost, isProgram }: GaleneMember): ParticipantView => {
  const streams = room.streamsOf(id);
  return {
    id,
    user_uuid: null,
    name,
    is_host: isHost,
    is_self: id === room.own_id,
    ...(isProgram && { is_program: true }),
    has_camera: streams.some(({ isCamera, media }) => isCamera && media.has('video')),
    is_sharing: streams.some(({ isCamera, media }) => !isCamera && media.has('video')),
    joined_at_ms: null,
  };
};

/** Whoever is muted may have turned the sound on by the page's own button. */
const isMuted = (): boolean => room.isMuted && document.querySelector(selectors.muted) !== null;

const people = (): readonly GaleneMember[] => (room.hasJoined ? room.members.filter(({ isSystem }) => !isSystem) : []);

const read = (): FactsView<PageFacts> => {
  if (room.hasJoined) chat.came();
  cameras.look();
  const { participants, untold } = shownOf(people(), ({ id }) => id === room.own_id);
  return {
    facts: pageFacts(signs, room.facts),
    recording: 'allowed',
    muted: [...new Set<StageDevice>([...room.ended, ...(isMuted() ? (['microphone'] as const) : [])])],
    breakout: { state: 'none', room_name: null },
    participants: participants.map(viewOf),
    untold,
    captions: captions.captions,
    messages: [...chat.messages],
    asides: [...room.asides],
  };
};

/** Each stream has a connection of its own, and the server's offer says whose it is. */
const ownerOf = ({ track, connection }: ReceivedTrack): TrackOwner | undefined => {
  const stream = room.streamBy(connection.remoteDescription?.sdp ?? '');
  if (!stream || stream.source === room.own_id || !room.find(stream.source)) return undefined;
  const kind = !stream.isCamera ? 'screen' : track.kind === 'video' ? 'camera' : 'voice';
  const owner: OwnedBy = { participant_id: stream.source, kind };
  owners.set(track, owner);
  return owner;
};
const owners = new WeakMap<MediaStreamTrack, OwnedBy>();

const tileOf = (element: HTMLVideoElement): Tile<HTMLVideoElement> | undefined => {
  const { srcObject } = element;
  const [track] = srcObject instanceof MediaStream ? srcObject.getVideoTracks() : [];
  if (!track) return undefined;
  const { participant_id, kind = 'voice' } = owners.get(track) ?? {};
  return {
    element,
    track,
    owner: participant_id === undefined || kind === 'voice' ? undefined : { participant_id, kind },
  };
};

/** The page measures its tiles by what a video scrolls over, which is as large as it is. */
const scrolled = { width: 'scrollWidth', height: 'scrollHeight' } as const;
const measured = (element: Element, side: keyof typeof scrolled): number =>
  Reflect.get(Element.prototype, scrolled[side], element);

const cameras = createGaleneCameras<HTMLVideoElement>({
  tiles: () => [...document.querySelectorAll<HTMLVideoElement>(selectors.pictures)].flatMap((one) => tileOf(one) ?? []),
  tileOf: (element) => (element.matches(selectors.pictures) ? tileOf(element) : undefined),
  measured: (element) => ({ width: measured(element, 'width'), height: measured(element, 'height') }),
  isCalm: () => room.isCalm,
  reconsider: () => void dispatchEvent(new Event('resize')),
});

const measureTiles = (): void => {
  for (const side of ['width', 'height'] as const)
    Object.defineProperty(HTMLVideoElement.prototype, scrolled[side], {
      configurable: true,
      get(this: HTMLVideoElement) {
        return cameras.sizeOf(this)?.[side] ?? measured(this, side);
      },
    });
};

/** As the page takes what its server names; undefined where that is nothing. */
const addressIn = (named: string): string | undefined =>
  named === '' ? undefined : URL.parse(named, document.baseURI)?.href;

/** What the page has asked of its group is still to be heard here: its own script may hear it first, and act on it. */
let isStatusAwaited = false;
/** Where the page would have gone meanwhile. */
let held: string | undefined;

/** Answers whether the page wants to go to the portal of its group, and notes it. */
const isPortal = (url: string): boolean => {
  if (url !== addressIn(room.status.portal)) return false;
  room.stayedFromPortal();
  return true;
};

const awaitStatus = (): AnswerListener => {
  isStatusAwaited = true;
  return ({ bytes }) => {
    room.hearStatus(bytes);
    isStatusAwaited = false;
    if (held !== undefined && !isPortal(held)) location.href = held;
    held = undefined;
  };
};

const isSignalling = (url: string): boolean => new URL(url).pathname.endsWith('/ws');
const isStatus = (url: string): boolean => /^\/group\/.*\/\.status(?:\.json)?$/.test(new URL(url).pathname);

const platform: PlatformPage = {
  read,
  ownerOf,
  wantCameras: cameras.want,
  taps: {
    sockets(url, whenClosed) {
      if (!isSignalling(url)) return undefined;
      const socket = room.connect();
      whenClosed(socket.closed);
      return ({ from, bytes, left_out }) => socket.hear(from, bytes, left_out);
    },
    socketMessagesPerSecond: mostMessagesPerSecond,
    responses({ url }) {
      if (isStatus(url)) return awaitStatus();
      return url === addressIn(room.status.authServer) ? ({ status }) => room.hearAuthServer(status) : undefined;
    },
  },
};

const redirectTo = (): string | undefined => addressIn(room.redirect ?? '');

/**
 * The page goes wherever its server says. Whether bots go to another group is decided outside of it (redirect.ts); to a portal,
 * where people log in, they never go.
 */
const stayHere = (): void =>
  navigation.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination;
    if (sameDocument) return;
    if (isStatusAwaited) held = url;
    if (isStatusAwaited || isPortal(url) || url === redirectTo()) event.preventDefault();
  });

const sends = (device: StageDevice): boolean =>
  room.streamsOf(room.own_id).some((stream) => devicesOf(stream).includes(device));

const handle: GaleneHandle = {
  tries: () => room.tries,
  outcome() {
    if (room.failure) return room.failure.error === 'duplicate-username' ? 'name_taken' : 'failed';
    if (room.redirect !== undefined) return 'redirected';
    if (room.hasJoined) return 'joined';
    return room.isClosed ? 'failed' : 'none';
  },
  redirect: redirectTo,
  refuseRedirect: room.refuseRedirect,
  sends,
  turns(device) {
    room.turned(device);
    return sends(device);
  },
  mayAskForLess: cameras.choose,
  areCamerasWhole() {
    cameras.look();
    return cameras.areWhole;
  },
  undelivered: () => room.undelivered,
  forbidden: () => room.forbidden,
  lines: (message) => (room.mayWrite ? (linesOf(message, room.members, room.own_id) ?? 'not_there') : 'may_not_write'),
};

export const install = (names: HookNames): void => {
  putHandle(handleName, handle);
  stayHere();
  measureTiles();
  installHooks(names, platform);
};
