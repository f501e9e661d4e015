/** The API's handlers as the HTTP API calls them: events of payload format 2.0 in, answers out. */
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type RouteName, routeHandler, routes } from '../../../lib/api/routes.ts';
import { copyOf } from '../copy-of.ts';

export interface Call {
  readonly id?: string | undefined;
  /** As it stands in the URL, after the question mark. */
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as it is when it is a string or bytes, as JSON otherwise. */
  readonly body?: unknown;
  readonly base64?: boolean | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body, when it is JSON. */
  readonly body: unknown;
}

const bodyOf = (body: unknown): Buffer | undefined => {
  if (body === undefined) return undefined;
  return Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
};

/** An event of the HTTP API for a path. */
export const anEvent = (method: string, path: string, call: Call = {}): APIGatewayProxyEventV2 => {
  const isBase64 = call.base64 === true || call.body instanceof Uint8Array;
  const body = bodyOf(call.body)?.toString(isBase64 ? 'base64' : 'utf8');
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: call.query ?? '',
    headers: { host: 'api.example.com', ...call.headers },
    ...(call.id !== undefined && { pathParameters: { object_id: call.id } }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '02/Mar/2026:09:00:00 +0000',
      timeEpoch: 1_772_442_000_000,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded: isBase64,
  };
};

export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textOf = ({ headers, body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2): string => {
  if (!isBase64Encoded) return body;
  const bytes = Buffer.from(body, 'base64');
  return (headers?.['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

/** Calls a handler with an event of its own, and makes of its answer what a client sees, who unpacks it. */
export const callHandler = async (handler: Handler, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const answer = await handler(copyOf(event), {} as Context);
  const { statusCode = 200, headers = {} } = answer;
  const text = textOf(answer);
  return { status: statusCode, headers: headers as Record<string, string>, text, body: jsonIn(text) };
};

const loaded = new Map<RouteName, Handler>();

/** What is in the file of a function below `lambdas/`. */
export const handlerIn = (file: string): Promise<{ handler: Handler }> =>
  import(new URL(`../../../lambdas/${file}.ts`, import.meta.url).href);

/** The handler of a route, as it is deployed. */
export const handlerOf = async (name: RouteName): Promise<Handler> => {
  const known = loaded.get(name);
  if (known) return known;
  const { handler } = await handlerIn(routeHandler(name, routes[name]));
  loaded.set(name, handler);
  return handler;
};

/** Calls a route by its name. */
export const callRoute = async (name: RouteName, call: Call = {}): Promise<Answer> => {
  const { method, path } = routes[name];
  const filled = path.replace('{object_id}', encodeURIComponent(call.id ?? ''));
  return callHandler(await handlerOf(name), anEvent(method, filled, call));
};
