/** Which platform a meeting link belongs to, and its normal form: https, tracking dropped, passcode kept. */
import { holdsLink, plainUrlOf } from './links.ts';
import {
  type OperatedHosts,
  type OperatedPlatform,
  operatedLinks,
  operatedPlatforms,
  publicLinks,
} from './meeting-links.ts';

export type { OperatedHosts } from './meeting-links.ts';

export type Platform = (typeof publicLinks)[number]['platform'] | OperatedPlatform;
export const platforms: readonly Platform[] = [...publicLinks.map(({ platform }) => platform), ...operatedPlatforms];

export interface MeetingLink {
  readonly url: string;
  readonly platform: Platform;
}

const longest = 2048;

/** Links become https. Only on a port of its own, and in the demo room, a link may stay plain http: an operator may have nothing else there. */
const protocolOf = ({ protocol, port }: URL, platform: Platform): string =>
  platform === 'demo_room' || (port !== '' && platform in operatedLinks) ? protocol : 'https:';

/**
 * Recognises a meeting link and answers its normal form; undefined when no supported platform has such links. The normal
 * form of a normal form is the same, and it leads to the host that the client saw: refused are links that hold other
 * links, hide their host, or name a user or a port. Only hosts that the operator lists may have a port.
 */
export const recogniseMeetingLink = (text: string, operated: OperatedHosts): MeetingLink | undefined => {
  const url = text.length <= longest ? plainUrlOf(text.trim()) : undefined;
  if (!url || holdsLink(url)) return undefined;
  const candidates: (readonly [Platform, string | undefined])[] = [
    ...publicLinks
      .filter(({ isHost }) => isHost(url.host))
      .map(({ platform, normal }) => [platform, normal(url)] as const),
    ...operatedPlatforms
      .filter((platform) => operated[platform]?.includes(url.host))
      .map((platform) => [platform, operatedLinks[platform](url)] as const),
  ];
  for (const [platform, normal] of candidates) {
    if (normal === undefined) continue;
    const address = new URL(normal, `${protocolOf(url, platform)}//${url.host}`);
    // What was malformed, or in quotes, may be another link once it is put right.
    const isPlain = address.href.length <= longest && !holdsLink(address);
    return isPlain ? { url: address.href, platform } : undefined;
  }
  return undefined;
};
