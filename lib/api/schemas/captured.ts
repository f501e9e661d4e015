/** What is sent and answered about what bots bring back. */
import * as z from 'zod';
import { RecordingPart, recordingFormats } from '../../domain/captured/captured.ts';
import { paging, Since } from './fields.ts';

export const RecordingBody = z.object({
  url: z.url(),
  start_timestamp_ms: z.int(),
  format: z.enum(recordingFormats),
  duration_ms: z.int(),
  size_bytes: z.int(),
  parts: z.array(RecordingPart),
});

export const TranscriptQuery = z.strictObject({ updated_after: Since });
export const ParticipantEventsQuery = z.strictObject({ ...paging, after: Since, before: Since });
export const ParticipantsQuery = z.strictObject(paging);
export const ChatMessagesQuery = z.strictObject({ ...paging, updated_after: Since });
