/** `npm start`: the whole service on this machine. */
import { type CommandLine, commandLineOf, help } from '../lib/local-home/command-line.ts';
import { CannotStartError, CommandLineError } from '../lib/local-home/errors.ts';
import type { LocalService } from '../lib/local-home/start-local.ts';
import { announcement, foundLine, leftLine, stateLine } from './local/announcement.ts';

const announce = async (service: LocalService, { data_dir, with_company }: CommandLine): Promise<void> => {
  const { base_url, credentials_file, api_key, room_url, webhook_secret, dashboard_url } = service;
  const ready = { base_url, credentials_file, api_key, room_url, webhook_secret, dashboard_url };
  console.log(announcement(service, { data_dir, with_company }));
  const found = foundLine(await service.botsAtWork());
  if (found !== undefined) console.log(found);
  console.log(`ready ${JSON.stringify(ready)}`);
};

const stopOnSignal = (service: LocalService): void => {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) {
      // Ctrl-C once more is somebody's who will not wait. Machines say the same thing twice, as systemd does.
      if (signal === 'SIGINT') process.exit(130);
      return;
    }
    isStopping = true;
    console.log('stopping …');
    // Whatever can be said, it stops.
    const left = leftLine(await service.botsAtWork().catch(() => []));
    if (left !== undefined) console.log(left);
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
  }
};

// Whoever read our output may stop reading, as `npm start | grep -m1 ready` does; the service goes on.
process.stdout.on('error', () => undefined);

const run = async (asked: CommandLine): Promise<void> => {
  // Loaded only now, so that a wrong option is refused at once.
  const { startLocal } = await import('../lib/local-home/start-local.ts');
  const { loadHandlers } = await import('../lambdas/load.ts');
  const service = await startLocal({
    ...asked,
    is_at_terminal: process.stdout.isTTY,
    loadHandlers,
    onState: (entered, base_url) => console.log(stateLine(entered, { base_url, at: new Date() })),
  });
  stopOnSignal(service);
  await announce(service, asked);
};

try {
  const asked = commandLineOf(process.argv.slice(2));
  if (asked === 'help') console.log(help);
  else await run(asked);
} catch (error) {
  const isWrongLine = error instanceof CommandLineError;
  console.error(isWrongLine || error instanceof CannotStartError ? error.message : error);
  process.exit(isWrongLine ? 2 : 1);
}
