/** The meeting that the canary is led through, by its link. */

import { platforms, platformsOn } from '../../lib/domain/meeting/known-platforms.ts';
import { faultOfLink } from '../../lib/domain/meeting/link-fault.ts';
import { type MeetingLink, recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';

const ownHosts = 'on a host of your own, say whose it is: --platform jitsi, galene or livekit';

/** Of a host of one's own, `--platform` says whose meetings it has. @throws Error that says what to give instead */
export const meetingLinkOf = (given: string, platform?: string): MeetingLink => {
  const known = platforms.find((one) => one === platform);
  if (platform !== undefined && !known) throw new Error(`--platform is one of ${platforms.join(', ')}`);
  const host = URL.parse(given.trim())?.host ?? '';
  const link = recogniseMeetingLink(given, { [known ?? 'demo_room']: [host] });
  if (link && known && link.platform !== known) throw new Error(`the link is one of ${link.platform}`);
  if (link) return link;
  const fault = `the link ${faultOfLink(given, known ? { [known]: [host] } : {})}`;
  const mayBeOwn = !known && host !== '' && platformsOn(host, {}).length === 0;
  throw new Error(mayBeOwn ? `${fault}; ${ownHosts}` : fault);
};
