/**
 * The platforms whose meetings bots join in a browser, one row each: how its links look, and what its meetings let bots do, with
 * its name. Everything that depends on a platform asks this table, or the platform's folder in `lib/capture/platforms`;
 * docs/extending.md says how to add one.
 */
import type { MeetingCapabilities } from './capabilities.ts';
import type { Platform } from './known-platforms.ts';
import { demoRoomLink, galeneLink, googleMeetLink, jitsiLink, liveKitLink, zoomLink } from './meeting-links.ts';
import { teamsLink } from './teams-links.ts';

export interface PlatformRow {
  /** From an address on one of its hosts to the normal form, relative to that host; undefined for what is no invitation. */
  readonly link: (url: URL) => string | undefined;
  readonly capabilities: MeetingCapabilities;
}

/** Most forward a track of each person, and let people write to one another. */
const most = {
  voices: 'track_per_person',
  pictures: 'track_per_person',
  chat: 'private',
  recording_permission: false,
  breakout_rooms: false,
  hosts: true,
  camera_wishes: false,
} as const satisfies Omit<MeetingCapabilities, 'captions'>;
const asks = { recording_permission: true, breakout_rooms: true } as const;

export const platformRows = {
  google_meet: {
    link: googleMeetLink,
    capabilities: { ...most, captions: true, voices: 'shared_lines', chat: 'everyone' },
  },
  zoom: {
    link: zoomLink,
    capabilities: { ...most, ...asks, captions: true, voices: 'sound_of_page', pictures: 'page', gallery: true },
  },
  teams: {
    link: teamsLink,
    capabilities: { ...most, captions: true, voices: 'one_mix', chat: 'everyone', lasting_ids: 'of_accounts' },
  },
  jitsi: {
    link: jitsiLink,
    capabilities: {
      ...most,
      captions: 'with_captioner',
      breakout_rooms: 'moved',
      lasting_ids: 'with_token',
      camera_wishes: true,
    },
  },
  galene: {
    link: galeneLink,
    capabilities: { ...most, captions: 'with_captioner', camera_wishes: true },
  },
  livekit: {
    link: liveKitLink,
    capabilities: {
      ...most,
      captions: 'with_captioner',
      chat: 'everyone',
      hosts: false,
      lasting_ids: 'of_everybody',
      camera_wishes: true,
    },
  },
  demo_room: {
    link: demoRoomLink,
    capabilities: { ...most, ...asks, captions: true, camera_wishes: true },
  },
} as const satisfies Record<Platform, PlatformRow>;
