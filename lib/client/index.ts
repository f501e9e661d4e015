/**
 * The client of the API, typed by its OpenAPI document: `await client.getBot({ path: { object_id } })`; lists also as
 * `client.listBots.items()`, which fetches page after page. It needs nothing but `fetch`.
 */
import {
  ApiError,
  type AppSession,
  type Bot,
  createClient,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type Problem,
} from './generated.ts';

/** What went wrong, as the service puts it. */
const withDetail = (error: Error): Error => {
  const { code, detail } = (error instanceof ApiError && typeof error.body === 'object' ? error.body : {}) as Problem;
  if (detail) error.message = `${code}: ${detail}`;
  return error;
};

/** A client for a service and a key. Its calls throw `ApiError` for what is refused: `status`, and `body` as a Problem. */
export const meetingBots = (baseUrl: string, apiKey: string) =>
  createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: baseUrl,
    auth: { apiKey: { ApiKey: `Token ${apiKey}` } },
    clientHeader: false,
    onError: withDetail,
  });
export type MeetingBots = ReturnType<typeof meetingBots>;

export type { AppSession, Bot };
export { ApiError };
