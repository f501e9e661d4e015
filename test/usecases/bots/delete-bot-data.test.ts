import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { botStates, isAllowed, isErased } from '../../../lib/domain/bot/lifecycle.ts';
import { InvalidTransitionError, NotFoundError } from '../../../lib/domain/errors.ts';
import type { Delivery } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { erasureRepository } from '../../../lib/storage/bots/erasures.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { type BotRef, refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { createGetDiagnostics } from '../../../lib/usecases/captured/get-diagnostics.ts';
import { createGetRecording } from '../../../lib/usecases/captured/get-recording.ts';
import { createGetTranscript } from '../../../lib/usecases/captured/get-transcript.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { createEraseBot } from '../../../lib/usecases/lifecycle/erase-bot.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import {
  aBot,
  aChatMessage,
  anUtterance,
  aParticipant,
  aParticipantEvent,
  aRecording,
} from '../../lab/builders/records.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { recordingLifecycle } from '../../lab/doubles/recording-lifecycle.ts';

const batches = 250;

const setUp = async (details: Partial<Bot> = {}) => {
  const clock = aClock('2026-03-02T10:00:00.000Z');
  const table = memoryTable(clock);
  const [bots, captured, media] = [listedBots(table), capturedRepository(table), memoryMediaStore()];
  const speech = speechRepository(table);
  const bot = aBot({
    state: 'ended',
    recording: aRecording(),
    ...details,
  });
  await bots.create(bot);
  const ref = refOf(bot);
  for (let n = 0; n < batches; n += 1) {
    const batch = { ...ref, batch_id: String(n).padStart(4, '0'), created_at: bot.join_at };
    await captured.add({ ...batch, captured_kind: 'utterances', entries: [anUtterance()] });
    await captured.add({ ...batch, captured_kind: 'participant_events', entries: [aParticipantEvent()] });
    await captured.add({ ...batch, captured_kind: 'chat_messages', entries: [aChatMessage()] });
    await media.put(`${capturedFolder(ref)}segments/${n}`, new Uint8Array(1), 'video/mp4');
    await speech.add(aSpeechPiece({ ...ref, piece_id: String(n) }));
  }
  const last = { at: bot.join_at, folder: 'diagnostics/001-a', files: ['page.png'], reason: 'a', page: null };
  await media.put(`${capturedFolder(ref)}diagnostics/last.json`, Buffer.from(JSON.stringify(last)), 'application/json');
  await media.put(`${capturedFolder(ref)}diagnostics/001-a/page.png`, new Uint8Array(1), 'image/png');
  await media.put('another-project/bot/segments/1', new Uint8Array(1), 'video/mp4');
  const deliveries = webhookDeliveryRepository(table);
  const [commands, participants] = [commandRepository(table), participantRepository(table)];
  const erasures = erasureRepository(table);
  const ports = { ...allReadable, bots, captured, commands, participants, media, speech, deliveries, clock, erasures };
  return {
    ...ports,
    table,
    bot,
    ref,
    ports,
    deleteData: createDeleteBotData(ports),
    erase: createEraseBot(ports),
  };
};

/** A delivery about a bot that was given up. */
const aFailed = ({ project_id, bot_id }: BotRef, told: ReturnType<typeof aDelivery>): Delivery => {
  const { deliveries: _, attempt, not_before, lane, ...address } = aWebhookMessage({ project_id, subject_id: bot_id });
  return { ...address, ...told, state: 'failed', created_at: not_before, next_attempt_at: null, attempts: [] };
};

describe('deleting the data of a bot', () => {
  it('keeps the bot with its metadata and events, and says so', async () => {
    const { deleteData, ref, bot } = await setUp();
    const { state, events, metadata, recording } = await deleteData(ref);
    expect({ state, metadata, recording }).toEqual({ state: 'data_deleted', metadata: bot.metadata, recording: null });
    expect(events).toEqual([
      ...bot.events,
      { type: 'data_deleted', sub_type: null, created_at: '2026-03-02T10:00:00.000Z', state: 'data_deleted' },
    ]);
  });

  it('keeps nothing of what the meeting was like: as whom it had the bot, where, and what was missing', async () => {
    const { deleteData, ref, bot, bots } = await setUp();
    const known: Partial<Bot> = {
      ...{ participant_id: 'p', present_in: 'https://zoom.us/j/100000000' },
      missing_media: [{ kind: 'no_captions', since: '2026-03-02T09:30:00.000Z' }],
    };
    await bots.save({ ...bot, ...known, version: bot.version + 1 }, bot);
    await deleteData(ref);
    const erased = { ...(await bots.get(ref)) };
    expect(Object.keys(erased).filter((name) => name in known)).toEqual([]);
  });

  it('reads as empty from then on, before anything is removed', async () => {
    const { deleteData, ref, ports } = await setUp();
    const getDiagnostics = createGetDiagnostics(ports);
    expect(await getDiagnostics(ref)).toMatchObject({ reason: 'a', files: [{ name: 'page.png' }] });
    await deleteData(ref);
    const page = { page_size: 25 };
    const none = { results: [], next: undefined, previous: undefined };
    expect(await createGetTranscript(ports)(ref)).toEqual([]);
    expect(await createListCaptured('participant_events', ports)(ref, page)).toEqual(none);
    expect(await createListCaptured('chat_messages', ports)(ref, page)).toEqual(none);
    await expect(createGetRecording({ ...ports, media_days: null })(ref)).rejects.toThrow(NotFoundError);
    await expect(getDiagnostics(ref)).rejects.toThrow(NotFoundError);
  });

  it('removes every item and object of the bot, and nothing else', async () => {
    const { deleteData, erase, ref, table, media, deliveries, ports } = await setUp();
    const told = aDelivery({ identity: 'captured#utterances#a#0', trigger: 'transcript.update' });
    await deliveries.save(aFailed(ref, told), new Date('2026-04-01T00:00:00Z'));
    await ports.participants.save(ref, [{ position: '1', value: aParticipant() }]);
    await ports.commands.claim(ref, { number: 0, chat: { to: 'everyone', message: 'Hello' } }, 1);
    await deleteData(ref);
    await ports.erasures.add(ref);
    await erase(ref);
    await erase(ref);
    expect(table.items().map(({ kind }) => kind)).toEqual(['bot', 'webhook_forgotten']);
    expect(await media.list('')).toEqual(['another-project/bot/segments/1']);
  });

  it('stays noted where more is left while it is removed, and only then', async () => {
    const { deleteData, ref, erasures, media, ports } = await setUp();
    await deleteData(ref);
    await erasures.add(ref);
    const deleteAll = async (folder: string): Promise<void> => {
      await media.deleteAll(folder);
      // A worker that stops now has stored more.
      await erasures.add(ref);
    };
    await createEraseBot({ ...ports, media: { deleteAll } })(ref);
    expect(await erasures.list()).toEqual([ref]);
    await createEraseBot(ports)(ref);
    expect(await erasures.list()).toEqual([]);
  });

  it('is not undone by a worker that finishes its recording afterwards', async () => {
    const { deleteData, bots, ref, table, ports: given } = await setUp();
    await deleteData(ref);
    const executions = executionRepository(table);
    const ports = { ...given, captureTasks: captureTaskRepository(table), executions };
    const line = createWorkerLine({ ...ports, lifecycle: recordingLifecycle(), clock: aClock() }, ref, 1);
    await line.saveRecording(aRecording());
    expect((await bots.get(ref))?.recording ?? null).toBeNull();
  });

  it('may be asked for again', async () => {
    const { deleteData, ref } = await setUp();
    expect(await deleteData(ref)).toEqual(await deleteData(ref));
  });

  it.each(botStates.filter((state) => !isAllowed(state, 'delete_data') && !isErased(state)))(
    'is refused while the bot is %s',
    async (state) => {
      const { deleteData, ref } = await setUp({ state });
      await expect(deleteData(ref)).rejects.toThrow(new InvalidTransitionError('delete data', state));
    },
  );
});

describe('what is left of a bot that is gone', () => {
  it('is nothing of what was told of it, nor of what is kept of an attempt that was under way', async () => {
    const { erase, bots, bot, ref, table, deliveries } = await setUp();
    const until = new Date('2026-04-01T00:00:00Z');
    await deliveries.save(aFailed(ref, aDelivery()), until);
    await bots.delete(bot);
    await erase(ref);
    expect(await deliveries.save(aFailed(ref, aDelivery()), until)).toBe(false);
    const kinds = table.items().map(({ kind }) => kind);
    expect(kinds.filter((kind) => String(kind).startsWith('webhook'))).toEqual([
      'webhook_forgotten',
      'webhook_forgotten',
    ]);
  });
});
