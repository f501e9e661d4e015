/** What is sent and answered about what bots bring back. */
import * as z from 'zod';
import { Recording, RecordingPart } from '../../domain/captured/recording.ts';
import { writtenFormats, writtenTypes } from '../../domain/captured/written-transcript.ts';
import { SignView } from '../../domain/meeting/page-state.ts';
import { paging, Since } from './fields.ts';

const { format } = Recording.shape;

export const RecordingBody = z.object({
  url: z.url(),
  start_timestamp_ms: z.int(),
  format,
  duration_ms: z.int(),
  size_bytes: z.int(),
  parts: z.array(RecordingPart),
});

/** A file that was kept of a page. */
const KeptFile = z.object({ name: z.string(), url: z.url() });

export const DiagnosticsBody = z.object({
  created_at: z.iso.datetime(),
  reason: z.string(),
  page_state: z.string().nullable(),
  evidence: z.array(SignView),
  advice: z.string().nullable(),
  error: z.string().nullable(),
  step: z.string().nullable(),
  element: z.string().nullable(),
  files: z.array(KeptFile),
});

export const TranscriptQuery = z.strictObject({
  updated_after: Since,
  format: z.enum(['json', ...writtenFormats]).default('json'),
});
/** The media types of a transcript that is no JSON. */
export const transcriptTexts = [...new Set(Object.values(writtenTypes))];

export const ParticipantEventsQuery = z.strictObject({ ...paging, after: Since, before: Since });
export const ParticipantsQuery = z.strictObject(paging);
export const ChatMessagesQuery = z.strictObject({ ...paging, updated_after: Since });
