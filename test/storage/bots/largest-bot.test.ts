/** A bot is one item of a table, which holds 400 KB of one: whatever clients ask for and meetings bring, its end has to go in. */
import { describe, expect, it } from 'vitest';
import { CreateBotBody } from '../../../lib/api/schemas/bots.ts';
import { type Bot, createBot } from '../../../lib/domain/bot/bot.ts';
import { botEventSubTypes, botEventTypes, botStates, mostEvents } from '../../../lib/domain/bot/lifecycle.ts';
import { missingMediaKinds, withMissing } from '../../../lib/domain/bot/missing-media.ts';
import { webhookTriggers } from '../../../lib/domain/webhook/webhook-triggers.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { aBot } from '../../lab/builders/records.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { itemBytes } from '../../lab/write-units.ts';

const mostItemBytes = 400 * 1024;

const longest = <T extends string>(words: readonly T[]): T => words.toSorted((a, b) => b.length - a.length)[0] as T;
/** Of the characters that take the most bytes. */
const text = (length: number): string => '漢'.repeat(length);
const url = `https://example.com/${text(2048 - 20)}`;
const webhooks = Array.from({ length: 10 }, (_, at) => ({
  url: url.slice(0, -1) + at,
  triggers: [...webhookTriggers],
}));
const metadata = { text: 'x'.repeat(8192 - 11) };

const body = CreateBotBody.parse({
  meeting_url: url,
  bot_name: text(255),
  deduplication_key: text(255),
  metadata,
  webhooks,
  bot_chat_message: { to: 'specific_user', to_user_uuid: text(255), message: text(10_000) },
  transcription_settings: { stt_b: { model: 'gpt-transcribe', prompt: text(10_000) } },
  voice_agent_settings: { url },
  websocket_settings: { audio: { url } },
  automatic_leave_settings: { bot_keywords: Array.from({ length: 50 }, () => text(64)) },
  conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: text(255) } },
  callback_settings: { conf_tokens_url: url },
});

const event = {
  type: longest(botEventTypes),
  sub_type: longest(botEventSubTypes),
  created_at: new Date(0).toISOString(),
  state: longest(botStates),
};

/** With as many events as it may have, and those that bring it to its end; told at each moment that something else is missing. */
const lived = (details: Partial<Bot>): Bot => {
  const bot = createBot(aBot(details), 'join_now', new Date(0));
  const events = Array.from({ length: mostEvents + botStates.length }, () => event);
  return Array.from({ length: 100 }).reduce<Bot>(
    (one, _, minute) => {
      const kind = missingMediaKinds[minute % missingMediaKinds.length] ?? 'withheld';
      return withMissing(one, kind, new Date(minute * 60_000), text(1_000)) ?? one;
    },
    { ...bot, events },
  );
};

const bytesOf = async (bot: Bot): Promise<number> => {
  const table = memoryTable();
  await botRepository(table).create(bot);
  return Math.max(...table.items().map(itemBytes));
};

describe('the largest that can be', () => {
  it('of a bot leaves room in its item', async () => {
    const { calendar_event_id: _, bot_image: __, ...details } = body;
    expect(
      await bytesOf(lived({ ...details, output_video: { id: 'id', url, loop: false, asked_at: '' } } as Partial<Bot>)),
    ).toBeLessThan(0.8 * mostItemBytes);
  });
});
