/**
 * What servers of the protocol say, as far as a client uses it, read leniently: the maker's pages show less than its servers
 * send, and more is to come. https://developers.zoom.us/docs/rtms/event-reference/
 */
import * as z from 'zod';
import { jsonIn } from '../../../domain/json.ts';
import { messageTypes } from './numbers.ts';

/** Ids of people are numbers in most places. */
const UserId = z.union([z.int(), z.string().min(1).max(256)]).transform(String);
const Name = z.string().catch('').default('');
// In ms, and on some servers in µs, which today have three digits more.
const Stamp = z
  .number()
  .nonnegative()
  .transform((at) => Math.round(at > 1e14 ? at / 1000 : at));
const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const Person = z.object({ user_id: UserId, user_name: Name });

const Media = z.object({
  content: z.object({
    user_id: UserId.catch('0').default('0'),
    user_name: Name,
    data: z.string(),
    timestamp: Stamp,
    start_time: lenient(Stamp),
    end_time: lenient(Stamp),
    /** Of a transcript: which sentence it is, and whether it is new. */
    sentence_id: lenient(z.union([z.int(), z.string()]).transform(String)),
    attribute: lenient(z.int()),
  }),
});
export type Media = z.infer<typeof Media>['content'];

const Answer = z.object({ status_code: z.int(), reason: z.unknown().optional() });
const State = z.object({
  state: z.int(),
  reason: lenient(z.int()),
  stop_reason: lenient(z.int()),
  timestamp: lenient(Stamp),
  rtms_session_id: lenient(z.string()),
});

const { keep_alive, signaling_answer, media_answer, event, stream_state, session_state } = messageTypes;
const { audio, video, share, transcript, chat } = messageTypes;

const readers = {
  [signaling_answer]: Answer.extend({
    media_server: lenient(z.object({ server_urls: z.record(z.string(), z.string()) })),
  }),
  [media_answer]: Answer,
  [event]: z.object({
    event: z.object({
      event_type: z.int(),
      timestamp: lenient(Stamp),
      participants: lenient(z.array(Person)),
      user_id: lenient(UserId),
      user_name: lenient(z.string()),
    }),
  }),
  [stream_state]: State,
  [session_state]: State,
  /** Sent back as it comes, whatever it is. */
  [keep_alive]: z.object({ timestamp: z.unknown().optional(), sequence: z.unknown().optional() }),
  [audio]: Media,
  [video]: Media,
  [share]: Media,
  [transcript]: Media,
  [chat]: Media,
} as const;

type Readers = typeof readers;
export type ServerMessage = {
  [T in keyof Readers]: { readonly msg_type: T } & z.infer<Readers[T]>;
}[keyof Readers];
export type EventMessage = Extract<ServerMessage, { msg_type: typeof event }>['event'];

const isKnown = (type: unknown): type is keyof Readers => typeof type === 'number' && Object.hasOwn(readers, type);

/** A message; undefined for what cannot be read, and for types that are not known. */
export const readMessage = (frame: Uint8Array): ServerMessage | undefined => {
  const json = jsonIn(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString());
  // Most of what comes is large, so nothing of it is read twice.
  const { msg_type } = (json ?? {}) as { readonly msg_type?: unknown };
  if (!isKnown(msg_type)) return undefined;
  const read = readers[msg_type].safeParse(json);
  return read.success ? ({ ...read.data, msg_type } as ServerMessage) : undefined;
};
