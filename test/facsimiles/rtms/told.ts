/** What a client was told, taken apart. */
import * as z from 'zod';
import { messageTypes } from './numbers.ts';
import type { Dialled, Told } from './plain-client.ts';

const Content = z.object({
  content: z.object({
    user_id: z.int(),
    user_name: z.string(),
    data: z.string(),
    timestamp: z.int(),
    start_time: z.int().optional(),
  }),
});
export const contentOf = (message: Told) => Content.parse(message).content;
export const bytesOf = (message: Told) => Buffer.from(contentOf(message).data, 'base64');
export const contents = (line: Dialled, type: number) => line.of(type).map(contentOf);
const Event = z.object({ event: z.looseObject({ event_type: z.int() }) });
export const eventsOf = (line: Dialled) =>
  line.of(messageTypes.EVENT_UPDATE).map((message) => Event.parse(message).event);
export const statesOf = (line: Dialled) => line.of(messageTypes.STREAM_STATE_UPDATE).map(({ state }) => state);

/** The types of the units of a picture (ITU-T H.264, table 7-1). */
export const unitTypes = (picture: Buffer): number[] => {
  const types: number[] = [];
  const startCode = Buffer.from([0, 0, 0, 1]);
  for (let at = picture.indexOf(startCode); at >= 0; at = picture.indexOf(startCode, at + 4)) {
    types.push((picture[at + 4] ?? 0) & 0x1f);
  }
  return types;
};
