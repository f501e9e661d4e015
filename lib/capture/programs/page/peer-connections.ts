/** Sees what the page receives over WebRTC: media tracks, and data channels. Runs in the page, before the page's scripts. */

import type { ReceivedTrack } from './platform-page.ts';
import { createRemoteStreams } from './remote-streams.ts';
import type { TappableChannel } from './taps/channels.ts';

export interface ConnectionListener {
  /** A remote track has come, or come again. */
  onTrack(received: ReceivedTrack): void;
  /** Absent where nobody listens to data channels. */
  readonly onChannel?: ((channel: RTCDataChannel, opened_by: TappableChannel['opened_by']) => void) | undefined;
}

/**
 * Replaces RTCPeerConnection by a subclass that reports remote tracks, and data channels of both sides. Page scripts see
 * the same prototype chain, name and static members, so that their feature detection goes on working.
 * Only connections that the page makes are watched: whatever we connect ourselves uses the constructor as it was before.
 */
export const watchPeerConnections = ({ onTrack, onChannel }: ConnectionListener): void => {
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
      if (onChannel) this.addEventListener('datachannel', ({ channel }) => onChannel(channel, 'other'));
    }
  }
  if (onChannel) {
    Watched.prototype.createDataChannel = function (...input) {
      const channel = Native.prototype.createDataChannel.apply(this, input);
      onChannel(channel, 'page');
      return channel;
    };
  }
  Object.defineProperty(Watched, 'name', { value: 'RTCPeerConnection' });
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    if (name in globalThis)
      Object.defineProperty(globalThis, name, { value: Watched, configurable: true, writable: true });
  }
};
