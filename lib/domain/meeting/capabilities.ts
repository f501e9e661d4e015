/** What meetings let bots know and do, and what that means for those who ask for it. */
import type { Platform } from './meeting-url.ts';

/**
 * What a meeting lets a bot know and do: it differs from platform to platform, and with the way in which it is joined.
 */
export interface MeetingCapabilities {
  /**
   * How people's voices come: each by a track of its own; by a few lines whose owner changes from moment to moment; mixed
   * into one; or only as what the page sounds like.
   */
  readonly voices: 'track_per_person' | 'shared_lines' | 'one_mix' | 'sound_of_page';
  /** How their pictures come: each by a track of its own, only as what the page looks like, or of whoever speaks. */
  readonly pictures: 'track_per_person' | 'page' | 'speaker';
  /** The page, where that is what pictures come as, can be had to show people in a gallery. */
  readonly gallery?: true;
  /** Whether it writes down what is said: in a language that a bot can choose, or where something on its server does. */
  readonly captions: boolean | 'with_captioner';
  /** To whom a bot can write: to nobody, to everyone, or to single people as well. */
  readonly chat: 'none' | 'everyone' | 'private';
  /** Whether recording has to be granted by somebody in the meeting. */
  readonly recording_permission: boolean;
  /** Whether a bot may go into breakout rooms: it is invited, or `moved` there and back without being asked. */
  readonly breakout_rooms: boolean | 'moved';
  /** Whether it tells who its hosts are. */
  readonly hosts: boolean;
  /** Whose ids outlive a visit, and so tell the same person in another meeting: nobody's where it is absent. */
  readonly lasting_ids?: 'of_accounts' | 'with_token' | 'of_everybody';
  /** Whether a bot can say whose cameras it wants, and how large. */
  readonly camera_wishes: boolean;
  /** The bot is no participant, and nobody knows that it is there. */
  readonly unseen?: true;
  /** It takes one client at a time: a worker that relieves another one comes in once that one is gone. */
  readonly one_client?: true;
  /** The meeting itself holds back what it shows now and then; nobody else pauses its recording. */
  readonly pauses?: true;
}

/** Whether people can be heard one by one: by tracks of their own, or in turn by lines whose owner is known at each moment. */
export const tellsVoicesApart = ({ voices }: Pick<MeetingCapabilities, 'voices'>): boolean =>
  voices === 'track_per_person' || voices === 'shared_lines';

/** Most forward a track of each person, write nothing down, and let people write to one another. */
const most = {
  voices: 'track_per_person',
  pictures: 'track_per_person',
  captions: false,
  chat: 'private',
  recording_permission: false,
  breakout_rooms: false,
  hosts: true,
  camera_wishes: false,
} satisfies MeetingCapabilities;
const asks = { recording_permission: true, breakout_rooms: true } as const;

/** Of the meetings that bots join by their page. */
export const capabilitiesOf: Readonly<Record<Platform, MeetingCapabilities>> = {
  google_meet: { ...most, captions: true, voices: 'shared_lines', chat: 'everyone' },
  zoom: { ...most, ...asks, captions: true, voices: 'sound_of_page', pictures: 'page', gallery: true },
  teams: { ...most, captions: true, voices: 'one_mix', chat: 'everyone', lasting_ids: 'of_accounts' },
  jitsi: {
    ...most,
    captions: 'with_captioner',
    breakout_rooms: 'moved',
    lasting_ids: 'with_token',
    camera_wishes: true,
  },
  galene: { ...most, captions: 'with_captioner', camera_wishes: true },
  livekit: { ...most, chat: 'everyone', hosts: false, lasting_ids: 'of_everybody' },
  demo_room: { ...most, ...asks, captions: true, camera_wishes: true },
};
