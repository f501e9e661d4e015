/** What meetings let bots know and do, and what that means for those who ask for it. */

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
