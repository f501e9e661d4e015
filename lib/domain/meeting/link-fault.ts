/** What is wrong with a text that is no meeting link, as a sentence that says what to send instead. */

import { isOperated, type OperatedHosts, operatedPlatforms, type Platform, platforms } from './known-platforms.ts';
import { holdsLink, plainUrlOf } from './links.ts';
import { recogniseMeetingLink } from './meeting-url.ts';
import { platformNames } from './platform-names.ts';

/** As in: Google Meet, Zoom, Teams or the demo room. */
export const anyOf = (names: readonly Platform[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    names.map((name) => platformNames[name].title.replace(/^(?=[a-z])/, 'the ')),
  );

/** Nobody is sent to a platform that is switched off. */
const inGeneral = (off: readonly Platform[]): string => {
  const on = platforms.filter((platform) => !off.includes(platform));
  const known = on.filter((platform) => !isOperated(platform));
  const operated = on.filter(isOperated);
  const places = [
    ...(known.length > 0 ? [`of ${anyOf(known)}`] : []),
    ...(operated.length > 0 ? [`of ${anyOf(operated)} on a host that the operator has listed`] : []),
  ];
  return `must be a link to a meeting ${places.join(', or ')}`.trimEnd();
};

const isOf = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

interface HostRow {
  readonly isHost: (host: string) => boolean;
  /** Absent where it holds for the whole host. */
  readonly path?: RegExp;
  readonly says: string;
}

const registrants = 'is where people register for a meeting: register the bot, and send the link that registrants get';

/** The first that fits counts. */
const rows: readonly HostRow[] = [
  {
    isHost: (host) => ['zoomgov.com', 'teams.microsoft.us', 'teams.eaglex.ic.gov'].some((one) => isOf(host, one)),
    says: 'is of a cloud for governments, whose meetings bots do not join',
  },
  { isHost: (host) => isOf(host, 'zoom.us'), path: /^\/(?:meeting|webinar)\/register\//, says: registrants },
  { isHost: (host) => host === 'events.zoom.us', says: registrants },
  {
    isHost: (host) => isOf(host, 'zoom.us'),
    says: 'is on a host of Zoom, but is no invitation: one is like https://zoom.us/j/1234567890?pwd=…, with a number of 9 to 11 digits',
  },
  {
    isHost: platformNames.teams.isHost,
    says: 'is on a host of Teams, but is no invitation: one is like https://teams.microsoft.com/meet/2345678901234?p=… or https://teams.microsoft.com/l/meetup-join/…, copied whole',
  },
  {
    isHost: (host) => host === 'meet.google.com',
    path: /^\/lookup\//,
    says: 'is a name of a meeting that only its organisation can look up: open it, and send the address that it leads to',
  },
  {
    isHost: (host) => host === 'meet.google.com',
    says: 'is on the host of Google Meet, but is no invitation: one is like https://meet.google.com/abc-defg-hij',
  },
];

const onListedHost = ({ host }: URL, hosts: OperatedHosts): string | undefined => {
  const found = operatedPlatforms.filter((platform) => hosts[platform]?.includes(host));
  return found.length === 0
    ? undefined
    : `is on a host that the operator has listed, but is no invitation: there one ends in ${found.map((platform) => platformNames[platform].way).join(', or ')}`;
};

const apps = /^(?:zoommtg|zoomus|msteams|ms-teams|org\.jitsi\.meet):/i;

/** A link that stands in a text, without what a sentence, a mail or a chat puts around it. */
const standingIn = (text: string): string | undefined =>
  /https?:\/\/[^\s<>"'`()[\]{}|\\^\p{Cc}\p{Cf}]+/iu.exec(text)?.[0].replace(/[.,;:!?*_]+$/, '');

/** For a text that `recogniseMeetingLink` does not recognise. */
export const faultOfLink = (given: string, hosts: OperatedHosts, off: readonly Platform[] = []): string => {
  const text = given.trim();
  if (apps.test(text)) return 'opens an app: send the link of the invitation, which begins with https://';
  const isMeeting = (link: string | undefined): boolean =>
    link !== undefined && recogniseMeetingLink(link, hosts) !== undefined;
  const meant = recogniseMeetingLink(`https://${text}`, hosts);
  // The room of one machine has no TLS of its own.
  if (meant?.platform === 'demo_room') return 'must begin with http:// or https://';
  if (meant) return 'must begin with https://';
  if (isMeeting(standingIn(text))) return 'must be the link alone, without what stands before or behind it';
  const url = plainUrlOf(text);
  if (!url) return /^https?:\/\/\S+\s/i.test(text) ? 'must have no blanks in it' : inGeneral(off);
  if (holdsLink(url)) return 'holds another link: send the address of the meeting itself, to which that leads';
  const row = rows.find(({ isHost, path }) => isHost(url.hostname) && (path?.test(url.pathname) ?? true));
  return row?.says ?? onListedHost(url, hosts) ?? inGeneral(off);
};

/** For a link of a platform into whose meetings the operator sends no bots. */
export const isOff = (platform: Platform): string =>
  `is of ${platform}, which the operator has switched off (PLATFORMS_OFF, or platformsOff where it is deployed)`;
