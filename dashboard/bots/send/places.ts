/** Where bots may be sent from here. */
import { isOperated, platforms } from '../../../lib/domain/meeting/known-platforms.ts';
import { anyOf, faultOfLink, isOff } from '../../../lib/domain/meeting/link-fault.ts';
import { recogniseMeetingLink } from '../../../lib/domain/meeting/meeting-url.ts';
import type { Session } from '../../api/client.ts';

export type Places = Pick<Session, 'meeting_hosts' | 'platforms_off'>;

/** Where there are meetings that bots join. */
export const placesOf = ({ meeting_hosts: hosts, platforms_off }: Places): string =>
  anyOf(
    platforms
      .filter((platform) => !platforms_off.includes(platform))
      .filter((platform) => !isOperated(platform) || (hosts[platform] ?? []).length > 0),
  );

/** Why no bot is sent by a link, as the API would say it; undefined where one is. */
export const faultOfPlace = (link: string, { meeting_hosts, platforms_off }: Places): string | undefined => {
  const found = recogniseMeetingLink(link, meeting_hosts, platforms_off);
  if (!found) return `This is not a link to a meeting: it ${faultOfLink(link, meeting_hosts, platforms_off)}.`;
  return platforms_off.includes(found.platform) ? `The link ${isOff(found.platform)}.` : undefined;
};
