/** What the dashboard asks the service: the public interface by its own client, and the few routes that only people use. */
import type * as z from 'zod';
import type { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import {
  ApiError,
  createClient,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type Problem,
} from '../../lib/client/generated.ts';
import { timedFetch } from './service-time.ts';

/** What was refused, in the service's words. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `the service answered ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

const refused = (error: Error): Error =>
  error instanceof ApiError
    ? new RefusedError(error.status, typeof error.body === 'object' ? (error.body as Problem) : {})
    : error;

/** The public interface; who asks is told by the session's cookie. */
export const api = createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
  serverUrl: location.origin,
  clientHeader: false,
  fetch: timedFetch,
  onError: refused,
});

type Routes = typeof dashboardRoutes;
type Name = keyof Routes;

/** Kept beside the route table, whose schemas no browser needs; the compiler finds where they differ. */
const own: { readonly [N in Name]: `${Routes[N]['method']} ${Routes[N]['path']}` } = {
  signIn: 'POST /api/v1/dashboard/session',
  getSession: 'GET /api/v1/dashboard/session',
  signOut: 'DELETE /api/v1/dashboard/session',
  invite: 'POST /api/v1/dashboard/invitations',
  listInvitations: 'GET /api/v1/dashboard/invitations',
  withdrawInvitation: 'DELETE /api/v1/dashboard/invitations',
  beginSignIn: 'GET /api/v1/dashboard/sign_in',
  finishSignIn: 'GET /api/v1/dashboard/sign_in/callback',
  listPeople: 'GET /api/v1/dashboard/people',
  admitPerson: 'POST /api/v1/dashboard/people',
  updatePerson: 'PATCH /api/v1/dashboard/people',
  removePerson: 'DELETE /api/v1/dashboard/people',
  listSessions: 'GET /api/v1/dashboard/sessions',
  endSessions: 'DELETE /api/v1/dashboard/sessions',
  listApiKeys: 'GET /api/v1/dashboard/api_keys',
  createApiKey: 'POST /api/v1/dashboard/api_keys',
  revokeApiKey: 'DELETE /api/v1/dashboard/api_keys/{object_id}',
  showBots: 'GET /api/v1/dashboard/bots',
  showBot: 'GET /api/v1/dashboard/bots/{object_id}',
  watchBot: 'POST /api/v1/dashboard/bots/{object_id}/watch',
  listProviderKeys: 'GET /api/v1/dashboard/provider_keys',
  setProviderKey: 'POST /api/v1/dashboard/provider_keys',
  removeProviderKey: 'DELETE /api/v1/dashboard/provider_keys',
  testProviderKey: 'POST /api/v1/dashboard/provider_keys/test',
  listOAuthApps: 'GET /api/v1/dashboard/oauth_apps',
  createOAuthApp: 'POST /api/v1/dashboard/oauth_apps',
  updateOAuthApp: 'PATCH /api/v1/dashboard/oauth_apps/{object_id}',
  deleteOAuthApp: 'DELETE /api/v1/dashboard/oauth_apps/{object_id}',
  listAudit: 'GET /api/v1/dashboard/audit',
  getProject: 'GET /api/v1/dashboard/project',
  updateProject: 'PATCH /api/v1/dashboard/project',
  listSubscriptions: 'GET /api/v1/dashboard/webhooks',
  createSubscription: 'POST /api/v1/dashboard/webhooks',
  updateSubscription: 'PATCH /api/v1/dashboard/webhooks/{object_id}',
  deleteSubscription: 'DELETE /api/v1/dashboard/webhooks/{object_id}',
  disableSubscription: 'POST /api/v1/dashboard/webhooks/{object_id}/disable',
  testSubscription: 'POST /api/v1/dashboard/webhooks/{object_id}/test',
  enableSubscription: 'POST /api/v1/dashboard/webhooks/{object_id}/enable',
  rotateSecret: 'POST /api/v1/dashboard/webhooks/{object_id}/rotate_secret',
  listDeliveries: 'GET /api/v1/dashboard/webhook_deliveries',
  getDelivery: 'GET /api/v1/dashboard/webhook_deliveries/one',
  resendDelivery: 'POST /api/v1/dashboard/webhook_deliveries/resend',
};

type BodyOf<N extends Name> = Routes[N] extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
type QueryOf<N extends Name> = z.input<Routes[N]['query']>;
export type AnswerOf<N extends Name> = Routes[N] extends { response: infer A extends z.ZodType }
  ? z.output<A>
  : undefined;

/** What has several values stands there several times, as in the public interface. */
const searchOf = (query: object = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, String(one));
  return search.size === 0 ? '' : `?${search}`;
};

/** Calls a route of the dashboard's own. @throws RefusedError */
export const ask = async <N extends Name>(
  name: N,
  { id = '', query, body }: { readonly id?: string; readonly query?: QueryOf<N>; readonly body?: BodyOf<N> } = {},
): Promise<AnswerOf<N>> => {
  const [method = '', path = ''] = own[name].split(' ');
  const search = searchOf(query);
  const response = await timedFetch(path.replace('{object_id}', encodeURIComponent(id)) + search, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new RefusedError(response.status, answer ?? {});
  return answer;
};

export type Session = NonNullable<AnswerOf<'getSession'>>;
