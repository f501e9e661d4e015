/** A request's body as text, where it has a form that we read. */
import { bodyTooLarge, mostBodyBytes } from '../../lib/api/body-size.ts';
import { type Problem, problem } from '../../lib/api/problem.ts';
import type { HttpEvent } from './middleware.ts';

/** A refusal that is about the request's outer form rather than its content. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';
  readonly problem: Problem;
  constructor(what: Problem) {
    super(what.detail);
    this.problem = what;
  }
}

/** A header, whatever the case of its name. */
export const headerOf = ({ headers }: HttpEvent, name: string): string | undefined =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableRequestError(problem('invalid_input', 'body: is not valid UTF-8'));
  }
};

/** @throws UnreadableRequestError for a body that is too large, is no text, or says that it is not JSON */
export const bodyOf = (event: HttpEvent): string | undefined => {
  if (!event.body) return undefined;
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > mostBodyBytes) throw new UnreadableRequestError(bodyTooLarge());
  const type = headerOf(event, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json' && !type.endsWith('+json')) {
    const detail = `send the body as JSON with Content-Type: application/json, not ${type}`;
    throw new UnreadableRequestError(problem('unsupported_media_type', detail));
  }
  return textOf(bytes);
};
