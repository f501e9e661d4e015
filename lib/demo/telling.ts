/** What the person who watches a demo reads. */
import type { ReceivedWebhook } from './webhook-sink.ts';

const startedAt = Date.now();

/** A line with the time since the demo began. */
export const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const texts: Record<string, (data: Record<string, unknown>) => string> = {
  'bot.state_change': (data) => `${data.old_state ?? 'new'} → ${data.new_state}  (${data.event_type})`,
  'transcript.update': (data) => `${data.speaker_name}: ${(data.transcription as { transcript: string }).transcript}`,
  'participant_events.join_leave': (data) => `${data.participant_name}: ${data.event_type}`,
  'participant_events.speech_start_stop': (data) => `${data.participant_name}: ${data.event_type}`,
  'chat_messages.update': (data) => `${data.sender_name} writes: ${data.text}`,
};

/** A webhook as a line. */
export const tellWebhook = ({ envelope: { trigger, data } }: ReceivedWebhook): void =>
  say(`webhook ${trigger.padEnd(36)} ${texts[trigger]?.(data) ?? ''}`);

/** A claim as a line. */
export const tellClaim = ({ claim, holds, found }: { claim: string; holds: boolean; found?: string }): void =>
  say(`${holds ? 'ok   ' : 'WRONG'} ${claim}${found ? ` (${found})` : ''}`);
