/** What a JSON Web Token says, to whoever reads it. Nothing is checked: that is the business of whoever takes it. */
import { jsonIn } from './json.ts';

/** Undefined for what is no such token. */
export const payloadOf = (token: string): unknown =>
  jsonIn(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
