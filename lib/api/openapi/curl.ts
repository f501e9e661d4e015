/** The curl line for an example: paste it after setting BASE_URL, API_KEY and the ids that it names. */
import type { Route } from '../routes/route.ts';

export interface ExampleRequest {
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** JSON with one line for each field of the outermost object. */
const written = (body: unknown): string => {
  const inline = (value: unknown): string =>
    JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');
  const lines = Object.entries(body as object).map(([name, value]) => `  ${JSON.stringify(name)}: ${inline(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
};

/** The variable of the shell that holds the id in a path: BOT_ID for that of a bot. */
const idVariable = ({ of }: Pick<Route, 'of'>): string => `${of}_ID`.toUpperCase();

export const curlOf = (route: Route, { query, body }: ExampleRequest): string => {
  const { method, path, caller } = route;
  const url = `"$BASE_URL${path.replace('{object_id}', `$${idVariable(route)}`)}"`;
  const parameters = Object.entries(query ?? {}).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  const start = method === 'GET' ? (parameters.length > 0 ? 'curl --get' : 'curl') : `curl -X ${method}`;
  return [
    `${start} ${url}`,
    ...(caller === 'key' ? [`-H "Authorization: Token $API_KEY"`] : []),
    ...parameters,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(written(body))}`]),
  ].join(' \\\n  ');
};
