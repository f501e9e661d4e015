/** Whether a client may have what it asks for. https://developers.zoom.us/docs/rtms/meetings/work-with-streams/ */
import { createHmac } from 'node:crypto';
import { type Agreed, objectionTo } from './messages.ts';
import { dataOptions, type StatusName, sampleRates } from './numbers.ts';
import type { StreamQuirks } from './quirks.ts';

export interface Secrets {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface StreamIds {
  readonly meeting_uuid: string;
  readonly rtms_stream_id: string;
}

export const signatureOf = (
  { client_id, client_secret }: Secrets,
  { meeting_uuid, rtms_stream_id }: StreamIds,
): string => createHmac('sha256', client_secret).update(`${client_id},${meeting_uuid},${rtms_stream_id}`).digest('hex');

/** What is wrong with a handshake of either kind. */
export const refusalOf = (
  message: StreamIds & { readonly signature: string },
  ids: StreamIds,
  secrets: Secrets,
): StatusName | undefined => {
  if (message.meeting_uuid !== ids.meeting_uuid || message.rtms_stream_id !== ids.rtms_stream_id) {
    return 'INVALID_MEETING_OR_STREAM_ID';
  }
  return message.signature === signatureOf(secrets, ids) ? undefined : 'INVALID_SIGNATURE';
};

/** Why media cannot be sent as asked for. */
export const mediaObjection = (agreed: Agreed, { no48kHz, noMultiStreams }: StreamQuirks): string | undefined => {
  const { sample_rate, data_opt } = agreed.audio;
  if (no48kHz && sample_rate === sampleRates.SR_48K) return 'no 48 kHz';
  if (noMultiStreams && data_opt === dataOptions.AUDIO_MULTI_STREAMS) return 'no multi streams';
  return objectionTo(agreed);
};
