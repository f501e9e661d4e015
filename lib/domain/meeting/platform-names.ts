/**
 * What people call each platform, and on which hosts it has its meetings. Who lists meetings loads no more than this of a platform;
 * its row in `platforms.ts` has the rest.
 */

interface PlatformName {
  /** What people call it; a common noun begins with a small letter. */
  readonly title: string;
}

/** Everybody knows its hosts. */
interface PublicPlatformName extends PlatformName {
  readonly isHost: (host: string) => boolean;
}

/** It is on hosts that operators list: there its links end in this way. */
export interface OperatedPlatformName extends PlatformName {
  readonly way: string;
}

const teamsHosts: readonly string[] = ['teams.microsoft.com', 'teams.live.com', 'teams.cloud.microsoft'];

export const platformNames = {
  google_meet: { title: 'Google Meet', isHost: (host) => host === 'meet.google.com' },
  /** Its cloud for governments, and Microsoft's, are not among the hosts. */
  zoom: { title: 'Zoom', isHost: (host) => host === 'zoom.us' || host.endsWith('.zoom.us') },
  teams: { title: 'Teams', isHost: (host) => teamsHosts.includes(host) },
  jitsi: { title: 'Jitsi Meet', way: '/room or /tenant/room' },
  galene: { title: 'Galène', way: '/group/name' },
  livekit: { title: 'LiveKit', way: '/rooms/name' },
  demo_room: { title: 'demo room', way: '/room/name' },
} as const satisfies Record<string, PublicPlatformName | OperatedPlatformName>;
