/** A data folder with projects that subscribe to their bots, and the process that tells them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { openMasterKey } from '../../lib/adapters/local/master-key.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { webhookTriggers } from '../../lib/domain/webhook/webhook-triggers.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedKey } from '../../lib/storage/keys.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createCreateProject } from '../../lib/usecases/access/create-project.ts';
import { createWebhookSubscriptions } from '../../lib/usecases/webhooks/webhook-subscriptions.ts';
import { anUtterance } from '../../test/lab/builders/records.ts';

const program = fileURLToPath(new URL('../fixtures/webhook-home.ts', import.meta.url));

/** A client's server: its address, closed with its connections at the end of its scope. */
export const aServer = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Memory where there is some to be had as files: a process can be killed on it as well as on a disk. */
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** `on: 'memory'` keeps the speed of this machine's disk out of what is measured. */
export const webhookWorld = async ({ on }: { readonly on: 'disk' | 'memory' }) => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(on === 'disk' ? tmpdir() : memoryFolder, 'meeting-bots-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env.DATA_DIR = folder;
  const database = openDatabase(folder);
  cleanUp.defer(() => database.close());
  const table = sqliteTable(database);
  const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const clock = systemClock;
  const projects = projectRepository(table);
  const createProject = createCreateProject({ projects, apiKeys: apiKeyRepository(table), secretBox, clock });
  const subscriptions = webhookSubscriptionRepository(table);
  const webhooks = createWebhookSubscriptions({
    projects,
    subscriptions,
    secretBox,
    clock,
    checkAddress: () => undefined,
  });
  let home: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (home?.exitCode !== null || home.signalCode !== null) return;
    home.kill('SIGKILL');
    await once(home, 'exit');
  };
  cleanUp.defer(kill);
  const owned = cleanUp.move();
  return {
    bots: botRepository(table),
    /** A project all of whose news go to an address. */
    async subscriber(url: string): Promise<string> {
      const { project_id } = await createProject('bench');
      await webhooks.create(project_id, { url, triggers: webhookTriggers });
      return project_id;
    },
    /** Stores utterances, each as a worker does, but in one transaction, so that storing them is not what takes the time. */
    async say(
      utterances: readonly { readonly project_id: string; readonly bot_id: string; readonly timestamp_ms: number }[],
    ): Promise<void> {
      const puts = utterances.map(({ project_id, bot_id, timestamp_ms }, index) => {
        const [ref, batch_id] = [{ project_id, bot_id }, `${String(timestamp_ms).padStart(14, '0')}.${index}`];
        const entries = [anUtterance({ timestamp_ms })];
        const created_at = new Date().toISOString();
        const batch = { ...ref, captured_kind: 'utterances' as const, batch_id, created_at, entries };
        return { put: { ...capturedKey(ref, 'utterances', batch_id), kind: 'captured', ...batch } };
      });
      await table.write(...puts);
    },
    /** Starts the process that tells; resolves once it works. */
    async start(): Promise<void> {
      home = fork(program, {
        execArgv: ['--conditions=local'],
        env: { ...process.env, DATA_DIR: folder },
      });
      await once(home, 'message');
    },
    /** Kills it, as kill -9 does. */
    kill,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** The value below which a share of the values lie. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
