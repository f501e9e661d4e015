/** What clients say, as Galène reads it. */
import * as z from 'zod';

/** What is null is not there, as for Go. */
const withoutNulls = (message: unknown): unknown =>
  typeof message === 'object' && message !== null
    ? Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null))
    : message;

const Message = z.looseObject({
  type: z.string(),
  kind: z.string().optional(),
  id: z.string().optional(),
  replace: z.string().optional(),
  source: z.string().optional(),
  dest: z.string().optional(),
  group: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  label: z.string().optional(),
  sdp: z.string().optional(),
  candidate: z.looseObject({}).optional(),
  noecho: z.boolean().optional(),
  request: z.union([z.record(z.string(), z.array(z.string())), z.array(z.string())]).optional(),
});
export type Message = z.infer<typeof Message>;

/** Throws for what is no message. */
export const readMessage = (text: string): Message => Message.parse(withoutNulls(JSON.parse(text)));
