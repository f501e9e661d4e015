/** Sees every media track that the page receives over WebRTC. Runs in the page, before the page's scripts. */

/**
 * Replaces RTCPeerConnection by a subclass that reports remote tracks, once each. Page scripts see the same prototype
 * chain, name and static members, so that their feature detection goes on working. Only connections that the page makes
 * are watched: whatever we connect ourselves uses the constructor as it was before.
 */
export const watchPeerConnections = (onTrack: (track: MediaStreamTrack, receiver: RTCRtpReceiver) => void): void => {
  const Native = globalThis.RTCPeerConnection;
  if (!Native) return;
  const seen = new WeakSet<MediaStreamTrack>();

  class Watched extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track, receiver }) => {
        if (seen.has(track)) return;
        seen.add(track);
        onTrack(track, receiver);
      });
    }
  }
  Object.defineProperty(Watched, 'name', { value: 'RTCPeerConnection' });
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    if (name in globalThis)
      Object.defineProperty(globalThis, name, { value: Watched, configurable: true, writable: true });
  }
};
