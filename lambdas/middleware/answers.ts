/** What is answered: a handler's result in the route's way, or as the handler itself says. */
import type { Problem } from '../../lib/api/problem.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { answerHeaders } from '../../lib/net/serving/answer-headers.ts';
import type { HttpAnswer, Middleware } from './middleware.ts';

/** An answer that is none of the route's usual ones, such as a redirect. */
export class Reply {
  readonly answer: HttpAnswer;
  constructor(answer: HttpAnswer) {
    this.answer = answer;
  }
}

const withBody = (statusCode: number, body: unknown): HttpAnswer =>
  body === undefined
    ? { statusCode, body: '' }
    : { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

/** The result of a handler becomes the body, with the route's status; none becomes an empty body. */
export const answered = ({ success }: Pick<Route, 'success'>): Middleware => ({
  after: (request) => {
    const result: unknown = request.response;
    const answer = result instanceof Reply ? result.answer : withBody(success, result);
    request.response = { ...answer, headers: { ...answerHeaders, ...answer.headers } };
  },
});

/** A problem as the response that carries it. */
export const problemResponse = (what: Problem, headers: Record<string, string> = {}): HttpAnswer => ({
  statusCode: what.status,
  headers: {
    'content-type': 'application/problem+json',
    ...answerHeaders,
    ...(what.status === 401 && { 'www-authenticate': 'Token' }),
    ...headers,
  },
  body: JSON.stringify(what),
});
