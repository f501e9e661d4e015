/** Sees every media track that the page receives over WebRTC. Runs in the page, before the page's scripts. */

import type { ReceivedTrack } from './platform-page.ts';
import { createRemoteStreams } from './remote-streams.ts';

/**
 * Replaces RTCPeerConnection by a subclass that reports remote tracks: each when it comes, and again when it comes again.
 * Page scripts see the same prototype chain, name and static members, so that their feature detection goes on working.
 * Only connections that the page makes are watched: whatever we connect ourselves uses the constructor as it was before.
 */
export const watchPeerConnections = (onTrack: (received: ReceivedTrack) => void): void => {
  const Native = globalThis.RTCPeerConnection;
  if (!Native) return;
  const known = new WeakMap<MediaStreamTrack, ReceivedTrack>();

  class Watched extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      const streamsOf = createRemoteStreams(this);
      this.addEventListener('track', ({ track, receiver, transceiver }) => {
        const received = known.get(track) ?? {
          track,
          receiver,
          connection: this,
          get mid() {
            return transceiver.mid;
          },
          get streams() {
            return transceiver.mid === null ? [] : streamsOf(transceiver.mid);
          },
        };
        known.set(track, received);
        onTrack(received);
      });
    }
  }
  Object.defineProperty(Watched, 'name', { value: 'RTCPeerConnection' });
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    if (name in globalThis)
      Object.defineProperty(globalThis, name, { value: Watched, configurable: true, writable: true });
  }
};
