/** What Microsoft says of Graph's requests by machine: the URL templates in its own client (description/README.md tells where they come from). */
import { readFileSync } from 'node:fs';
import type { Asked } from '../../host/exchange.ts';

interface Described {
  readonly method: string;
  readonly urlTemplate: string;
  /** The resources in the bodies of request and answer. */
  readonly body: string | null;
  readonly answer: string | null;
}

export interface Operation extends Described {
  /** Such as `users/{user-id}/calendarView`. */
  readonly path: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

export interface Call {
  readonly operation: Operation;
  /** Variables of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

const operationOf = (described: Described): Operation => {
  const [, path = '', rest = ''] =
    /^\{\+baseurl\}\/([^?{]*(?:\{[^?&}]*\}[^?{]*)*)(.*)$/.exec(described.urlTemplate) ?? [];
  const names = [...rest.matchAll(/\{[?&]([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
  return {
    ...described,
    path: decodeURIComponent(path),
    required: [...rest.matchAll(/[?&](\w+)=\{/g)].map(([, name = '']) => name),
    optional: names.map(decodeURIComponent),
  };
};

const operations = (
  JSON.parse(readFileSync(new URL('../description/operations.json', import.meta.url), 'utf8')) as Described[]
).map(operationOf);

const isVariable = (segment: string): boolean => segment.startsWith('{');

export const version = '/v1.0/';

/** «Any path starting with me can also be used with users/{id} instead of me»: the templates know the second form only. */
const segmentsOf = ({ url: { pathname } }: Asked): string[] =>
  pathname.startsWith(version)
    ? pathname
        .slice(version.length)
        .replace(/^me(?=\/|$)/, 'users/me')
        .split('/')
    : [];

/** The operation that a request calls, if there is one. */
export const callOf = (asked: Asked): Call | undefined => {
  const given = segmentsOf(asked);
  // Names in paths are not case sensitive: Microsoft's own pages write calendarView and calendarview.
  const matches = ({ method, path }: Operation): boolean => {
    const template = path.split('/');
    return (
      method === asked.method &&
      template.length === given.length &&
      template.every((segment, i) => isVariable(segment) || segment.toLowerCase() === given[i]?.toLowerCase())
    );
  };
  const operation = operations.find(matches);
  if (!operation) return undefined;
  const variables = operation.path
    .split('/')
    .flatMap((segment, i) =>
      isVariable(segment) ? [[segment.slice(1, -1), decodeURIComponent(given[i] ?? '')] as const] : [],
    );
  return { operation, path: Object.fromEntries(variables) };
};
