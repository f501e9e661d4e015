/** Which endpoint a request is for, as API Gateway finds it. */
import type { Endpoint } from './endpoints.ts';

/** A part of a path as it was meant; as it was sent where it is no proper encoding of anything. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The parameters in a path, by name; undefined when it is not of this pattern. */
const parametersOf = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name ? !given[i] : part !== given[i]) return undefined;
    if (name) parameters[name] = decoded(given[i] ?? '');
  }
  return parameters;
};

export interface Matched {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The endpoint for a request: of those that its path fits, the one with the fewest parameters. */
export const matchEndpoint = (endpoints: readonly Endpoint[], method: string, path: string): Matched | undefined => {
  const fitting = endpoints.flatMap((endpoint): Matched[] => {
    const parameters = endpoint.method === method ? parametersOf(endpoint.path, path) : undefined;
    return parameters ? [{ endpoint, parameters }] : [];
  });
  const count = ({ parameters }: Matched) => Object.keys(parameters).length;
  return fitting.sort((a, b) => count(a) - count(b))[0];
};

/** The methods with which there is something at a path. */
export const methodsAt = (endpoints: readonly Endpoint[], path: string): string[] => [
  ...new Set(endpoints.filter((endpoint) => parametersOf(endpoint.path, path)).map(({ method }) => method)),
];
