/** What a meeting shows, for tests that need one look at it. */
import type { MediaView, MeetingView, ParticipantView } from '../../../lib/capture/meeting/view.ts';

/** Somebody in a meeting, known by their name in lower case. */
export const aParticipant = (name = 'Ada', changes: Partial<ParticipantView> = {}): ParticipantView => ({
  id: name.toLowerCase(),
  user_uuid: null,
  name,
  is_host: false,
  is_self: false,
  joined_at_ms: null,
  has_camera: false,
  is_sharing: false,
  ...changes,
});
const self = aParticipant('Notes for Ada', { id: 'self', is_self: true });

/** A track of somebody's that came until a moment, and could be seen or heard until one. */
export const aTrack = (
  kind: MediaView['kind'],
  arrived_ms: number | null,
  came_out_ms: number | null = arrived_ms,
  changes: Partial<MediaView> = {},
): MediaView => ({
  id: `${kind}-1`,
  medium: kind === 'camera' || kind === 'screen' ? 'pictures' : 'sound',
  participant_id: 'ada',
  kind,
  packets: 1,
  bytes: 100,
  frames: 1,
  arrived_ms,
  came_out_ms,
  is_wanted: true,
  is_cut_off: false,
  ...changes,
});

/** A meeting in which the bot is, with these others. */
export const aView = (changes: Partial<MeetingView> = {}, others: readonly ParticipantView[] = []): MeetingView => ({
  phase: 'in_meeting',
  recording: 'allowed',
  participants: [self, ...others],
  captions: [],
  messages: [],
  speech: [],
  last_sound_ms: null,
  media: [],
  breakout: { state: 'none', room_name: null },
  ...changes,
});
