/** Meetings that are pages, each in a browser of its own. */
import { type BrowserMeetings, browserMeetings } from '../capture/browser/browser-meeting.ts';
import type { MeetingOpener } from '../capture/meeting/meeting.ts';
import { adapters } from '../capture/platforms/index.ts';
import type { OperatedHosts } from '../domain/meeting/known-platforms.ts';
import { isListed } from './listed-meetings.ts';
import { operated } from './operated.ts';

export interface MeetingHome {
  /** From where browsers come, if not each by itself. */
  readonly launch?: BrowserMeetings['launch'];
  /** The hosts that the operator lists: a meeting may lead its bot on to another one of its platform. */
  readonly hosts?: OperatedHosts;
}

/** How its page is read and used is decided by the platform that the link was recognised as belonging to. */
export const openMeetings = ({ launch, hosts = {} }: MeetingHome = {}): MeetingOpener => {
  const settings = { ...operated.parse(process.env), ...(launch && { launch }) };
  return {
    open(request) {
      const { platform } = request;
      return browserMeetings({
        platform: adapters[platform],
        isListed: (url) => isListed(hosts, platform, url),
        ...settings,
      }).open(request);
    },
  };
};
