/** Step 3 of docs/extending.md: the routes about greetings, and what the OpenAPI document says of them. */
import * as z from 'zod';
import { described } from '../../../lib/api/openapi/json-schema.ts';
import type { RouteDocs } from '../../../lib/api/openapi/route-docs/docs-of-route.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { Moment, NoQuery } from '../../../lib/api/schemas/fields.ts';
import { greetingKind } from './greeting.ts';

const GreetingBody = z.object({ id: z.string(), text: z.string(), due_at: z.string() });
const NewGreeting = z.strictObject({ text: z.string().min(1), due_at: Moment });
const Greetings = z.object({ results: z.array(GreetingBody) });

export const greetingRoutes = {
  createGreeting: {
    method: 'POST',
    path: '/api/v1/greetings',
    of: greetingKind,
    caller: 'key',
    success: 201,
    query: NoQuery,
    body: NewGreeting,
    response: GreetingBody,
  },
  listGreetings: {
    method: 'GET',
    path: '/api/v1/greetings',
    of: greetingKind,
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: Greetings,
  },
  getGreeting: {
    method: 'GET',
    path: '/api/v1/greetings/{object_id}',
    of: greetingKind,
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: GreetingBody,
  },
} as const satisfies Record<string, Route>;

const hello = { id: 'grt_01KJNWKZ00ABCDEFGHJKMNPQRS', text: 'Hello', due_at: '2026-03-02T09:00:00.000Z' };

type GreetingRoutes = typeof greetingRoutes;
export const greetingDocs: { readonly [N in keyof GreetingRoutes]: RouteDocs<GreetingRoutes[N]> } = {
  createGreeting: {
    tag: 'Bots',
    summary: 'Have somebody greeted',
    description: 'It is due at its moment.',
    examples: { hello: { summary: 'Say hello', body: { text: hello.text, due_at: hello.due_at }, response: hello } },
  },
  listGreetings: {
    tag: 'Bots',
    summary: 'List greetings',
    description: 'All of them.',
    examples: { all: { summary: 'All', response: { results: [hello] } } },
  },
  getGreeting: {
    tag: 'Bots',
    summary: 'Fetch a greeting',
    description: 'One of them.',
    examples: { one: { summary: 'One', response: hello } },
  },
};

const fields = { id: 'Identifies the greeting.', text: 'What is said.', due_at: 'When.' };
export const greetingRequests = {
  NewGreeting: described(NewGreeting, 'A greeting to be said.', { text: fields.text, due_at: fields.due_at }),
};
export const greetingAnswers = {
  Greeting: described(GreetingBody, 'A greeting.', fields),
  Greetings: described(Greetings, 'Greetings.', { results: 'All of them.' }),
};
