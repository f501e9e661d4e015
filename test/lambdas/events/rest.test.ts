import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { behindRest } from '../../../lambdas/events/rest.ts';
import type { HttpAnswer, HttpEvent } from '../../../lambdas/middleware/middleware.ts';

/** As API Gateway tells it in payload format 1.0; the whole of it, as AWS documents it. */
const anEvent = (changes: Partial<APIGatewayProxyEvent> = {}): APIGatewayProxyEvent =>
  ({
    resource: '/api/v1/bots/{object_id}/leave',
    path: '/api/v1/bots/bot_1/leave',
    httpMethod: 'POST',
    headers: { Host: 'abc.execute-api.us-east-1.amazonaws.com', Accept: 'text/html' },
    multiValueHeaders: {
      Host: ['abc.execute-api.us-east-1.amazonaws.com'],
      Accept: ['application/json', 'text/html'],
      Cookie: ['one=1; two=2'],
    },
    queryStringParameters: { state: 'ended', name: 'ä b' },
    multiValueQueryStringParameters: { state: ['joining', 'ended'], name: ['ä b'] },
    pathParameters: { object_id: 'bot_1' },
    stageVariables: null,
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc',
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod: 'POST',
      path: '/live/api/v1/bots/bot_1/leave',
      stage: 'live',
      requestId: 'req-1',
      requestTime: '02/Mar/2026:09:00:00 +0000',
      requestTimeEpoch: 1772442000000,
      resourceId: 'r1',
      resourcePath: '/api/v1/bots/{object_id}/leave',
      domainName: 'abc.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'abc',
      identity: { sourceIp: '203.0.113.7', userAgent: 'curl/8' },
    },
    body: 'eyJhIjoxfQ==',
    isBase64Encoded: true,
    ...changes,
  }) as APIGatewayProxyEvent;

/** What a function hears of an event, and what is made of its answer. */
const through = async (event: APIGatewayProxyEvent, answer: HttpAnswer = { statusCode: 204 }) => {
  let heard: HttpEvent | undefined;
  const answered = await behindRest(async (told) => {
    heard = told;
    return answer;
  })(event, {} as Context);
  return { heard, answered };
};

describe('a function behind a REST API', () => {
  it('is asked as an HTTP API would ask it', async () => {
    const { heard } = await through(anEvent());
    expect(heard).toEqual({
      version: '2.0',
      routeKey: 'POST /api/v1/bots/{object_id}/leave',
      rawPath: '/api/v1/bots/bot_1/leave',
      rawQueryString: 'state=joining&state=ended&name=%C3%A4+b',
      cookies: ['one=1', 'two=2'],
      headers: { host: 'abc.execute-api.us-east-1.amazonaws.com', accept: 'application/json,text/html' },
      queryStringParameters: { state: 'joining,ended', name: 'ä b' },
      pathParameters: { object_id: 'bot_1' },
      requestContext: {
        accountId: '123456789012',
        apiId: 'abc',
        domainName: 'abc.execute-api.us-east-1.amazonaws.com/live',
        domainPrefix: 'abc',
        http: {
          method: 'POST',
          path: '/api/v1/bots/bot_1/leave',
          protocol: 'HTTP/1.1',
          sourceIp: '203.0.113.7',
          userAgent: 'curl/8',
        },
        requestId: 'req-1',
        routeKey: 'POST /api/v1/bots/{object_id}/leave',
        stage: 'live',
        time: '02/Mar/2026:09:00:00 +0000',
        timeEpoch: 1772442000000,
      },
      body: 'eyJhIjoxfQ==',
      isBase64Encoded: true,
    });
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'is told of a parameter what was said, by whatever name: %s',
    async (name) => {
      const asked = anEvent({ multiValueQueryStringParameters: Object.fromEntries([[name, ['one', 'two']]]) });
      const told = (await through(asked)).heard?.queryStringParameters ?? {};
      expect(Object.entries(told)).toEqual([[name, 'one,two']]);
    },
  );

  it('is told the domain of its API where an emulator tells none', async () => {
    const { requestContext } = anEvent();
    const { domainName: _, ...without } = requestContext;
    const asked = anEvent({
      requestContext: without as typeof requestContext,
      multiValueHeaders: { Host: ['localhost:4566'] },
    });
    expect((await through(asked)).heard?.requestContext.domainName).toBe('abc.execute-api.localhost:4566/live');
  });

  it.each(['/{path+}', '/'])('hears at %s of what no way leads to', async (resource) => {
    const empty = { body: null, pathParameters: null, multiValueQueryStringParameters: null };
    const { heard } = await through(anEvent({ resource, ...empty }));
    expect(heard).toMatchObject({ routeKey: '$default', rawQueryString: '' });
    expect(heard).not.toHaveProperty('body');
    expect(heard).not.toHaveProperty('pathParameters');
  });

  it('answers with each cookie in a header of its own', async () => {
    const answer = { statusCode: 302, headers: { location: '/' }, cookies: ['a=1; Path=/', 'b=2'], body: 'aGk=' };
    expect((await through(anEvent(), { ...answer, isBase64Encoded: true })).answered).toEqual({
      statusCode: 302,
      headers: { location: '/' },
      multiValueHeaders: { 'set-cookie': ['a=1; Path=/', 'b=2'] },
      body: 'aGk=',
      isBase64Encoded: true,
    });
    expect((await through(anEvent())).answered).toEqual({
      statusCode: 204,
      headers: {},
      body: '',
      isBase64Encoded: false,
    });
  });
});
