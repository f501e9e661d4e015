/** The page's connection to the bridge: its lines, whose they are now, and who speaks. */
import { bridgeChannel, type MappedSource } from '../protocol.ts';
import { currentConference, emit } from './conference.ts';
import { known, tell } from './known.ts';
import { sourcesOf } from './people.ts';
import { RemoteTrack, ssrcsIn } from './remote-track.ts';
import { changed } from './store.ts';
import { tracks } from './tracks.ts';

let connection: RTCPeerConnection | undefined;
export const connectionState = (): RTCIceConnectionState | undefined => connection?.iceConnectionState;
const received = new Map<string, { readonly track: MediaStreamTrack; readonly stream: MediaStream }>();
const lines = new Map<number, string>();

/** As many as the page shows beside the large picture. */
const shownBeside = 1;

/** As `_updateReceiverVideoConstraints` (features/video-quality): of whom the page does not show, it wants nothing. */
export const askForPictures = (): void => {
  const lines: Record<string, { readonly maxHeight: number }> = {};
  for (const person of known.others.slice(0, shownBeside))
    for (const [name, { muted }] of sourcesOf(person).get('video') ?? []) if (!muted) lines[name] = { maxHeight: 180 };
  if (Object.keys(lines).length === 0) return;
  currentConference()?.setReceiverConstraints({ constraints: lines, defaultConstraints: { maxHeight: 0 }, lastN: -1 });
};

/** As `processSourceMap` of JingleSessionPC: a number that is new gets a track, one that is known another owner. */
const map = (mapped: readonly MappedSource[]): void => {
  for (const one of mapped) {
    const before = tracks.get(one.ssrc);
    if (before) {
      emit('conference.trackRemoved', before);
      before.ownerEndpointId = one.owner;
      before.sourceName = one.source;
      before.videoType = one.videoType && (one.videoType === 'DESKTOP' ? 'desktop' : 'camera');
      emit('conference.trackAdded', before);
      continue;
    }
    const line = received.get(lines.get(one.ssrc) ?? '');
    if (!line) continue;
    const made = new RemoteTrack(line.track, line.stream, one);
    tracks.set(one.ssrc, made);
    emit('conference.trackAdded', made);
  }
  changed();
};

const hearBridge = (text: string): void => {
  const message = JSON.parse(text) as { readonly colibriClass: string } & Readonly<Record<string, unknown>>;
  if (message.colibriClass === 'AudioSourcesMap' || message.colibriClass === 'VideoSourcesMap')
    map(message.mappedSources as readonly MappedSource[]);
  else if (message.colibriClass === 'DominantSpeakerEndpointChangeEvent') {
    known.dominantSpeaker = message.dominantSpeakerEndpoint as string;
    emit('conference.dominantSpeaker', known.dominantSpeaker, message.previousSpeakers, message.silence);
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
