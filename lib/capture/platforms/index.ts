/** Which platform a meeting's address belongs to. */
import { demoRoom } from './demo-room/index.ts';
import type { MeetingPlatform } from './platform.ts';

const rules: readonly { readonly matches: (url: URL) => boolean; readonly platform: MeetingPlatform }[] = [
  { matches: ({ pathname }) => /^\/room\/[^/]+\/?$/.test(pathname), platform: demoRoom },
];

/** The platform of an address, or undefined when no adapter knows it. */
export const platformOf = (meeting_url: string): MeetingPlatform | undefined => {
  const url = URL.parse(meeting_url);
  return url ? rules.find(({ matches }) => matches(url))?.platform : undefined;
};
