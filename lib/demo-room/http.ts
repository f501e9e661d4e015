import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { mostNamed, sentenceOf } from '../api/parse.ts';
import { answerHeaders } from '../net/serving/answer-headers.ts';
import { readBody } from '../net/serving/request-body.ts';

const mostBodyBytes = 512 * 1024;

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

interface ProblemDetails {
  /** Names the fields that are wrong. */
  readonly errors?: Record<string, string[]>;
  readonly retry_after_seconds?: number;
}

/** An answer to the client that is not a success. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ProblemDetails;

  constructor(status: number, code: string, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const sendJson = (res: ServerResponse, status: number, body: unknown): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...answerHeaders });
  res.end(JSON.stringify(body));
};

export const sendProblem = (res: ServerResponse, { status, code, message, details }: HttpProblem): void => {
  const { errors, retry_after_seconds } = details;
  if (retry_after_seconds !== undefined) res.setHeader('retry-after', retry_after_seconds);
  res.writeHead(status, { 'content-type': 'application/problem+json', ...answerHeaders });
  res.end(
    JSON.stringify({ type: 'about:blank', title: titles[status] ?? 'Error', status, detail: message, code, errors }),
  );
};

/** Of unknown fields the first: nobody corrects thousands, and each takes its time. */
const fieldErrors = (error: z.ZodError): Record<string, string[]> => {
  // A map, for a client may call a field `toString`.
  const errors = new Map<string, string[]>();
  const add = (path: string, message: string): void => {
    errors.set(path, [...(errors.get(path) ?? []), message]);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, mostNamed)) add([...issue.path, key].join('.'), 'is not a known field');
    } else {
      add(issue.path.join('.'), issue.message);
    }
  }
  return Object.fromEntries(errors);
};

const bodyOf = async (req: IncomingMessage): Promise<string> => {
  const body = await readBody(req, mostBodyBytes);
  if (!body) throw new HttpProblem(413, 'too_large', `a body has at most ${mostBodyBytes} bytes`);
  return body.toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpProblem(400, 'invalid_json', `the body is not JSON: ${(cause as Error).message}`);
  }
};

/** The body of a request as its schema describes it; anything else is a 400 that names the wrong fields. */
export const readJson = async <T extends z.ZodType>(req: IncomingMessage, schema: T): Promise<z.infer<T>> => {
  // Asking for JSON keeps a form on a foreign page from posting here: browsers ask first before they send this type.
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) {
    throw new HttpProblem(415, 'unsupported_media_type', 'send the body as JSON, with Content-Type: application/json');
  }
  const parsed = schema.safeParse(parseJson(await bodyOf(req)), { error: sentenceOf });
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  const fields = Object.keys(errors).filter((field) => field !== '');
  const detail = fields.length > 0 ? `please correct ${fields.join(', ')}` : 'the body must be a JSON object';
  throw new HttpProblem(400, 'invalid_input', detail, { errors });
};
