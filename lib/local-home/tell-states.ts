/** The states that bots enter, for whoever looks at the terminal. */
import * as z from 'zod';
import type { FeedRecord } from '../adapters/local/changes/change-feed.ts';
import { hasJoined } from '../domain/bot/bot.ts';
import { botEventSubTypes, botEventTypes, botStates } from '../domain/bot/lifecycle.ts';

const StoredBot = z.object({
  id: z.string(),
  bot_name: z.string(),
  meeting_url: z.string(),
  state: z.enum(botStates),
  events: z.array(z.object({ type: z.enum(botEventTypes), sub_type: z.enum(botEventSubTypes).nullable() })),
});

/** A bot that has just entered a state, and by what. */
export interface EnteredState {
  readonly id: string;
  readonly name: string;
  readonly meeting_url: string;
  readonly state: (typeof botStates)[number];
  readonly event?: string | undefined;
  readonly sub_type?: string | undefined;
  /** Whether it was in its meeting at some time. */
  readonly has_joined: boolean;
}
export type TellState = (entered: EnteredState) => void;

/** Tells of each change of the table by which a bot came into another state. */
export const tellStates =
  (tell: TellState) =>
  (batch: readonly FeedRecord[]): void => {
    for (const { old, new: after } of batch) {
      if (after?.kind !== 'bot' || old?.state === after.state) continue;
      const { data: bot } = StoredBot.safeParse(after);
      if (!bot) continue;
      const { id, bot_name: name, meeting_url, state, events } = bot;
      const { type: event, sub_type } = events.at(-1) ?? {};
      tell({ id, name, meeting_url, state, event, sub_type: sub_type ?? undefined, has_joined: hasJoined(bot) });
    }
  };
