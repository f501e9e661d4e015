/** Whether one machine will have room for a bot, as far as can be told from those that it has already. */
import type { Bot } from '../../../domain/bot/bot.ts';
import { capturedStates } from '../../../domain/bot/lifecycle.ts';
import type { CaptureOutlook } from '../../../ports/capture-outlook.ts';
import type { Clock } from '../../../ports/clock.ts';
import { botIdAt, rangeOf } from '../../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../../storage/bots/bot-lists.ts';
import type { ProjectRepository } from '../../../storage/projects.ts';
import type { CaptureHost } from './host.ts';

const turnAfter = (count: number): string => {
  if (count === 0) return 'which is the next';
  return count === 1 ? 'and one other has its turn before it' : `and ${count} others have their turns before it`;
};

/** Nobody knows how long a meeting takes. Bots that join within this time of each other may be in theirs together. */
const togetherForMs = 3_600_000;

export interface OutlookPorts {
  readonly host: Pick<CaptureHost, 'places' | 'use' | 'isHeld'>;
  readonly bots: Pick<BotLists, 'positions'>;
  readonly projects: Pick<ProjectRepository, 'ids'>;
  readonly clock: Clock;
}

export const createCaptureOutlook = ({ host, bots, projects, clock }: OutlookPorts): CaptureOutlook => {
  const { places } = host;
  const roomHere = `this machine has room for ${places} ${places === 1 ? 'bot' : 'bots'} in meetings at a time`;
  const theOperator = 'whoever runs the service can change that with --bots';

  /** Bots of all projects, in these states and joining in this time; at most one more than there are places. */
  const others = async (bot: Bot, filter: Parameters<typeof rangeOf>[1]): Promise<Set<string>> => {
    const found = new Set<string>();
    for (const id of await projects.ids()) {
      for (const position of await bots.positions(rangeOf(id, filter), { limit: places + 1 })) {
        found.add(botIdAt(position));
      }
    }
    found.delete(bot.id);
    return found;
  };

  const outlookNow = async (bot: Bot): Promise<string[]> => {
    if (host.isHeld(bot.id)) return [];
    const { taken, waiting } = host.use();
    const before = waiting.indexOf(bot.id);
    if (before >= 0 && taken + before < places)
      return ['the bot waits a moment, until others that are starting have arrived: not all start at once'];
    if (before >= 0) return [`the bot waits for its turn, ${turnAfter(before)}: ${roomHere}; ${theOperator}`];
    // Its task is about to be asked for, as are those of others that were created a moment ago.
    const { size } = await others(bot, { states: capturedStates() });
    return size < places ? [] : [`the bot has to wait until another has left its meeting: ${roomHere}; ${theOperator}`];
  };

  const outlookAt = async (bot: Bot): Promise<string[]> => {
    const join_ms = Date.parse(bot.join_at);
    const scheduled = await others(bot, {
      states: ['scheduled'],
      join_at_after: new Date(join_ms - togetherForMs).toISOString(),
      join_at_before: new Date(join_ms + 1).toISOString(),
    });
    const isSoon = join_ms - clock.now().getTime() < togetherForMs;
    const captured = isSoon ? await others(bot, { states: capturedStates() }) : [];
    const { size } = new Set([...scheduled, ...captured]);
    if (size < places) return [];
    return [
      `the bot may have to wait for its turn, for as many others join in the hour before: ${roomHere}; ${theOperator}`,
    ];
  };

  return {
    warningsOf: async (bot) => {
      if (!Number.isFinite(places)) return [];
      if (bot.state === 'scheduled') return outlookAt(bot);
      return bot.state === 'staged' || bot.state === 'joining' ? outlookNow(bot) : [];
    },
  };
};
