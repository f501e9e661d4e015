/** How large a request's body may be. */
import { type Problem, problem } from './problem.ts';
import type { Route } from './routes/route.ts';

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB for each request
export const mostBodyBytes = 6 * 1024 * 1024;
/** Of what platforms push; of a longer one nothing is heard (`usecases/calendars/hear-platform.ts` and its like). */
export const mostPushedBytes = 256 * 1024;
/** Of somebody who is not known: all that they send is a ticket. To a path that is none anybody may send something. */
export const mostUnknownBytes = 4 * 1024;

/** Whoever is not known may send little: it is read before there is anybody to count it for. */
export const mostBodyBytesOf = ({ caller }: Pick<Route, 'caller'>): number =>
  caller === 'nobody' || caller === 'anybody' ? mostUnknownBytes : mostBodyBytes;

const written = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);

export const bodyTooLarge = (mostBytes = mostBodyBytes): Problem =>
  problem('body_too_large', `the body is larger than ${written(mostBytes)}`);
