/** Reads Galène's page, and what it exchanges with its server. A program's entry point. */
import type { FactsView, ParticipantView } from '../../meeting/view.ts';
import { installHooks } from '../../programs/page/install.ts';
import type { PlatformPage, ReceivedTrack, TrackOwner } from '../../programs/page/platform-page.ts';
import type { HookNames } from '../../programs/protocol/page.ts';
import type { PageFacts } from '../judging/facts.ts';
import { pageFacts } from '../judging/page-facts.ts';
import { createGaleneChat, linesOf } from './chat.ts';
import { type GaleneHandle, handleName } from './handle.ts';
import { createGaleneRoom, type GaleneMember } from './room.ts';
import { galene as signs } from './signs.ts';

/** As many as a view holds. */
const mostParticipants = 1_000;

const room = createGaleneRoom((from, message) => chat.hear(from, message));
const chat = createGaleneChat(() => room.own_id);

const viewOf = ({ id, name, isHost }: GaleneMember): ParticipantView => {
  const streams = room.streamsOf(id);
  return {
    id,
    user_uuid: null,
    name,
    is_host: isHost,
    is_self: id === room.own_id,
    has_camera: streams.some(({ isCamera, media }) => isCamera && media.has('video')),
    is_sharing: streams.some(({ isCamera, media }) => !isCamera && media.has('video')),
    joined_at_ms: null,
  };
};

const read = (): FactsView<PageFacts> => ({
  facts: pageFacts(signs, room.facts),
  recording: 'allowed',
  breakout: { state: 'none', room_name: null },
  participants: room.hasJoined
    ? room.members
        .filter(({ isSystem }) => !isSystem)
        .slice(0, mostParticipants)
        .map(viewOf)
    : [],
  captions: [],
  messages: [...chat.messages],
});

/** Each stream has a connection of its own, and the server's offer says whose it is. */
const ownerOf = ({ track, connection }: ReceivedTrack): TrackOwner | undefined => {
  const stream = room.streamBy(connection.remoteDescription?.sdp ?? '');
  if (!stream || stream.source === room.own_id || !room.find(stream.source)) return undefined;
  const kind = !stream.isCamera ? 'screen' : track.kind === 'video' ? 'camera' : 'voice';
  return { participant_id: stream.source, kind };
};

const isSignalling = (url: string): boolean => new URL(url).pathname.endsWith('/ws');
const isStatus = (url: string): boolean => /^\/group\/.*\/\.status(?:\.json)?$/.test(new URL(url).pathname);

const platform: PlatformPage = {
  read,
  ownerOf,
  taps: {
    sockets(url, whenClosed) {
      if (!isSignalling(url)) return undefined;
      const socket = room.connect();
      whenClosed(socket.closed);
      return ({ from, bytes }) => socket.hear(from, bytes);
    },
    responses: ({ url }) => (isStatus(url) ? ({ bytes }) => room.hearStatus(bytes) : undefined),
  },
};

const redirectTo = (): string | undefined =>
  room.redirect === undefined ? undefined : URL.parse(room.redirect, document.baseURI)?.href;

/** The page goes wherever its server says; whether bots go there is decided outside of it (redirect.ts). */
const stayHere = (): void =>
  navigation.addEventListener('navigate', (event) => {
    if (event.destination.url === redirectTo()) event.preventDefault();
  });

const handle: GaleneHandle = {
  tries: () => room.tries,
  outcome() {
    if (room.failure) return room.failure.error === 'duplicate-username' ? 'name_taken' : 'failed';
    if (room.redirect !== undefined) return 'redirected';
    return room.hasJoined ? 'joined' : 'none';
  },
  redirect: redirectTo,
  refuseRedirect: room.refuseRedirect,
  sends: (device) =>
    room
      .streamsOf(room.own_id)
      .some(
        ({ isCamera, media }) =>
          isCamera === (device !== 'screen') && media.has(device === 'microphone' ? 'audio' : 'video'),
      ),
  lines: (message) => (room.mayWrite ? (linesOf(message, room.members, room.own_id) ?? 'not_there') : 'may_not_write'),
};

export const install = (names: HookNames): void => {
  Object.defineProperty(document, Symbol.for(handleName), { value: handle, configurable: true });
  stayHere();
  installHooks(names, platform);
};
