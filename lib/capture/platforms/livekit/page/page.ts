/** Reads a page made of LiveKit's meeting components, and what it exchanges with its server. A program's entry point. */
import type { FactsView, ParticipantView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { TappedMessage } from '../../../programs/page/taps/tap.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts, WireFact } from '../../judging/facts.ts';
import { pageFacts } from '../../judging/page/page-facts.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { putHandle } from '../../page/put-handle.ts';
import { shownOf } from '../../page/shown.ts';
import { handleName, type LiveKitHandle } from '../handle.ts';
import { signs } from '../signs.ts';
import { createLiveKitCameras } from './cameras.ts';
import { createLiveKitCaptions } from './captions.ts';
import { createLiveKitChat } from './chat.ts';
import { createEarlyPackets } from './early-packets.ts';
import { createLiveKitRoster, isEncryptedByOthers, isScreen, type RoomMember, trackIn } from './roster.ts';
import { senderIn } from './text-streams.ts';
import { trackSource } from './wire.ts';

let tellEnd: (wire: readonly WireFact[]) => void = () => undefined;
const roster = createLiveKitRoster((wire) => tellEnd(wire));
const packets = createEarlyPackets(
  (sid) => roster.find(sid) !== undefined,
  ({ sender, message }) => Promise.allSettled([chat, captions].map((reader) => reader.hear(sender, message))),
);
const chat = createLiveKitChat(roster, packets.now);
const captions = createLiveKitCaptions(roster, packets.now);

const cameras = createLiveKitCameras(() => roster.members);

const sends = ({ tracks }: RoomMember, wanted: number): boolean =>
  tracks.some(({ source, isMuted }) => source === wanted && !isMuted);

const viewOf = (member: RoomMember): ParticipantView => ({
  id: member.identity,
  user_uuid: member.identity,
  name: member.name,
  // LiveKit tells clients nothing of who may end a meeting.
  is_host: false,
  is_self: member === roster.self,
  ...(member.isProgram && { is_program: true }),
  has_camera: sends(member, trackSource.camera),
  is_sharing: sends(member, trackSource.screen),
  joined_at_ms: member.joined_at_ms,
});

const encrypted = (): Pick<FactsView<PageFacts>, 'encrypted'> => {
  // There LiveKit Meet has the passphrase.
  if (location.hash === '' && isEncryptedByOthers(roster)) return { encrypted: 'media' };
  return chat.isEncrypted ? { encrypted: 'chat' } : {};
};

const read = (): FactsView<PageFacts> => {
  void packets.release();
  const visible = roster.members.filter(({ isHidden }) => !isHidden);
  const { participants, untold } = shownOf(visible, (member) => member === roster.self);
  return {
    facts: pageFacts(signs, roster.wire),
    recording: 'allowed',
    muted: [...roster.muted],
    ...encrypted(),
    breakout: { state: 'none', room_name: null },
    participants: participants.map(viewOf),
    untold,
    captions: captions.captions,
    messages: [...chat.messages],
  };
};

/** LiveKit names streams `<participant>|<track>`, or `<participant>|<stream>` where several tracks belong together. */
const ownerOf = ({ track, streams }: ReceivedTrack): TrackOwner | undefined => {
  const [sid = '', ...rest] = (streams[0] ?? '').split('|');
  const member = roster.find(sid);
  if (!member || member === roster.self) return undefined;
  const isVideo = track.kind === 'video';
  const sent = trackIn(member, { stream: rest.join('|'), isVideo });
  if (!sent) return undefined;
  const kind = isScreen(sent) ? 'screen' : isVideo ? 'camera' : 'voice';
  return { participant_id: member.identity, kind };
};

const isSignalling = (url: string): boolean => /\/rtc(?:\/v\d+)?$/.test(new URL(url).pathname);
const isRefusal = (url: string): boolean => /\/rtc(?:\/v\d+)?\/validate$/.test(new URL(url).pathname);

const hearPacket = async ({ from, bytes }: TappedMessage): Promise<void> => {
  const message = ProtoMessage.read(bytes);
  if (message) await packets.hear({ sender: senderIn(from, message), message, size: bytes.length });
};

const platform: PlatformPage = {
  read,
  ownerOf,
  wantCameras: cameras.want,
  whenEnded(tell) {
    tellEnd = tell;
  },
  taps: {
    sockets(url, whenClosed, send) {
      if (!isSignalling(url)) return undefined;
      const socket = roster.connect();
      whenClosed(socket.closed);
      const hearOfCameras = cameras.connect(send);
      return (message) => {
        socket.hear(message.from, message.bytes);
        void packets.release();
        hearOfCameras(message);
      };
    },
    // Chat and captions are reliable; lossy channels carry what may be lost.
    channels({ label }, whenOpen) {
      if (label !== '_reliable') return undefined;
      whenOpen(roster.reached);
      return hearPacket;
    },
    responses: ({ url }) =>
      isRefusal(url)
        ? ({ status, bytes }) => {
            if (status >= 400) roster.refused(status, new TextDecoder().decode(bytes));
          }
        : undefined,
  },
};

const handle: LiveKitHandle = { turns: roster.turns, mayWrite: () => roster.self?.mayWrite !== false };

export const install = (names: HookNames): void => {
  putHandle(handleName, handle);
  installHooks(names, platform);
};
