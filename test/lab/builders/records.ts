/** Things to test with: complete, plausible, and changed only where the test says so. */
import type { Bot, BotEvent } from '../../../lib/domain/bot/bot.ts';
import { AutomaticLeaveSettings, RecordingSettings } from '../../../lib/domain/bot/settings.ts';
import type { ChatMessage, Participant, ParticipantEvent, Utterance } from '../../../lib/domain/captured/captured.ts';
import type { Recording } from '../../../lib/domain/captured/recording.ts';
import { defaultTranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import type { WebhookSubscription } from '../../../lib/domain/webhook/webhook-subscription.ts';
import type { CreateBotInput } from '../../../lib/usecases/bots/new-bot-input.ts';

export const aBotEvent = (details: Partial<BotEvent> = {}): BotEvent => ({
  type: 'join_requested',
  sub_type: null,
  created_at: '2026-03-02T09:00:00.000Z',
  state: 'joining',
  ...details,
});

export const aBot = (details: Partial<Bot> = {}): Bot => ({
  id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
  meeting_url: 'https://meet.example.com/room/daily',
  platform: 'demo_room',
  bot_name: 'Notes',
  state: 'joining',
  events: [aBotEvent()],
  transcription_state: 'not_started',
  recording_state: 'not_started',
  join_at: '2026-03-02T09:00:00.000Z',
  deduplication_key: null,
  metadata: { customer: 'acme' },
  webhooks: [],
  recording_settings: RecordingSettings.parse({}),
  transcription_settings: defaultTranscriptionSettings,
  automatic_leave_settings: AutomaticLeaveSettings.parse({}),
  schedule_version: 1,
  version: 1,
  ...details,
});

export const aRecording = (details: Partial<Recording> = {}): Recording => ({
  key: 'k',
  format: 'mp4',
  start_timestamp_ms: 0,
  duration_ms: 1,
  size_bytes: 1,
  parts: [],
  ...details,
});

/** What a client asks for, parsed. */
export const aBotInput = (details: Partial<CreateBotInput> = {}): CreateBotInput => ({
  meeting_url: 'https://meet.example.com/room/daily',
  bot_name: 'Notes',
  metadata: { customer: 'acme' },
  deduplication_key: null,
  webhooks: [],
  recording_settings: RecordingSettings.parse({}),
  transcription_settings: defaultTranscriptionSettings,
  automatic_leave_settings: AutomaticLeaveSettings.parse({}),
  ...details,
});

export const aParticipant = (details: Partial<Participant> = {}): Participant => ({
  participant_name: 'Maya',
  participant_uuid: 'p-1',
  participant_user_uuid: null,
  participant_is_host: true,
  joined_at_ms: 1_772_442_000_000,
  left_at_ms: null,
  is_present: true,
  ...details,
});

export const anUtterance = (details: Partial<Utterance> = {}): Utterance => ({
  speaker_name: 'Maya',
  speaker_uuid: 'p-1',
  speaker_user_uuid: null,
  speaker_is_host: true,
  timestamp_ms: 1_772_442_000_000,
  duration_ms: 1800,
  transcription: { transcript: 'Good morning.' },
  ...details,
});

export const aParticipantEvent = (details: Partial<ParticipantEvent> = {}): ParticipantEvent => ({
  id: 'evt_01KJNWKZ00ABCDEFGHJKMNPQRS',
  participant_name: 'Maya',
  participant_uuid: 'p-1',
  participant_user_uuid: null,
  participant_is_host: true,
  event_type: 'join',
  event_data: {},
  timestamp_ms: 1_772_442_000_000,
  ...details,
});

export const aChatMessage = (details: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'msg_01KJNWKZ00ABCDEFGHJKMNPQRS',
  text: 'hello',
  timestamp: 1_772_442_000,
  timestamp_ms: '1772442000000',
  to: 'everyone',
  sender_name: 'Maya',
  sender_uuid: 'p-1',
  sender_user_uuid: null,
  additional_data: {},
  ...details,
});

export const aSubscription = (details: Partial<WebhookSubscription> = {}): WebhookSubscription => ({
  id: 'whs_01KJNWKZ00ABCDEFGHJKMNPQRS',
  url: 'https://hooks.example.com/project',
  triggers: ['bot.state_change'],
  state: 'enabled',
  disabled_reason: null,
  secrets: [{ sealed: 'sealed', created_at: '2026-03-02T08:00:00.000Z', valid_until: null }],
  created_at: '2026-03-02T08:00:00.000Z',
  ...details,
});
