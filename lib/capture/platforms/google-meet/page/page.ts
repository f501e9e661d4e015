/** Reads Google Meet's page, and what the service tells it. A program's entry point. */
import type { FactsView, ParticipantView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { LineMoment, PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { TapListener } from '../../../programs/page/taps/tap.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts } from '../../judging/facts.ts';
import { createConnections } from '../../judging/page/open-connections.ts';
import { accept, pageFacts } from '../../judging/page/page-facts.ts';
import { bytesOfBase64 } from '../../page/base64.ts';
import { putHandle } from '../../page/put-handle.ts';
import { shownOf } from '../../page/shown.ts';
import { type GoogleMeetHandle, handleName } from '../handle.ts';
import { signs } from '../signs.ts';
import { createAnswers } from './answers.ts';
import { haveBrowserDecode } from './browser-decodes.ts';
import { type CaptionChannel, createCaptionWays } from './caption-ways.ts';
import { createMeetCaptions } from './captions.ts';
import { createMeetChat } from './chat.ts';
import { createMarks, markedWithinMs } from './marks.ts';
import { createDecodingWatch } from './own-decoding.ts';
import { createCaptionFollower, createCaptionsOnPage, speakerNamed } from './page-captions.ts';
import { bearingOnPage, createHeardOnPage, devicesOnPage, peopleOnPage } from './page-people.ts';
import { createMeetRoom, type MeetPerson } from './room.ts';
import { createUnpacker } from './unpack.ts';
import { captionsOf, changeOf, sentTextOf, snapshotOf, sourcesOf, streamFrameOf } from './wire.ts';

const room = createMeetRoom();
const chat = createMeetChat();
const captions = createMeetCaptions();
const connections = createConnections('meet.peer_connections');
const answers = createAnswers();
const unpack = createUnpacker();
const unpackStreams = createUnpacker();
/** Whether packets of sound have ever named anybody. */
let namesSources = false;

const people = (): MeetPerson[] => (room.self ? room.people() : peopleOnPage(document));

/** At the last look. */
let present: readonly MeetPerson[] = [];
const captionsShown = createCaptionsOnPage(document);
const captionWays = createCaptionWays(
  captions,
  createCaptionFollower((name) => speakerNamed(name, present)?.id ?? ''),
);

const viewOf = ({ id, name, isHost, isSelf, hasCamera, isSharing }: MeetPerson): ParticipantView => ({
  id,
  // Which account a device belongs to is told to nobody whom we know of.
  user_uuid: null,
  name,
  is_host: isHost,
  is_self: isSelf,
  has_camera: hasCamera,
  is_sharing: isSharing,
  joined_at_ms: null,
});

const read = (): FactsView<PageFacts> => {
  room.look(() => devicesOnPage(document));
  const here = people();
  present = here;
  captionWays.look(captionsShown(here));
  const names = new Map(here.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => room.nameOf(id) ?? names.get(id) ?? '';
  const { participants, untold } = shownOf(here, ({ isSelf }) => isSelf);
  return {
    facts: pageFacts(signs, [...room.facts, ...connections.facts, ...answers.facts]),
    recording: 'allowed',
    breakout: { state: 'none', room_name: null },
    participants: participants.map(viewOf),
    untold,
    captions: captions.captions(nameOf),
    messages: chat.messages(nameOf),
  };
};

/** All sound comes by a few lines that people share, pictures by a track for each stream. */
const ownerOf = ({ track, streams, connection }: ReceivedTrack): TrackOwner | undefined => {
  connections.see(connection);
  if (track.kind === 'audio') return { kind: 'line' };
  for (const stream of streams) {
    const owner = room.picturesOf(stream);
    if (owner) return owner;
  }
  return undefined;
};

const marks = createMarks(createHeardOnPage(document));

/** By whom the packets name; by what the page marks, where packets name nobody who is known, or the page decodes them. */
const speakerOf = (by: ReceivedTrack | 'output', { sources, at_ms }: LineMoment): string | null | undefined => {
  namesSources ||= sources.length > 0;
  if (by === 'output') return room.speakerMarked(() => marks.at(at_ms)) ?? null;
  if (!namesSources) return room.speakerMarked(marks.now) ?? null;
  return room.speakerOf(
    sources.map(({ source }) => String(source)),
    { marked: marks.now, bearing: (stream) => bearingOnPage(document, stream) },
    at_ms,
  );
};

const hearCollections = async (bytes: Uint8Array): Promise<void> => {
  const unpacked = await unpack(bytes);
  const change = unpacked && changeOf(unpacked);
  if (!change) return;
  room.hear(change);
  for (const message of change.chats) chat.hear(message);
};

const hearStreams = async (bytes: Uint8Array): Promise<void> => {
  const packed = streamFrameOf(bytes);
  const unpacked = packed && (await unpackStreams(packed));
  if (unpacked) room.hearSources(sourcesOf(unpacked));
};

const hearSent = (bytes: Uint8Array): void => {
  const text = sentTextOf(bytes);
  if (text !== undefined) chat.sends(text);
};

const captionListener = (channel: CaptionChannel): TapListener => {
  const unpackCaptions = createUnpacker();
  return async ({ from, bytes }) => {
    const unpacked = from === 'other' ? await unpackCaptions(bytes) : undefined;
    for (const said of unpacked ? captionsOf(unpacked) : []) captionWays.hear(said, channel);
  };
};

const platform: PlatformPage = {
  read,
  accept,
  ownerOf,
  speakerOf,
  certainAfterMs: (line) => (line === 'output' ? markedWithinMs : undefined),
  soundComesBy: createDecodingWatch(),
  taps: {
    channels({ label }) {
      if (label === 'collections') return ({ from, bytes }) => (from === 'other' ? hearCollections(bytes) : undefined);
      if (label === 'dcrpc') return ({ from, bytes }) => (from === 'other' ? hearStreams(bytes) : undefined);
      if (label === 'meet_messages') return ({ from, bytes }) => (from === 'page' ? hearSent(bytes) : undefined);
      return label === 'captions' || label === 'captions_v2' ? captionListener(label) : undefined;
    },
    responses: (request) =>
      new URL(request.url).pathname.includes('SyncMeetingSpaceCollections')
        ? ({ bytes }) => {
            const snapshot = snapshotOf(bytesOfBase64(new TextDecoder().decode(bytes)));
            if (snapshot) room.hearAll(snapshot);
          }
        : answers.listenerFor(request),
  },
};

const handle: GoogleMeetHandle = {
  written: (words) => chat.written(words, room.self?.id),
  ownTexts: () => chat.textsOf(room.self?.id),
};

export const install = (names: HookNames): void => {
  haveBrowserDecode();
  putHandle(handleName, handle);
  installHooks(names, platform);
};
