/** The whole API in this process, on stores of its own: the deployed handlers, two projects, and the machines' side. */
import { randomBytes } from 'node:crypto';
import type { RouteName } from '../../../lib/api/routes.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import type { ItemChange, Table } from '../../../lib/ports/table.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { createReportTrigger } from '../../../lib/usecases/worker/report-trigger.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { openMasterKey, useStores } from '../doubles/in-process/adapters.ts';
import { memoryMediaStore } from '../doubles/memory-media-store.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { recordingLifecycle } from '../doubles/recording-lifecycle.ts';
import { lookForSecrets } from '../secrets.ts';
import { type Gate, through } from '../worlds/lifecycle/lifecycle-world.ts';
import { type Answer, type Call, callRoute } from './requests.ts';

const twoProjects = async () => {
  const table = memoryTable();
  // With it each project has its data key.
  const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const ports = { projects: projectRepository(table), apiKeys: apiKeyRepository(table), secretBox, clock: systemClock };
  const createProject = createCreateProject(ports);
  return { projects: [await createProject('one'), await createProject('two')] as const, items: table.items() };
};
let known: ReturnType<typeof twoProjects> | undefined;

/**
 * Two projects with nothing in them. All handlers work on this service until the next one is made, and reach its stores
 * through the gate.
 */
export const newService = async (gate?: Gate) => {
  known ??= twoProjects();
  const { projects, items } = await known;
  const table = memoryTable();
  await table.write(...items.map((put) => ({ put })));
  const { contentTypeOf: _type, ...media } = memoryMediaStore();
  const { changes: _changes, items: _items, ...primitives } = table;
  if (gate) {
    const gated = through(gate, 'table', primitives);
    // Every tenth request to a function counts them all, whichever that is: no part of what a request does.
    const update: Table['update'] = (one) => (one.update.sk === 'requests' ? table : gated).update(one);
    useStores({ table: { ...gated, update }, media: through(gate, 'media', media) });
  }
  if (!gate) useStores({ table, media });
  const bots = listedBots(table);
  const machines = { bots, clock: systemClock };
  const line = {
    ...machines,
    captured: capturedRepository(table),
    commands: commandRepository(table),
    participants: participantRepository(table),
    captureTasks: captureTaskRepository(table),
    executions: executionRepository(table),
    lifecycle: recordingLifecycle(),
  };
  let seen = table.changes.length;

  return {
    table,
    media,
    bots,
    projects,
    report: createReportTrigger(machines),
    workerLine: (project_id: string, bot_id: string) => createWorkerLine(line, { project_id, bot_id }, 1),
    /** Calls a route with the key of a project. */
    call: async (name: RouteName, project: 0 | 1, { headers, ...call }: Call = {}): Promise<Answer> => {
      const authorization = `Token ${projects[project].api_key}`;
      const answer = await callRoute(name, { headers: { authorization, ...headers }, ...call });
      lookForSecrets('an answer', JSON.stringify(answer));
      return answer;
    },
    /** What was written since this was last asked, but for counts of requests. */
    written: (): ItemChange[] => {
      const since = table.changes.slice(seen);
      seen = table.changes.length;
      return since.filter((change) => (change.new ?? change.old)?.kind !== 'requests');
    },
  };
};
export type Service = Awaited<ReturnType<typeof newService>>;

/** An id that no bot ever had. */
export const noSuchId = (): string =>
  `bot_${[...randomBytes(26)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')}`;
