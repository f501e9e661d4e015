/** What a meeting shows, for tests that need one look at it. */
import type { MeetingView, ParticipantView } from '../../../lib/capture/meeting/view.ts';

/** Somebody in a meeting, known by their name in lower case. */
export const aParticipant = (name = 'Ada', changes: Partial<ParticipantView> = {}): ParticipantView => ({
  id: name.toLowerCase(),
  user_uuid: null,
  name,
  is_host: false,
  is_self: false,
  joined_at_ms: null,
  has_camera: true,
  is_sharing: false,
  ...changes,
});
const self = aParticipant('Notes for Ada', { id: 'self', is_self: true });

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
