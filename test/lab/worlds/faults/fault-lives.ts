/** Lives in which one call of a port fails, before or after it had its effect; and what must be true all the same. */
import assert from 'node:assert/strict';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { isFinal } from '../../../../lib/domain/bot/lifecycle.ts';
import { webhookTriggers } from '../../../../lib/domain/webhook/webhook-triggers.ts';
import { capturedFolder } from '../../../../lib/storage/bots/media-names.ts';
import { type BotRef, refOf } from '../../../../lib/storage/keys.ts';
import type { CreateBotInput } from '../../../../lib/usecases/bots/new-bot-input.ts';
import { aPng } from '../../builders/pictures.ts';
import { aSubscription } from '../../builders/records.ts';
import { expectInvariants, newestWorker, runToEnd } from '../lifecycle/lifecycle-driver.ts';
import { type Gate, type LifecycleWorld, lifecycleWorld } from '../lifecycle/lifecycle-world.ts';
import { heard, trouble } from '../speech-world.ts';
import { addTranscription, type Transcribing } from '../transcription-world.ts';
import { expectTold } from '../webhook-expectations.ts';
import { addWebhooks, type Received, type Receiver } from '../webhook-world.ts';
import { addClient, type ClientStep, createdBy } from './fault-client.ts';

export interface FaultLife {
  readonly name: string;
  readonly input?: Partial<CreateBotInput>;
  readonly steps?: readonly ClientStep[];
  readonly receiver?: Receiver;
  readonly isProjectSubscribed?: true;
  /** How many workers are lost on the way. */
  readonly killed?: number;
  /** What is said is transcribed so. */
  readonly transcriber?: Transcribing;
  /** So many steps of having speech transcribed each lost worker has done. */
  readonly killed_after?: number;
  /** No worker can be started. */
  readonly isRefused?: true;
  readonly ends: Bot['state'] | 'deleted';
}

const join_at = '2026-03-02T09:10:00.000Z';
const image = { type: 'image/png' as const, data: aPng().toString('base64') };
const url = (name: string): string => `https://hooks.example.com/${name}`;
const all = [...webhookTriggers];
const webhooks = [
  { url: url('all'), triggers: all },
  { url: url('states'), triggers: ['bot.state_change' as const] },
];

export const faultLives: readonly FaultLife[] = [
  { name: 'at once', ends: 'ended' },
  { name: 'scheduled', input: { join_at }, ends: 'ended' },
  { name: 'with a picture', input: { join_at, bot_image: image }, ends: 'ended' },
  { name: 'left by its client', steps: [{ once: 'joined_recording', do: 'leave' }], ends: 'ended' },
  { name: 'left at once', steps: [{ once: 'created', do: 'leave' }], ends: 'ended' },
  {
    name: 'deleted',
    input: { join_at, bot_image: image },
    steps: [{ once: 'created', do: 'delete' }],
    ends: 'deleted',
  },
  {
    name: 'moved and changed',
    input: { join_at },
    steps: [
      { once: 'created', do: { update: { join_at: '2026-03-02T09:30:00.000Z', bot_name: 'Other', bot_image: image } } },
      { once: 'scheduled', do: { update: { metadata: { changed: true } } } },
    ],
    ends: 'ended',
  },
  { name: 'with its data deleted', steps: [{ once: 'ended', do: 'delete_data' }], ends: 'data_deleted' },
  { name: 'with a lost worker', killed: 1, ends: 'ended' },
  { name: 'with two lost workers', killed: 2, ends: 'fatal_error' },
  {
    name: 'asked to write',
    steps: [
      { once: 'joined_recording', do: { write: 'one' } },
      { once: 'joined_recording', do: { write: 'two' } },
    ],
    ends: 'ended',
  },
  {
    name: 'asked to write, with a lost worker and its data deleted',
    steps: [
      { once: 'joined_recording', do: { write: 'one' } },
      { once: 'ended', do: 'delete_data' },
    ],
    killed: 1,
    ends: 'data_deleted',
  },
  { name: 'with no room for its worker', isRefused: true, ends: 'fatal_error' },
  { name: 'with a receiver that fails at first', receiver: (_, n) => (n <= 2 ? 500 : 204), ends: 'ended' },
  {
    name: 'with a receiver that wants no more',
    receiver: (to, n) => (to === url('states') && n === 2 ? 410 : 204),
    ends: 'ended',
  },
  { name: 'with speech', transcriber: () => heard('Yes.'), ends: 'ended' },
  {
    name: 'with speech that is hard to transcribe',
    transcriber: (n) => (n === 1 ? trouble('unavailable', 'TIMEOUT') : heard('Yes.')),
    ends: 'ended',
  },
  {
    name: 'with speech that nobody can transcribe, and its data deleted',
    transcriber: () => trouble('refused', 'HTTP_400'),
    steps: [{ once: 'ended', do: 'delete_data' }],
    ends: 'data_deleted',
  },
  {
    name: 'with a worker that is lost before it has stored what it heard',
    transcriber: () => heard('Yes.'),
    killed: 1,
    killed_after: 1,
    ends: 'ended',
  },
  {
    name: 'with a worker that is lost before it has handed on what it heard',
    transcriber: () => heard('Yes.'),
    killed: 1,
    killed_after: 2,
    ends: 'ended',
  },
  { name: 'told to the project', isProjectSubscribed: true, ends: 'ended' },
];

/** A life as it went. */
export interface Lived {
  readonly world: LifecycleWorld;
  readonly received: readonly Received[];
  readonly ref: BotRef;
}

/** Lives a life to its end. */
export const liveWith = async (gate: Gate, life: FaultLife): Promise<Lived> => {
  const { input = {}, steps = [], receiver = () => 204, killed = 0, killed_after = 0 } = life;
  const { isProjectSubscribed, isRefused, transcriber } = life;
  const world = lifecycleWorld({ gate, captures: true, speaks: transcriber !== undefined });
  if (transcriber) addTranscription(world, gate, transcriber);
  const subscribed = isProjectSubscribed ? [aSubscription({ url: url('project'), triggers: all })] : [];
  const { received } = await addWebhooks(world, gate, receiver, subscribed);
  if (isRefused) world.refuse('no capacity');
  let bot: Bot | undefined;
  addClient(world, () => bot && refOf(bot), gate, steps);
  bot = await createdBy(world, gate, {
    ...(!isProjectSubscribed && { webhooks }),
    ...(transcriber && { transcription_settings: { custom_async: {} } }),
    ...input,
  });
  for (let i = 0; i < killed; i += 1) {
    const isBackIn = () =>
      world.storedBots().some(({ state }) => state === 'joined_recording') &&
      world.workers.length > i &&
      newestWorker(world).said >= killed_after;
    await runToEnd(world, 'working', isBackIn);
    for (const worker of world.workers.filter(({ isAlive }) => isAlive)) world.kill(worker, true);
  }
  await runToEnd(world);
  return { world, received, ref: refOf(bot) };
};

/** A key is held while a bot lives that has it; pictures that a bot names are there; nothing outlives a deleted bot. */
const expectStores = async ({ world, ref }: Lived): Promise<void> => {
  const [bot] = world.storedBots();
  const items = world.stored.items();
  const held = items.filter(({ kind }) => kind === 'deduplication').map(({ bot_id }) => bot_id);
  assert.deepEqual(held, bot && !isFinal(bot.state) ? [bot.id] : []);
  if (bot?.bot_image) assert.ok(await world.media.get(bot.bot_image), 'the picture is gone');
  const isGone = !bot || bot.state === 'data_deleted';
  const ofBot = items.filter(({ pk, kind }) => pk.includes(ref.bot_id) && kind !== 'bot').map(({ kind }) => kind);
  if (isGone)
    assert.deepEqual(
      ofBot.filter((kind) => ['captured', 'command', 'participant'].includes(String(kind))),
      [],
    );
  if (!bot)
    assert.deepEqual(
      ofBot.filter((kind) => !String(kind).startsWith('webhook_')),
      [],
    );
};

/** What the bot was asked to write was seen to, and nothing was written twice. */
const expectWritten = ({ world }: Lived): void => {
  assert.equal(new Set(world.written).size, world.written.length, 'written twice');
  const commands = world.stored.items().filter(({ kind }) => kind === 'command');
  for (const { number, state } of commands) {
    assert.notEqual(state, 'asked');
    if (state === 'done') assert.ok(world.written.includes(Number(number)));
  }
};

/** Everything that was heard is in the transcript once, and nothing is left of its way there. */
const expectTranscript = async ({ world, ref }: Lived): Promise<void> => {
  const items = world.stored.items();
  assert.deepEqual(
    items.filter(({ kind }) => kind === 'speech'),
    [],
  );
  assert.deepEqual(await world.media.list(`${capturedFolder(ref)}speech/`), []);
  if (world.storedBots()[0]?.state === 'data_deleted') return;
  const pieces = items.filter(({ sk, kind }) => kind === 'captured' && sk.includes('#piece-'));
  const noted = world.workers.filter(({ said }) => said > 0);
  assert.deepEqual(
    pieces.map(({ batch_id }) => batch_id),
    noted.map(({ order }) => `piece-${order.attempt}`),
  );
};

/** The end of a life, as it must be the same whatever failed on the way. */
export const endOf = ({ world }: Lived): unknown => {
  const bot = world.storedBots()[0];
  if (!bot) return 'deleted';
  const { state, recording, recording_state, transcription_state, metadata, bot_name, join_at: at } = bot;
  const events = bot.events.map(({ type, sub_type }) => [type, sub_type]);
  // Like those of events, the moment is another one where something was done again.
  const stored = recording && { ...recording, stored_at: undefined };
  return { state, events, recording: stored, recording_state, transcription_state, metadata, bot_name, at };
};

/** Throws an AssertionError where something does not hold that must hold whatever failed. */
export const expectSound = async (lived: Lived, life: FaultLife): Promise<void> => {
  expectInvariants(lived.world);
  await expectStores(lived);
  await expectTranscript(lived);
  expectWritten(lived);
  const subscribers = life.isProjectSubscribed ? [{ url: url('project'), triggers: all }] : webhooks;
  const isServed = ({ url: to }: { url: string }) => life.receiver?.(to, 2) !== 410;
  expectTold(lived, subscribers.filter(isServed));
  assert.equal(lived.world.storedBots()[0]?.state ?? 'deleted', life.ends);
};
