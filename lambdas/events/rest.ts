/**
 * A function of the API behind a REST API of API Gateway, which asks and is answered in payload format 1.0. It lies beside
 * the function, in stacks for emulators that have no HTTP APIs (`freeEmulator`), and nowhere else: the functions themselves
 * know format 2.0 only. Both formats: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { joinedValues } from '../../lib/net/serving/joined-values.ts';
import type { HttpAnswer, HttpEvent } from '../middleware/middleware.ts';

type Values = Readonly<Record<string, readonly string[] | undefined>> | null;

const pairsIn = (values: Values): [string, string][] =>
  Object.entries(values ?? {}).flatMap(([name, all = []]) => all.map((value): [string, string] => [name, value]));

/** Without the resource that takes what no other one does, there is no key. */
const routeKeyOf = ({ httpMethod, resource }: APIGatewayProxyEvent): string =>
  resource === '/' || resource.endsWith('+}') ? '$default' : `${httpMethod} ${resource}`;

/** The stage is a part of a REST API's address: links are to lead there. An emulator may leave out by which domain it was asked. */
const addressOf = ({ requestContext, path }: APIGatewayProxyEvent, host: string | undefined): string => {
  const stage = requestContext.path?.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
  return `${requestContext.domainName ?? `${requestContext.apiId}.execute-api.${host ?? 'localhost'}`}${stage}`;
};

/** What an HTTP API would have made of the same request. */
export const httpEventOf = (event: APIGatewayProxyEvent): HttpEvent => {
  const lowerCase = pairsIn(event.multiValueHeaders).map(([name, value]) => [name.toLowerCase(), value] as const);
  const { cookie, ...headers } = joinedValues(lowerCase);
  const { requestContext, httpMethod, path, pathParameters, body } = event;
  const query = pairsIn(event.multiValueQueryStringParameters);
  const routeKey = routeKeyOf(event);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(cookie !== undefined && { cookies: cookie.split(/[;,] */) }),
    headers,
    ...(query.length > 0 && { queryStringParameters: joinedValues(query) }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId: requestContext.accountId,
      apiId: requestContext.apiId,
      domainName: addressOf(event, headers.host),
      domainPrefix: requestContext.domainPrefix ?? requestContext.apiId,
      http: {
        method: httpMethod,
        path,
        protocol: requestContext.protocol,
        sourceIp: requestContext.identity.sourceIp,
        userAgent: requestContext.identity.userAgent ?? '',
      },
      requestId: requestContext.requestId,
      routeKey,
      stage: requestContext.stage,
      time: requestContext.requestTime ?? '',
      timeEpoch: requestContext.requestTimeEpoch,
    },
    ...(body !== null && { body }),
    isBase64Encoded: event.isBase64Encoded,
  };
};

/** The answer of such a function in format 1.0. */
export const restAnswerOf = ({
  statusCode,
  headers,
  cookies,
  body,
  isBase64Encoded,
}: HttpAnswer): APIGatewayProxyResult => ({
  statusCode: statusCode ?? 200,
  headers: headers ?? {},
  ...(cookies && { multiValueHeaders: { 'set-cookie': cookies } }),
  body: body ?? '',
  isBase64Encoded: isBase64Encoded ?? false,
});

/** The function, as a REST API calls it. */
export const behindRest =
  (handler: (event: HttpEvent, context: Context) => Promise<HttpAnswer>) =>
  async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
    restAnswerOf(await handler(httpEventOf(event), context));
