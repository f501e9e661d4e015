/** How much a worker gathers before it writes: where it runs on AWS the stack says so, because each write is paid for there. */
import * as z from 'zod';
import { segmentSeconds } from '../capture/media/encoding/packets.ts';
import type { Gathering } from '../capture/session/ports.ts';

const Variables = z.object({
  SEGMENT_SECONDS: z.coerce.number().min(segmentSeconds).default(segmentSeconds),
  SPEECH_EVENT_SECONDS: z.coerce.number().nonnegative().default(0),
});

/** As the variables say; without them everything is written at once. @throws ZodError that names the variable with a mistake in it */
export const gatheringOf = (variables: Readonly<Record<string, string | undefined>>): Gathering => {
  const { SEGMENT_SECONDS, SPEECH_EVENT_SECONDS } = Variables.parse(variables);
  return {
    segments: Math.floor(SEGMENT_SECONDS / segmentSeconds),
    speech_events_ms: SPEECH_EVENT_SECONDS * 1000,
  };
};
