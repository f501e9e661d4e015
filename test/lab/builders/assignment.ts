/** What a capture session is told to do. */
import type { CaptureAssignment } from '../../../lib/capture/session/ports.ts';
import { AutomaticLeaveSettings } from '../../../lib/domain/bot/settings.ts';

export const anAssignment = (changes: Partial<CaptureAssignment> = {}): CaptureAssignment => ({
  project_id: 'prj_00000000000000000000000000',
  bot_id: 'bot_00000000000000000000000000',
  meeting_url: 'http://127.0.0.1/room/none',
  platform: 'demo_room',
  bot_name: 'Notes for Ada',
  join_at: new Date(0),
  recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '720p' },
  automatic_leave_settings: AutomaticLeaveSettings.parse({}),
  attempt: 1,
  ...changes,
});

/** Tells a worker nothing: it ends by itself, or with the test. */
export const neverStopped = new AbortController().signal;
