/** Which platform a meeting link belongs to, and its normal form: https, tracking dropped, passcode kept. */

import { isOperated, type OperatedHosts, type Platform, platformsOn } from './known-platforms.ts';
import { holdsLink, plainUrlOf } from './links.ts';
import { type PlatformRow, platformRows } from './platforms.ts';

/** Where the operator lets bots go. */
export interface MeetingPlaces {
  readonly hosts: OperatedHosts;
  /** On whichever hosts. */
  readonly platforms_off: readonly Platform[];
}

export interface MeetingLink {
  readonly url: string;
  readonly platform: Platform;
}

const longest = 2048;

/** Links become https. Only on a port of its own, and in the demo room, a link may stay plain http: an operator may have nothing else there. */
const protocolOf = ({ protocol, port }: URL, platform: Platform): string =>
  platform === 'demo_room' || (port !== '' && isOperated(platform)) ? protocol : 'https:';

/**
 * Recognises a meeting link and answers its normal form; undefined when no supported platform has such links. The normal
 * form of a normal form is the same, and it leads to the host that the client saw: refused are links that hold other
 * links, hide their host, or name a user or a port. Only hosts that the operator lists may have a port. Where it may be of
 * several platforms it is of one that is `off` only if it is of no other.
 */
export const recogniseMeetingLink = (
  text: string,
  operated: OperatedHosts,
  off: readonly Platform[] = [],
): MeetingLink | undefined => {
  const url = text.length <= longest ? plainUrlOf(text.trim()) : undefined;
  if (!url || holdsLink(url)) return undefined;
  const last = (platform: Platform): number => Number(off.includes(platform));
  for (const platform of platformsOn(url.host, operated).toSorted((a, b) => last(a) - last(b))) {
    const { link }: PlatformRow = platformRows[platform];
    const normal = link(url);
    if (normal === undefined) continue;
    const address = new URL(normal, `${protocolOf(url, platform)}//${url.host}`);
    // What was malformed, or in quotes, may be another link once it is put right.
    const isPlain = address.href.length <= longest && !holdsLink(address);
    return isPlain ? { url: address.href, platform } : undefined;
  }
  return undefined;
};
