/**
 * Meetings at hosts that only the operator can name are joined while they are named, and those of any platform while the operator
 * has not switched it off: a bot may have been sent there before.
 */
import { PlatformNotSupportedError } from '../capture/meeting/errors.ts';
import type { MeetingOpener } from '../capture/meeting/meeting.ts';
import { isOperated, type OperatedHosts, type Platform } from '../domain/meeting/known-platforms.ts';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';

/** Whether the operator names a host of meetings of a platform, of which nobody else could. */
export const isListed = (hosts: OperatedHosts, platform: Platform, { host }: URL): boolean =>
  isOperated(platform) && hosts[platform]?.includes(host) === true;

export const listedMeetings = (meetings: MeetingOpener, { hosts, platforms_off }: MeetingPlaces): MeetingOpener => ({
  async open(request) {
    if (platforms_off.includes(request.platform))
      throw new PlatformNotSupportedError(`the operator has switched off ${request.platform} meanwhile`);
    const url = new URL(request.meeting_url);
    if (!isOperated(request.platform) || isListed(hosts, request.platform, url)) return meetings.open(request);
    throw new PlatformNotSupportedError(`the operator does not list ${url.host} among the hosts of meetings any more`);
  },
});
