/** How large a request's body may be: as large as the events that Lambda takes. */
import { type Problem, problem } from './problem.ts';

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB for each request
export const mostBodyBytes = 6 * 1024 * 1024;

export const bodyTooLarge = (): Problem => problem('body_too_large', 'the body is larger than 6 MB');
