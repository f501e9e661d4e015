/** A piece of speech that waits to be transcribed, changed only where the test says so. */
import type { SpeechPiece } from '../../../lib/domain/transcription/speech.ts';

export const aSpeechPiece = (details: Partial<SpeechPiece> = {}): SpeechPiece => ({
  project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
  bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  piece_id: '01KJNWKZ00ABCDEFGHJKMNPQRS',
  sample_rate: 16_000,
  provider: 'custom_async',
  parameters: { language: 'de' },
  capture_attempt: 1,
  failures: 0,
  not_before: '2026-03-02T09:00:00.000Z',
  speaker_name: 'Maya',
  speaker_uuid: 'p-1',
  speaker_user_uuid: null,
  speaker_is_host: true,
  timestamp_ms: 1_772_442_000_000,
  duration_ms: 1800,
  ...details,
});
