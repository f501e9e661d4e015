/** Which platform a meeting link belongs to, and its normal form: https, tracking dropped, passcode kept. */
export const platforms = ['google_meet', 'zoom', 'teams', 'jitsi', 'galene', 'demo_room'] as const;
export type Platform = (typeof platforms)[number];

export interface MeetingLink {
  readonly url: string;
  readonly platform: Platform;
}

/** Hosts that only the operator of this installation can know, as `host` or `host:port`. */
export interface OperatedHosts {
  readonly jitsi?: readonly string[];
  readonly galene?: readonly string[];
  readonly demo_room?: readonly string[];
}

interface Recogniser {
  readonly platform: Platform;
  readonly hosts: (host: string, operated: OperatedHosts) => boolean;
  readonly path: RegExp;
  /** Query parameters that are part of the address; all others are dropped. */
  readonly keep: readonly string[];
}

const under = (domain: string) => (host: string) => host === domain || host.endsWith(`.${domain}`);
const operatedBy =
  (platform: keyof OperatedHosts) =>
  (host: string, operated: OperatedHosts): boolean =>
    operated[platform]?.includes(host) ?? false;

const recognisers: readonly Recogniser[] = [
  {
    platform: 'google_meet',
    hosts: (host) => host === 'meet.google.com',
    path: /^\/[a-z]{3}-[a-z]{4}-[a-z]{3}\/?$/,
    keep: [],
  },
  {
    platform: 'zoom',
    hosts: under('zoom.us'),
    path: /^\/(?:(?:j|w|s)\/\d{9,11}|my\/[\w.-]+|wc\/(?:join\/)?\d{9,11}(?:\/(?:join|start))?)\/?$/,
    keep: ['pwd', 'tk'],
  },
  {
    platform: 'teams',
    hosts: (host) => host === 'teams.microsoft.com' || host === 'teams.live.com',
    path: /^\/(?:l\/meetup-join\/[^/]+(?:\/\d+)?|meet\/\d+)\/?$/,
    keep: ['context', 'p'],
  },
  { platform: 'jitsi', hosts: operatedBy('jitsi'), path: /^\/[^/]+(?:\/[^/]+)?\/?$/, keep: ['jwt'] },
  { platform: 'galene', hosts: operatedBy('galene'), path: /^\/group\/[^?]+$/, keep: ['token'] },
  { platform: 'demo_room', hosts: operatedBy('demo_room'), path: /^\/room\/[\w-]+\/?$/, keep: [] },
];

/**
 * Recognises a meeting link and answers its normal form, or undefined when no supported platform has such links.
 * Plain http stays http only on hosts that the operator lists (the demo room of a single machine).
 */
export const recogniseMeetingLink = (text: string, operated: OperatedHosts): MeetingLink | undefined => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) return undefined;
  const found = recognisers.find(({ hosts, path }) => hosts(url.host, operated) && path.test(url.pathname));
  if (!found) return undefined;
  if (!(found.platform in operated)) url.protocol = 'https:';
  for (const name of [...url.searchParams.keys()]) if (!found.keep.includes(name)) url.searchParams.delete(name);
  url.hash = '';
  return { url: url.toString(), platform: found.platform };
};
