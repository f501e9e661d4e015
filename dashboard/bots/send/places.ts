/** Where bots may be sent from here. */
import { isOperated, platforms } from '../../../lib/domain/meeting/known-platforms.ts';
import { faultOfLink, isOff } from '../../../lib/domain/meeting/link-fault.ts';
import { recogniseMeetingLink } from '../../../lib/domain/meeting/meeting-url.ts';
import { platformNames } from '../../../lib/domain/meeting/platform-names.ts';
import type { Session } from '../../api/client.ts';

export type Places = Pick<Session, 'meeting_hosts' | 'platforms_off'>;

/** Where there are meetings that bots join, as in: Google Meet, Zoom, Teams or the demo room. */
export const placesOf = ({ meeting_hosts: hosts, platforms_off }: Places): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    platforms
      .filter((platform) => !platforms_off.includes(platform))
      .filter((platform) => !isOperated(platform) || (hosts[platform] ?? []).length > 0)
      .map((platform) => platformNames[platform].title.replace(/^(?=[a-z])/, 'the ')),
  );

/** Why no bot is sent by a link, as the API would say it; undefined where one is. */
export const faultOfPlace = (link: string, { meeting_hosts, platforms_off }: Places): string | undefined => {
  const found = recogniseMeetingLink(link, meeting_hosts, platforms_off);
  if (!found) return `This is not a link to a meeting: it ${faultOfLink(link, meeting_hosts, platforms_off)}.`;
  return platforms_off.includes(found.platform) ? `The link ${isOff(found.platform)}.` : undefined;
};
