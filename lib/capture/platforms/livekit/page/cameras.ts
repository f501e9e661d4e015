/**
 * Whose cameras the bot would see, and how large, as LiveKit's server is asked for them. Where the page takes pictures as large as
 * it shows them (`adaptiveStream`), it asks too, and the last word counts (UpdateSubscriberSettings in rtc/subscribedtrack.go of
 * livekit-server, which waits a moment before it sends less): the bot's is said again after each of the page's. Pure but for its
 * memory.
 */

import type { TapListener } from '../../../programs/page/taps/tap.ts';
import type { CameraSizes } from '../../../programs/protocol/people.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { type WrittenFields, writeProto } from '../../page/protobuf-writer.ts';
import { longestName } from '../../page/short-text.ts';
import type { RoomMember } from './roster.ts';
import { request, response, streamState, streamStates, trackSettings, trackSource, videoQuality } from './wire.ts';

const mostTracks = 5_000;

const settings = {
  large: { [trackSettings.width]: 1_280, [trackSettings.height]: 720 },
  small: { [trackSettings.width]: 320, [trackSettings.height]: 180 },
  none: { [trackSettings.disabled]: 1 },
  // To be read, however small the page itself shows it.
  screen: { [trackSettings.quality]: videoQuality.high },
} as const satisfies Record<string, WrittenFields>;
type Wish = keyof typeof settings;

/** By track. */
const wishesFor = (sizes: CameraSizes, members: readonly RoomMember[]): ReadonlyMap<string, Wish> =>
  new Map(
    members.flatMap(({ identity, tracks }) =>
      tracks.flatMap(({ sid, source }): [string, Wish][] => {
        if (source === trackSource.screen) return [[sid, 'screen']];
        const size = source === trackSource.camera ? sizes[identity] : undefined;
        return size ? [[sid, size]] : [];
      }),
    ),
  );

export interface LiveKitCameras {
  /** The page opens a socket: from when the server has let it in, cameras are asked for by `send`, and no more by the socket before. */
  connect(send: (bytes: Uint8Array<ArrayBuffer>) => void): TapListener;
  /** Asked for anew at each look: who sends what changes too. */
  want(sizes: CameraSizes): void;
}

export const createLiveKitCameras = (members: () => readonly RoomMember[]): LiveKitCameras => {
  let latest: TapListener | undefined;
  let ask: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined;
  let sizes: CameraSizes | undefined;
  let told = new Map<string, Wish>();

  const tell = (): void => {
    if (!ask || !sizes) return;
    const wishes = wishesFor(sizes, members());
    const fresh = Map.groupBy(
      [...wishes].filter(([sid, wish]) => told.get(sid) !== wish),
      ([, wish]) => wish,
    );
    told = new Map(wishes);
    for (const [wish, tracks] of fresh) {
      const sids = tracks.map(([sid]) => sid);
      ask(writeProto({ [request.trackSettings]: writeProto({ [trackSettings.tracks]: sids, ...settings[wish] }) }));
    }
  };

  const tellAgain = (sids: Iterable<string> = told.keys()): void => {
    for (const sid of sids) told.delete(sid);
    tell();
  };

  const hearServer = (message: ProtoMessage, send: (bytes: Uint8Array<ArrayBuffer>) => void): void => {
    if ([response.join, response.reconnect, response.roomMoved].some((field) => message.bytes(field))) {
      ask = send;
      tellAgain();
    }
    // Where pages say how large they show pictures, it forgets of what it begins to send that it was not wanted (Bound, in
    // rtc/subscribedtrack.go). That is then another wish than it holds, and counts; one that it still holds it passes over.
    const states = message.message(response.streamStates)?.messages(streamStates.states, mostTracks) ?? [];
    if (states.length > 0) tellAgain(states.map((state) => state.text(streamState.track, longestName)));
  };

  const hearPage = (message: ProtoMessage): void => {
    // When it comes back, the page says of all tracks at once which it does without.
    if (message.bytes(request.syncState)) tellAgain();
    const asked = message.message(request.trackSettings);
    if (asked) tellAgain(asked.texts(trackSettings.tracks, mostTracks, longestName));
  };

  return {
    connect(send) {
      ask = undefined;
      const hear: TapListener = ({ from, bytes, left_out }) => {
        const message = latest === hear ? ProtoMessage.read(bytes) : undefined;
        if (!message) return;
        if (left_out > 0) told.clear();
        if (from === 'page') hearPage(message);
        else hearServer(message, send);
      };
      latest = hear;
      return hear;
    },
    want(wanted) {
      sizes = wanted;
      tell();
    },
  };
};
