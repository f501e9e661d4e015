/** A request's body as text, where it has a form that we read. */
import { bodyTooLarge } from '../../lib/api/body-size.ts';
import { type Problem, problem } from '../../lib/api/problem.ts';
import { ValidationError } from '../../lib/domain/errors.ts';
import type { HttpEvent } from './middleware.ts';

/** A refusal that is about the request's outer form, and what else there is to correct. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';
  readonly problem: Problem;
  readonly faults: ValidationError | undefined;
  constructor(what: Problem, faults?: ValidationError) {
    super(what.detail);
    this.problem = what;
    this.faults = faults;
  }
}

/** A header, whatever the case of its name. */
export const headerOf = ({ headers }: HttpEvent, name: string): string | undefined =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];

/** Each of a request's cookies, `name=value`. An HTTP API takes them out of their header, where emulators of it leave them. */
export const cookiesOf = (event: HttpEvent): readonly string[] | undefined =>
  event.cookies ?? headerOf(event, 'cookie')?.split(/; */);

/** The value of the cookie of that name. */
export const cookieIn = (event: HttpEvent, name: string): string | undefined => {
  const start = `${name}=`;
  return cookiesOf(event)
    ?.find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ValidationError({ body: ['is not valid UTF-8'] });
  }
};

/** A body as it came; without one, nothing. */
export const rawBodyOf = ({ body = '', isBase64Encoded }: HttpEvent): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

/** What is wrong with the form that a body says it has; nothing where there is none, or it says nothing. */
export const wrongTypeOf = (event: HttpEvent): Problem | undefined => {
  const type = headerOf(event, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!event.body || !type || type === 'application/json' || type.endsWith('+json')) return undefined;
  const detail = `send the body as JSON with Content-Type: application/json, not ${type}`;
  return problem('unsupported_media_type', detail);
};

/** @throws UnreadableRequestError for a body that is too large, ValidationError for one that is no text */
export const bodyOf = (event: HttpEvent, mostBytes: number): string | undefined => {
  if (!event.body) return undefined;
  const bytes = rawBodyOf(event);
  if (bytes.length > mostBytes) throw new UnreadableRequestError(bodyTooLarge(mostBytes));
  return textOf(bytes);
};
