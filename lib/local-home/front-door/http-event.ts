/** Requests as the events that an HTTP API of API Gateway makes of them, and back. Payload format 2.0. */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { connectedFrom } from '../../net/serving/client-address.ts';
import { joinedValues } from '../../net/serving/joined-values.ts';

/** The route that a request is for, as API Gateway names it, and what its path says. */
export interface MatchedRoute {
  readonly route_key: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
const Answer = z.object({
  statusCode: z.int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

const isTextType = (type: string): boolean =>
  /^(text\/|application\/(json|xml|javascript|[\w.-]+\+(json|xml)))/i.test(type);

/** What of a request its event holds. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders' | 'socket'>;

const headersOf = ({ rawHeaders }: RequestHead): Record<string, string> =>
  joinedValues(
    rawHeaders.flatMap((name, i): [string, string][] =>
      i % 2 === 0 && name.toLowerCase() !== 'cookie' ? [[name.toLowerCase(), rawHeaders[i + 1] ?? '']] : [],
    ),
  );

const isoTime = (at: Date): string => at.toISOString();

/** The event of a request from an address. */
export const eventOf = (
  req: RequestHead,
  body: Buffer,
  { route_key, parameters }: MatchedRoute,
  sourceIp = connectedFrom(req),
) => {
  const [rawPath = '/', ...query] = (req.url ?? '/').split('?');
  const rawQueryString = query.join('?');
  const headers = headersOf(req);
  const at = new Date();
  const isBase64Encoded = body.length > 0 && !(isTextType(headers['content-type'] ?? '') && isUtf8(body));
  const parsed = joinedValues(new URLSearchParams(rawQueryString));
  const host = headers.host ?? 'localhost';
  return {
    version: '2.0',
    routeKey: route_key,
    rawPath,
    rawQueryString,
    ...(req.headers.cookie && { cookies: req.headers.cookie.split('; ') }),
    headers,
    ...(Object.keys(parsed).length > 0 && { queryStringParameters: parsed }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: 'local',
      http: {
        method: req.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${req.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route_key,
      stage: '$default',
      time: isoTime(at),
      timeEpoch: at.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  } satisfies APIGatewayProxyEventV2;
};

/** Sends what a function answered. @throws when that is no answer to a request */
export const sendAnswer = (res: ServerResponse, answer: unknown): void => {
  const { statusCode, headers, cookies, body, isBase64Encoded } = Answer.parse(answer);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  res.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, String(value));
  if (cookies.length > 0) res.setHeader('set-cookie', cookies);
  res.setHeader('content-length', bytes.length);
  res.end(bytes);
};
