/** Leaves it to the browser to decode what people say. Runs in the page, before its scripts. */

/**
 * Where browsers offer pages the encoded frames of what they receive, Google Meet takes those of people's sound and decodes it
 * itself: tracks then carry nothing, no packet is counted as anybody's, and all voices come out as one. It asks once, as it
 * starts (Meeting-BaaS/meet-teams-bot#290 and #301, 2026-08: about half of its meetings).
 */
export const haveBrowserDecode = (): void => {
  if (globalThis.RTCRtpReceiver) Reflect.deleteProperty(RTCRtpReceiver.prototype, 'createEncodedStreams');
};
