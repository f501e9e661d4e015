/** A real-time stream of a meeting, as the platform's webhook tells of it and as clients forward that webhook. */
import * as z from 'zod';
import { isRecord } from '../json.ts';

/** What a stream is called. `meeting_uuid` is of the meeting, the webinar or the session, whichever it is of. */
export interface StreamIds {
  readonly meeting_uuid: string;
  readonly rtms_stream_id: string;
}

/** A stream, and the signaling servers that have it now. */
export interface StreamNotice extends StreamIds {
  readonly server_urls: readonly string[];
}

const Id = z.string().min(1).max(255);
export const RtmsStreamId = Id;
const mostServers = 8;

const Urls = z
  .union([z.string().max(8_192), z.array(z.string().max(2_048)).max(mostServers)], {
    error: 'must be the addresses of servers, in a list or in a text',
  })
  .transform((urls) => (typeof urls === 'string' ? urls.split(',') : urls).map((url) => url.trim()).filter(Boolean))
  .refine((urls) => urls.length > 0 && urls.length <= mostServers, {
    error: `must name at least one server, and at most ${mostServers}`,
  });

const Notice: z.ZodType<StreamNotice> = z
  .looseObject({
    // Programs that read the webhook into a type of theirs forward null for what it did not hold.
    meeting_uuid: Id.nullish(),
    webinar_uuid: Id.nullish(),
    session_id: Id.nullish(),
    rtms_stream_id: RtmsStreamId,
    server_urls: Urls,
  })
  .transform(({ meeting_uuid, webinar_uuid, session_id, rtms_stream_id, server_urls }, context): StreamNotice => {
    const uuid = meeting_uuid ?? webinar_uuid ?? session_id;
    if (uuid) return { meeting_uuid: uuid, rtms_stream_id, server_urls };
    context.addIssue({ code: 'custom', path: ['meeting_uuid'], message: 'is required' });
    return z.NEVER;
  });

/** The innermost of `payload` and `object`: the maker's pages show the fields in each of these places. */
const unwrapped = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const payload = isRecord(value.payload) ? value.payload : value;
  return isRecord(payload.object) ? payload.object : payload;
};

/**
 * The payload of the webhook that tells of a started stream, forwarded unchanged: its payload alone, with the fields in it
 * or under `object`, or the whole webhook. Further keys are ignored.
 */
export const ConfRtms = z.looseObject({}).transform(unwrapped).pipe(Notice);

/** A stream that has ended, and why, where that was told. */
export interface StoppedStream {
  readonly rtms_stream_id: string;
  readonly stop_reason?: number | undefined;
}

const Stopped: z.ZodType<StoppedStream> = z
  .looseObject({ rtms_stream_id: RtmsStreamId, stop_reason: z.int().optional().catch(undefined) })
  .transform(({ rtms_stream_id, stop_reason }) => ({ rtms_stream_id, stop_reason }));

/** The payload of the webhook that tells of a stopped stream, in the same places. */
export const StoppedRtms = z.looseObject({}).transform(unwrapped).pipe(Stopped);
