/** What the OpenAPI document says of a route beyond the route table. */
import type * as z from 'zod';
import type { ProblemCode } from '../../problem.ts';
import type { Route } from '../../routes/route.ts';

export const tags = {
  Bots: 'A bot is sent into a meeting, now or at a time. It joins, records, listens, and leaves.',
  'App sessions':
    'A session is made of a real-time stream of the platform, which you forward. Nobody joins the meeting, and nothing can be said or shown in it.',
  Calendars:
    'A calendar of somebody who has consented: its events are listed here, and a bot that is made for one follows it when it is moved or cancelled.',
  Connections:
    'Somebody who has allowed your app at Zoom: tokens are fetched for bots in the meetings that they host, or on their behalf. The web client, by which bots join, takes none of them: they join as guests.',
  'What was captured':
    'Also while the meeting goes on: each answers with what there is so far, so that you can poll it.',
  Webhooks:
    'Instead of polling, be told. Webhooks follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries verify them. ' +
    'Answer with a 2xx within 15 seconds; de-duplicate by `idempotency_key`, since every event comes at least once.',
} as const;

type ExampleOf<R extends Route> = {
  readonly summary: string;
  readonly query?: { readonly [K in keyof z.input<R['query']>]?: string };
} & (R extends { body: infer B extends z.ZodType } ? { readonly body: z.input<B> } : { readonly body?: undefined }) &
  (R extends { response: infer A extends z.ZodType }
    ? { readonly response: z.input<A> }
    : { readonly response?: undefined });

export interface RouteDocs<R extends Route = Route> {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  /** Problems of this route alone; what follows from its shape is known anyway. */
  readonly refusals?: readonly ProblemCode[];
  readonly examples: Readonly<Record<string, ExampleOf<R>>>;
}

/** Of each route of a table; the compiler finds the one without. */
export type DocsOf<Routes extends Readonly<Record<string, Route>>> = {
  readonly [N in keyof Routes]: RouteDocs<Routes[N]>;
};

export const pageOf = <T>(...results: T[]) => ({ next: null, previous: null, results });
