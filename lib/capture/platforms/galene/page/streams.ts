/** What the members of a Galène group send, each stream over a peer connection of its own. Pure but for its memory. */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { StageDevice } from '../../../meeting/stage.ts';
import { fragmentOf, type GaleneMessage, mediaIn } from './wire.ts';

const mostStreams = 10_000;

/** What one member sends under one label. */
export interface GaleneStream {
  readonly source: string;
  /** A camera with its microphone, or what a program such as OBS sends; else a screen, or a film that is played. */
  readonly isCamera: boolean;
  readonly media: ReadonlySet<'audio' | 'video'>;
  /** Of its last two offers: for a moment after one, the connection still has the description before. */
  readonly fragments: readonly string[];
}

export interface GaleneStreams {
  offered(source: string, offer: Pick<GaleneMessage, 'id' | 'replace' | 'label' | 'sdp'>): void;
  ended(id: string): void;
  /** Somebody is gone, and all that they sent. */
  left(source: string): void;
  clear(): void;
  find(id: string): GaleneStream | undefined;
  of(source: string): readonly GaleneStream[];
  /** The stream that a peer connection with this description carries. */
  by(sdp: string): GaleneStream | undefined;
}

/** Labels of what is no camera. Programs that come by WHIP give none (rtpconn/whipclient.go). */
const shown = ['screenshare', 'video'];

/** The bot's devices that such a stream of its own comes from. */
export const devicesOf = ({ isCamera, media }: GaleneStream): readonly StageDevice[] => {
  if (!isCamera) return media.has('video') ? ['screen'] : [];
  return [...(media.has('audio') ? ['microphone' as const] : []), ...(media.has('video') ? ['camera' as const] : [])];
};

export const createGaleneStreams = (): GaleneStreams => {
  const streams = new BoundedMap<string, GaleneStream>(mostStreams);
  return {
    offered(source, { id, replace, label, sdp }) {
      if (replace !== '') streams.delete(replace);
      const before = streams.get(id);
      const last = before?.source === source ? before.fragments.slice(-1) : [];
      const fragment = fragmentOf(sdp);
      const fragments = [...new Set([...last, ...(fragment === undefined ? [] : [fragment])])];
      streams.set(id, { source, isCamera: !shown.includes(label), media: mediaIn(sdp), fragments });
    },
    ended: (id) => void streams.delete(id),
    find: (id) => streams.get(id),
    left(source) {
      for (const [id, stream] of streams) if (stream.source === source) streams.delete(id);
    },
    clear: () => streams.clear(),
    of: (source) => [...streams.values()].filter((stream) => stream.source === source),
    by(sdp) {
      const fragment = fragmentOf(sdp);
      if (fragment === undefined) return undefined;
      return [...streams.values()].find(({ fragments }) => fragments.includes(fragment));
    },
  };
};
