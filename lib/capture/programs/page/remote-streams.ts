/** Which streams the other side of a connection sends each of its tracks in. */

/**
 * The ids of the streams by the mid of their track, as a session description tells them: `a=msid` of a media section (RFC
 * 8830), or of one of its sources (RFC 5576), which older servers write. Pure.
 */
export const streamsByMid = (sdp: string): ReadonlyMap<string, readonly string[]> => {
  const [, ...sections] = sdp.split(/^m=/m);
  return new Map(
    sections.flatMap((section) => {
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1];
      const streams = [...section.matchAll(/^a=(?:ssrc:\d+ )?msid:(\S+)/gm)].flatMap(([, stream]) => stream ?? []);
      return mid === undefined ? [] : [[mid, [...new Set(streams)].filter((stream) => stream !== '-')] as const];
    }),
  );
};

/**
 * Answers for a mid of the connection, as it is described at that moment. A track keeps its object while the other side
 * sends it in another stream, and no event of a connection tells so.
 */
export const createRemoteStreams = (connection: RTCPeerConnection): ((mid: string) => readonly string[]) => {
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  connection.addEventListener('signalingstatechange', () => {
    known = undefined;
  });
  return (mid) => {
    known ??= streamsByMid(connection.remoteDescription?.sdp ?? '');
    return known.get(mid) ?? [];
  };
};
