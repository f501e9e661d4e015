/** The commands with which an operator mends what went wrong. */
import * as z from 'zod';
import type { LostQueues } from '../doctor/lost-queues.ts';
import { NothingThereError } from '../domain/errors.ts';
import type { Move } from '../usecases/lifecycle/move-bot.ts';
import { type Command, projectOption, UsageError } from './command.ts';
import type { Services } from './services.ts';

const lostOf = ({ lost }: Services['repair']): LostQueues => {
  if (!lost) throw new UsageError('only a deployment has such queues: name it with --outputs FILE');
  return lost;
};

const noBot = (id: string): Error => new NothingThereError(`there is no bot ${id} in this project`);

/** @throws UsageError */
const sinceOf = (text: string | undefined): Date => {
  const { data } = z.iso.datetime({ offset: true }).safeParse(text);
  if (data === undefined) throw new UsageError('--since is a moment, as 2026-03-02T09:00:00Z');
  return new Date(data);
};

export const repairCommands: Readonly<Record<string, Command>> = {
  'bots stuck': {
    summary: 'lists bots that stay in a state for longer than any bot may: nobody looks after them',
    run: async ({ repair }) => ({
      rows: await repair.stuckBots(),
      columns: ['project_id', 'bot_id', 'state', 'due_at'],
    }),
  },
  'bots end': {
    summary: 'ends a bot in fatal_error, and its capture task with it; keeps what was captured',
    operands: ['BOT'],
    options: projectOption,
    isNoted: true,
    run: async ({ repair }, given) => {
      const [id = ''] = given.operands;
      const state = await repair.endBot({ project_id: await given.project(), bot_id: id });
      if (state === undefined) throw noBot(id);
      return { done: state === 'fatal_error' ? `${id} is ended` : `${id} is ${state} already` };
    },
  },
  'bots move': {
    summary:
      'moves a bot that is in a meeting to a new worker, of the image deployed last; nothing of the meeting is lost',
    operands: ['BOT'],
    options: projectOption,
    isNoted: true,
    run: async ({ repair }, given) => {
      const [id = ''] = given.operands;
      const move = await repair.moveBot({ project_id: await given.project(), bot_id: id });
      if (move === 'no_bot') throw noBot(id);
      const said: Readonly<Record<Exclude<Move, 'no_bot'>, string>> = {
        moved: `${id} has a new worker`,
        not_yet: `${id} has no new worker after two minutes: look at its log; when its worker ends, another one joins anew`,
        not_movable: `${id} cannot be moved: it must be in its meeting`,
      };
      if (move === 'not_movable') throw new Error(said[move]);
      return { done: said[move] };
    },
  },
  'bots catch-up': {
    summary:
      'sees to bots whose changes were given up before they were followed: those to come, and data that was to be deleted',
    options: {
      since: {
        value: 'TIME',
        help: 'from when on deleted data are removed again, as 2026-03-02T09:00:00Z',
        isNeeded: true,
      },
      all: { help: 'times all bots to come anew, as where a stack was deleted and its table is another one’s' },
    },
    run: async ({ repair }, given) => {
      const { timed, erased } = await repair.catchUpBots(sinceOf(given.text('since')), given.has('all'));
      return { done: `${timed} bots to come are timed anew, and what is left of ${erased} is removed within the hour` };
    },
  },
  'lost list': {
    summary: 'lists the queues of what was given up after every attempt, in a deployment',
    run: async ({ repair }) => ({ rows: await lostOf(repair).list(), columns: ['queue', 'messages', 'from', 'url'] }),
  },
  'lost redrive': {
    summary: 'has what was given up worked on again: ten messages a second go back to where they came from',
    operands: ['QUEUE'],
    run: async ({ repair }, given) => {
      const { queue, messages, from } = await lostOf(repair).redrive(given.operands[0] ?? '');
      return { done: `${messages} of ${queue} go back to ${from}` };
    },
  },
};
