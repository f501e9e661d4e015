/** What is refused, as RFC 9457 problem details: every `code`, with its status. */
import { STATUS_CODES } from 'node:http';

/** Every word that a problem may have as its `code`, and its status. What each means is in `openapi/problem-docs.ts`. */
export const problemCodes = {
  invalid_input: 400,
  invalid_cursor: 400,
  invalid_state: 400,
  duplicate_deduplication_key: 400,
  malformed_request: 400,
  code_exchange_failed: 400,
  missing_scopes: 400,
  user_not_active: 400,
  not_authenticated: 401,
  invalid_token: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  answer_too_large: 406,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  platform_unavailable: 502,
} as const satisfies Record<string, number>;
export type ProblemCode = keyof typeof problemCodes;
/** Of the dashboard's own routes alone: no program meets them. */
export const dashboardProblemCodes = { last_owner: 409 } as const satisfies Record<string, number>;
export type DashboardProblemCode = keyof typeof dashboardProblemCodes;
const statuses = { ...problemCodes, ...dashboardProblemCodes };
export const problemCodeNames = Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]];

export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode | DashboardProblemCode;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly request_id?: string;
}

/** The names of statuses, as RFC 9110 gives them; Node's own of 413 is that of the RFC before. */
export const titles: Readonly<Record<number, string | undefined>> = { ...STATUS_CODES, 413: 'Content Too Large' };

/** A problem said in one sentence, with a stable word for machines. */
export const problem = (
  code: ProblemCode | DashboardProblemCode,
  detail: string,
  more: Pick<Problem, 'errors' | 'request_id'> = {},
): Problem => {
  const status = statuses[code];
  return { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, code, ...more };
};
