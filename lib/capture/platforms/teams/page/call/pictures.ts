/** Which source's picture comes by which stream: the page asks for them, and the offer says how streams are called. */
import { BoundedMap } from '../../../../../process/bounded.ts';
import type { ReceivedTrack } from '../../../../programs/page/platform-page.ts';
import type { ChannelNews } from './channel.ts';

const mostStreams = 200;

/** The number that Teams' servers gave a media section (`x-source-streamid`), by its `mid`. Pure. */
export const streamIdsIn = (sdp: string): ReadonlyMap<string, string> =>
  new Map(
    sdp.split(/^(?=m=)/m).flatMap((section) => {
      const value = (name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(section)?.[1];
      const [mid, stream] = [value('mid'), value('x-source-streamid')];
      return mid !== undefined && stream !== undefined ? [[mid, stream] as const] : [];
    }),
  );

export const createPictures = () => {
  const wished = new BoundedMap<string, string>(mostStreams);
  const numbered = new WeakMap<RTCPeerConnection, ReadonlyMap<string, string>>();

  return {
    /** Takes a description before the page hands it to a connection: the browser drops the numbers of streams from it. */
    described(connection: RTCPeerConnection, sdp: string): void {
      numbered.set(connection, streamIdsIn(sdp));
    },
    wish({ stream, source }: ChannelNews['wishes'][number]): void {
      if (source === undefined) wished.delete(stream);
      else wished.set(stream, source);
    },
    /** The source whose picture a track brings. Streams are called `mainVideo-<number>` where the offer says no number. */
    sourceOf({ track, streams, mid, connection }: Pick<ReceivedTrack, 'track' | 'streams' | 'mid' | 'connection'>) {
      if (wished.size === 0) return undefined;
      const named = [...streams, track.id].flatMap((name) => [name, /-(\d+)$/.exec(name)?.[1] ?? name]);
      const ids = [mid === null ? undefined : numbered.get(connection)?.get(mid), ...named];
      const stream = ids.find((id) => id !== undefined && wished.has(id));
      return stream === undefined ? undefined : wished.get(stream);
    },
  };
};
