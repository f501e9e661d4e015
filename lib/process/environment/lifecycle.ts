/** What those are told by their environment who carry on the lives of bots. */
import * as z from 'zod';
import { TranscriptionServer } from '../../domain/transcription/transcription-server.ts';

/** How long that server may take, on which the times of a bot's life depend. */
export const transcriptionTime = z
  .object({ CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: TranscriptionServer.shape.timeout_seconds })
  .transform(({ CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT }) => ({
    transcription_timeout_seconds: CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT,
  }));

/** How many capture tasks are launched in a second, where the platform has such a limit. */
export const launchRate = z
  .object({ LAUNCHES_PER_SECOND: z.coerce.number().positive().optional() })
  .transform(({ LAUNCHES_PER_SECOND }) => ({ launches_per_second: LAUNCHES_PER_SECOND }));
