/** `npm start`: the whole service on this machine. */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { CannotStartError } from '../lib/local-home/errors.ts';
import type { LocalService } from '../lib/local-home/start-local.ts';

const usage = 'usage: npm start [-- --port N --data DIR --bots N]';

const Options = z.object({
  port: z.coerce.number().int().min(0).max(65_535),
  data: z.string().min(1),
  bots: z.coerce.number().int().min(1).optional(),
});

/** @throws CannotStartError for anything that is not an option */
const optionsOf = (args: readonly string[]): z.infer<typeof Options> => {
  const refuse = (reason: string): never => {
    throw new CannotStartError(`${reason}; ${usage}`);
  };
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8080' },
        data: { type: 'string', default: '.data' },
        bots: { type: 'string' },
      },
    });
    const { data, error } = Options.safeParse(values);
    return (
      data ??
      refuse(
        `--${error.issues[0]?.path.join('.')} is wrong: --port takes 0 to 65535, --data a folder, --bots 1 or more`,
      )
    );
  } catch (error) {
    if (error instanceof CannotStartError) throw error;
    return refuse(error instanceof Error ? (error.message.split('. ', 1)[0] ?? error.message) : String(error));
  }
};

const curlLine = ({ base_url, api_key, room_url }: LocalService): string =>
  `curl -X POST ${base_url}/api/v1/bots -H 'Authorization: Token ${api_key}' -H 'Content-Type: application/json' ` +
  `-d '{"meeting_url": "${room_url}", "bot_name": "Minutes Bot"}'`;

const announce = (service: LocalService, dataDir: string): void => {
  const { base_url, api_key, room_url, host_url, dashboard_url, webhook_secret, places } = service;
  console.log(`
Meeting bots are running on this machine: API, webhooks, executions and capture in one process, data in ${dataDir}

  Dashboard        ${dashboard_url}

  Base URL         ${base_url}
  API key          ${api_key}
  Webhook secret   ${webhook_secret}
  API reference    ${base_url}/docs
  Demo room        ${room_url}
    as its host    ${host_url}

There is room for ${places} bots in meetings at a time; others wait for their turn. --bots N says how many.

The link to the dashboard signs in whoever opens it first; npm run admin -- dashboard invite NAME makes others.
Or open the demo room in a browser, and send a bot there:

  ${curlLine(service)}

Webhooks may go to this machine itself here (http://127.0.0.1:…), which a deployment to AWS refuses. Ctrl-C stops everything.
`);
  console.log(`ready ${JSON.stringify({ base_url, api_key, room_url, webhook_secret, dashboard_url })}`);
};

const stopOnSignal = (service: LocalService): void => {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(130);
    isStopping = true;
    console.log('stopping …');
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
  }
};

// Whoever read our output may stop reading, as `npm start | grep -m1 ready` does; the service goes on.
process.stdout.on('error', () => undefined);

try {
  const { port, data, bots } = optionsOf(process.argv.slice(2));
  // Loaded only now, so that a wrong option is refused at once.
  const { startLocal } = await import('../lib/local-home/start-local.ts');
  const { loadHandlers } = await import('../lambdas/load.ts');
  const service = await startLocal({ port, data_dir: data, loadHandlers, ...(bots !== undefined && { bots }) });
  stopOnSignal(service);
  announce(service, data);
} catch (error) {
  console.error(error instanceof CannotStartError ? error.message : error);
  process.exit(1);
}
