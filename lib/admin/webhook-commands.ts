import * as z from 'zod';
import { nameIn } from '../domain/access/plain-names.ts';
import { deliveryStates, keptUntil } from '../domain/webhook/webhook-delivery.ts';
import { webhookTriggers } from '../domain/webhook/webhook-triggers.ts';
import type { ShownDelivery } from '../usecases/webhooks/find-delivery.ts';
import { type Command, type Given, type Option, projectOption, UsageError } from './command.ts';
import { overlapOf, overlapOption } from './overlap.ts';

const triggerOption: Option = {
  value: 'TRIGGER',
  help: `what to tell, repeatable: ${webhookTriggers.join(', ')}`,
  isList: true,
};
const urlOption: Option = { value: 'URL', help: 'where to send, https' };
const aboutOption: Option = { value: 'ID', help: 'what was told of: the id of a bot' };
const botOption: Option = { value: 'BOT', help: 'the same, in the place of --about' };
const subjectOf = (given: Given): string | undefined => given.text('about') ?? given.text('bot');
const subscriptionColumns = [
  'id',
  'state',
  'url',
  'triggers',
  'valid_secrets',
  'former_secret_until',
  'disabled_reason',
];

const Triggers = z.array(z.enum(webhookTriggers)).min(1);
const State = z.enum(deliveryStates);

/** @throws UsageError with a sentence, when the value does not fit */
const parse = <T>(schema: z.ZodType<T>, value: unknown, sentence: string): T => {
  const { success, data } = schema.safeParse(value);
  if (!success) throw new UsageError(sentence);
  return data;
};

const triggersOf = (given: readonly string[] | undefined) => {
  const neutral = given?.map((name) => nameIn('neutral', name) ?? name);
  return neutral && [...new Set(parse(Triggers, neutral, `--trigger must be one of ${webhookTriggers.join(', ')}`))];
};

const required = <T>(value: T | undefined, option: string): T => {
  if (value === undefined) throw new UsageError(`--${option} is missing`);
  return value;
};

/** Of what was told earlier nothing is kept any more, so it is not known what was not. */
const sinceOf = (text: string): Date => {
  const sentence = '--since is a moment of the last 30 days, as 2026-03-02T09:00:00Z';
  const since = new Date(parse(z.iso.datetime({ offset: true }), text, sentence));
  const now = new Date();
  if (since > now || keptUntil(since) < now) throw new UsageError(sentence);
  return since;
};

/** What is worth a column of a delivery: how it stands and how the receiver answered last. */
const summaryOf = (delivery: ShownDelivery) => {
  const last = delivery.attempts.at(-1);
  return {
    ...delivery,
    attempts: delivery.attempts.length,
    last_answer: last?.status ?? last?.error ?? '',
    duration_ms: last?.duration_ms ?? '',
  };
};
const deliveryColumns = [
  ...['created_at', 'state', 'trigger', 'attempts', 'last_answer', 'duration_ms', 'url'],
  ...['next_attempt_at', 'subject_id', 'subscription_id', 'idempotency_key'],
];

export const webhookCommands: Readonly<Record<string, Command>> = {
  'webhooks create': {
    summary: 'subscribes to all bots that have no webhooks of their own; prints the secret, this once',
    options: { ...projectOption, url: { ...urlOption, isNeeded: true }, trigger: { ...triggerOption, isNeeded: true } },
    isNoted: true,
    run: async ({ webhooks }, given) => {
      const url = required(given.text('url'), 'url');
      const triggers = required(triggersOf(given.list('trigger')), 'trigger');
      return { item: await webhooks.create(await given.project(), { url, triggers }) };
    },
  },
  'webhooks list': {
    summary: "lists a project's subscriptions",
    options: projectOption,
    run: async ({ webhooks }, given) => ({
      rows: await webhooks.list(await given.project()),
      columns: subscriptionColumns,
    }),
  },
  'webhooks update': {
    summary: 'changes where a subscription goes or what it is told',
    operands: ['WHS'],
    options: { ...projectOption, url: urlOption, trigger: triggerOption },
    isNoted: true,
    run: async ({ webhooks }, given) => {
      const url = given.text('url');
      const triggers = triggersOf(given.list('trigger'));
      if (url === undefined && !triggers) throw new UsageError('give --url or --trigger: there is nothing to change');
      const input = { ...(url !== undefined && { url }), ...(triggers && { triggers }) };
      return { item: await webhooks.update(await given.project(), given.operands[0] ?? '', input) };
    },
  },
  'webhooks delete': {
    summary: 'ends a subscription; what waits for a retry is dropped',
    operands: ['WHS'],
    options: projectOption,
    isNoted: true,
    run: async ({ webhooks }, given) => {
      const [id = ''] = given.operands;
      await webhooks.delete(await given.project(), id);
      return { done: `${id} is deleted` };
    },
  },
  'webhooks rotate-secret': {
    summary: 'gives a new secret, printed this once; the one before it goes on signing for a while',
    operands: ['WHS'],
    options: { ...projectOption, ...overlapOption },
    isNoted: true,
    run: async ({ webhooks }, given) => {
      const hours = overlapOf(given);
      return { item: await webhooks.rotateSecret(await given.project(), given.operands[0] ?? '', hours) };
    },
  },
  'webhooks enable': {
    summary: 'sends again to a receiver that had answered 410',
    operands: ['WHS'],
    options: projectOption,
    isNoted: true,
    run: async ({ webhooks }, given) => ({
      item: await webhooks.enable(await given.project(), given.operands[0] ?? ''),
    }),
  },
  'webhooks deliveries': {
    summary: 'lists the last 100 deliveries that did not succeed at once, or all about a bot, newest first',
    options: {
      ...projectOption,
      about: aboutOption,
      bot: botOption,
      state: { value: 'STATE', help: `only those that are ${State.options.join(', ')}` },
    },
    run: async ({ deliveries }, given) => {
      const asked = given.text('state');
      const state =
        asked === undefined ? undefined : parse(State, asked, `--state is one of ${State.options.join(', ')}`);
      const subject_id = subjectOf(given);
      const project_id = await given.project();
      const found = subject_id
        ? (await deliveries.ofSubject({ project_id, subject_id })).filter(
            (it) => state === undefined || it.state === state,
          )
        : await deliveries.troubled(project_id, state);
      return { rows: found, columns: deliveryColumns, cells: found.map(summaryOf) };
    },
  },
  'webhooks catch-up': {
    summary:
      'tells what happened to bots since a moment and was never told, as where it was given up before it was sent',
    options: {
      ...projectOption,
      since: { value: 'TIME', help: 'a moment of the last 30 days, as 2026-03-02T09:00:00Z', isNeeded: true },
      about: { ...aboutOption, help: 'only what happened to this bot' },
    },
    isNoted: true,
    run: async ({ catchUp }, given) => {
      const since = sinceOf(required(given.text('since'), 'since'));
      const deliveries = await catchUp(await given.project(), since, given.text('about'));
      return { done: `${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} on the way` };
    },
  },
  'webhooks resend': {
    summary: 'sends a delivery again, with the same id and the same bytes',
    operands: ['IDEMPOTENCY_KEY'],
    options: { ...projectOption, about: { ...aboutOption, isNeeded: true }, bot: botOption },
    isNoted: true,
    run: async ({ deliveries }, given) => {
      const [key = ''] = given.operands;
      const subject_id = required(subjectOf(given), 'about');
      await deliveries.resend({ project_id: await given.project(), subject_id }, key);
      return { done: `${key} is on its way` };
    },
  },
};
