/** What is asked: query, body and path, parsed by what the route says of them. */
import type * as z from 'zod';
import { mostBodyBytesOf } from '../../lib/api/body-size.ts';
import { jsonOf } from '../../lib/api/json.ts';
import type { Problem } from '../../lib/api/problem.ts';
import { queryOf } from '../../lib/api/query.ts';
import { inNeutralNames } from '../../lib/api/renamed.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { NotFoundError, ValidationError } from '../../lib/domain/errors.ts';
import { type IdKind, idOf } from '../../lib/domain/ids.ts';
import type { RightPart } from '../../lib/domain/right-part.ts';
import { bodyOf, UnreadableRequestError, wrongTypeOf } from './body.ts';
import type { Called } from './caller.ts';
import type { MaybeListed } from './list.ts';
import type { HttpEvent, Middleware } from './middleware.ts';
import type { Named } from './names.ts';

/** What a path with an id names: in the caller's project, where the caller has one. */
type RefOf<R extends Route> = R['path'] extends `${string}{object_id}${string}`
  ? Readonly<Record<`${R['of']}_id`, string>> &
      (R['caller'] extends 'key' | 'session' ? { readonly project_id: string } : object)
  : undefined;

export interface Parsed<R extends Route> {
  readonly query: z.output<R['query']>;
  readonly body: R extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
  readonly ref: RefOf<R>;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * What is wrong with that part of a body that is right in form. It is asked where another is not, so that a client is
 * told of everything at once; where all is, the use case finds the same.
 */
export type Look<R extends Route> = (part: RightPart<Parsed<R>['body']>) => MaybePromise<ValidationError | undefined>;

/** What the schema makes of a value. @throws ValidationError with all that is wrong with it */
const read = async (schema: z.ZodType, value: unknown): Promise<unknown> => {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  // Only refusals need the sentences.
  const { parseWith } = await import('../../lib/api/parse.ts');
  return parseWith(schema, value);
};

/** @throws ValidationError with all that is wrong with the body */
const bodyWith = async <R extends Route>(
  schema: z.ZodType,
  value: unknown,
  look: Look<R> | undefined,
): Promise<unknown> => {
  try {
    return await read(schema, value);
  } catch (error) {
    if (!(error instanceof ValidationError && look)) throw error;
    const { rightPartOf } = await import('../../lib/api/right-part.ts');
    const part = rightPartOf(schema, value) as RightPart<Parsed<R>['body']> | undefined;
    const more = part && (await look(part));
    throw more ? error.and(more) : error;
  }
};

/** The id in a path, if there is one. @throws NotFoundError for what cannot be the id of such a thing */
const idIn = ({ pathParameters }: HttpEvent, kind: IdKind, schema: z.ZodType): string | undefined => {
  const id = pathParameters?.object_id;
  if (id !== undefined && !schema.safeParse(id).success) throw new NotFoundError(kind);
  return id;
};

/** What came, in neutral names. That it came in others is noted, for what is said of its faults. */
const inNeutral = (schema: z.ZodType, given: unknown, context: object): unknown => {
  const { wasPlain: wasPlainBefore = false }: Named = context;
  const { value, wasPlain } = inNeutralNames(schema, given);
  Object.assign(context, { wasPlain: wasPlainBefore || wasPlain } satisfies Named);
  return value;
};

/** Reads one after the other. @throws ValidationError with the faults of both, or the first other error */
const together = async <A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
  let faults: ValidationError | undefined;
  const tried = async <T>(read: () => MaybePromise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      faults = faults?.and(error) ?? error;
      return undefined;
    }
  };
  const both = [await tried(first), await tried(second)];
  if (faults) throw faults;
  return both as [A, B];
};

/** What is read, unless its form is refused. @throws UnreadableRequestError with all that is wrong with what is read */
const inForm = async <T>(refusal: Problem | undefined, read: () => Promise<T>): Promise<T> => {
  if (!refusal) return read();
  try {
    await read();
  } catch (error) {
    if (error instanceof ValidationError) throw new UnreadableRequestError(refusal, error);
    throw error;
  }
  throw new UnreadableRequestError(refusal);
};

/** @throws ValidationError that names every field, NotFoundError, or UnreadableRequestError */
export const parsed = <R extends Route>(route: R, look?: Look<R>): Middleware<Parsed<R>, Called<R>> => {
  const Id = idOf(route.of);
  const mostBytes = mostBodyBytesOf(route);
  return {
    before: async ({ event, context }) => {
      const { caller, list }: Called & MaybeListed = context;
      const asked = list?.query ?? queryOf(event.rawQueryString);
      const [query, body] = await inForm(route.body && wrongTypeOf(event), () =>
        together(
          async () => read(route.query, inNeutral(route.query, asked, context)),
          async () =>
            route.body && bodyWith(route.body, inNeutral(route.body, jsonOf(bodyOf(event, mostBytes)), context), look),
        ),
      );
      const id = idIn(event, route.of, Id);
      const project = caller && { project_id: caller.project_id };
      const ref = id === undefined ? undefined : { ...project, [`${route.of}_id`]: id };
      Object.assign(context, { query, body, ref });
    },
  };
};
