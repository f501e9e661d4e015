/**
 * The client of the API, typed by its OpenAPI document: `await client.getBot({ path: { object_id } })`; lists also as
 * `client.listBots.items()`, which fetches page after page. It needs nothing but `fetch`.
 */
import {
  ApiError,
  type AppSession,
  type Bot,
  createClient,
  defaultRetryOn,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type Problem,
  type RetryConfig,
} from './generated.ts';

/** What went wrong, as the service puts it. */
const withDetail = (error: Error): Error => {
  const { code, detail } = (error instanceof ApiError && typeof error.body === 'object' ? error.body : {}) as Problem;
  if (detail) error.message = `${code}: ${detail}`;
  return error;
};

/**
 * What is only read is asked for again where the connection was lost, or the service has too much to do. Nothing else is: of a
 * `DELETE` whose answer was lost, the second would be told that there is nothing.
 */
const retry: RetryConfig = {
  retries: 3,
  retryDelay: 500,
  retryOn: (failed) => failed.request.method === 'GET' && defaultRetryOn(failed),
};

/**
 * A client for a service and a key, as an environment has them or not. Its calls throw `ApiError` for what is refused:
 * `status`, and `body` as a Problem. @throws TypeError for an address that is none, and without a key
 */
export const meetingBots = (baseUrl: string | undefined, apiKey: string | undefined) => {
  if (!baseUrl || !URL.canParse(baseUrl)) {
    const given = baseUrl ? `is '${baseUrl}'` : 'is missing';
    throw new TypeError(
      `the first argument is the address of your service, as in https://bots.example.com: it ${given}`,
    );
  }
  if (!apiKey) throw new TypeError('the second argument is the API key of your project, as in mb_…: it is missing');
  return createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: baseUrl,
    auth: { apiKey: { ApiKey: `Token ${apiKey}` } },
    clientHeader: false,
    retry,
    onError: withDetail,
  });
};
export type MeetingBots = ReturnType<typeof meetingBots>;

export type { AppSession, Bot };
export { ApiError };
