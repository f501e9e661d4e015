/**
 * A media server of tests that is reached on this machine alone, and is ICE-lite, as servers may be (RFC 8445, 2.5). A full agent
 * takes whoever has answered none of its checks in time for half a minute for gone (RFC 7675), and sends nothing more for ever;
 * on a busy machine everybody's answers come late.
 */
import type { RTCPeerConnection } from 'werift';

export const lite = {
  iceServers: [],
  iceUseIpv6: false,
  iceAdditionalHostAddresses: ['127.0.0.1'],
  iceLite: true,
};

/** What a connection is described by. That it is lite is said for all of it (RFC 8839, 5.3), where browsers look for it. */
export const descriptionOf = ({ localDescription }: RTCPeerConnection): string =>
  (localDescription?.sdp ?? '').replace('\r\nm=', '\r\na=ice-lite\r\nm=');
