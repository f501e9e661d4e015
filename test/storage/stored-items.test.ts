/** What is stored stays readable, whoever wrote it; what cannot be read is refused. */
import { describe, expect, it } from 'vitest';
import { UnreadableItemError } from '../../lib/domain/errors.ts';
import type { Item, Table } from '../../lib/ports/table.ts';
import { hashOfSecret } from '../../lib/process/secrets.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { itemsBeforeVersions } from '../lab/builders/stored-items.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

const project_id = 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS';
const refOfBot = (n: number) => ({ project_id, bot_id: `bot_01KJNWKZ0${n}ABCDEFGHJKMNPQRS` });
const inMeeting = refOfBot(3);
const told = { project_id, subject_id: inMeeting.bot_id };

/** Every record in a table, as the repositories read it. */
const readAll = async (table: Table) => {
  const captured = capturedRepository(table);
  const tasks = captureTaskRepository(table);
  const apiKeys = apiKeyRepository(table);
  const deliveries = webhookDeliveryRepository(table);
  const { subscriptions, slow_origins } = await webhookSubscriptionRepository(table).load(project_id);
  return {
    bots: await Promise.all([1, 2, 3, 4, 5].map((n) => botRepository(table).get(refOfBot(n)))),
    capture_tasks: [await tasks.get(inMeeting), await tasks.get(refOfBot(4))],
    utterances: await captured.list(inMeeting, 'utterances'),
    participant_events: await captured.list(inMeeting, 'participant_events'),
    chat_messages: await captured.list(inMeeting, 'chat_messages'),
    unclaimed: await commandRepository(table).unclaimed(inMeeting, 0),
    execution: await executionRepository(table).get(inMeeting),
    participants: await participantRepository(table).list(inMeeting),
    project: await projectRepository(table).get(project_id),
    api_keys: [await apiKeys.find(hashOfSecret('1')), await apiKeys.find(hashOfSecret('2'))],
    speech: await speechRepository(table).waiting(inMeeting),
    deliveries: await deliveries.ofSubject(told),
    disabled: [...(await deliveries.disabledUrls(told))],
    subscriptions,
    slow_origins: [...slow_origins],
  };
};

const tableOf = async (items: readonly Item[]) => {
  const table = memoryTable();
  for (const put of items) await table.write({ put });
  return table;
};

describe('items that say no version of their kind', () => {
  it('are those of the first one: every kind is read as it was written', async () => {
    const { items, records } = await itemsBeforeVersions();
    expect(await readAll(await tableOf(items))).toEqual(records);
  });
});

describe('an item that cannot be read', () => {
  it.each<[string, object]>([
    ['state', { state: 'on holiday' }],
    ['events.0.created_at', { events: [{ type: 'bot_created', sub_type: null, state: 'scheduled' }] }],
    ['metadata', { metadata: '[]' }],
    ['metadata', { metadata: '{ "secret": canary }' }],
    ['recording_settings', { recording_settings: 'mp4' }],
  ])('is refused by name, not believed: a bot with another %s', async (path, broken) => {
    const { items } = await itemsBeforeVersions();
    const [bot] = items.filter(({ kind }) => kind === 'bot');
    const table = await tableOf([{ ...(bot as Item), ...broken }]);
    const reading = botRepository(table).get(refOfBot(1));
    await expect(reading).rejects.toThrow(UnreadableItemError);
    await expect(reading).rejects.toThrow(`as a bot of version 1: ${path}: `);
    await expect(reading).rejects.not.toThrow('canary');
  });
});

describe('a bot that a later program has warned of something', () => {
  it('is read by this one, and keeps the warning when it is stored again', async () => {
    const { items } = await itemsBeforeVersions();
    const [bot] = items.filter(({ kind }) => kind === 'bot');
    const missing_media = [{ kind: 'of_later', since: '2026-03-02T09:05:00.000Z' }];
    const bots = botRepository(await tableOf([{ ...(bot as Item), missing_media }]));
    const found = await bots.get(refOfBot(1));
    if (!found) throw new Error('there is no bot');
    await bots.save({ ...found, version: found.version + 1 }, found);
    expect((await bots.get(refOfBot(1)))?.missing_media).toEqual(missing_media);
  });
});
