import { openEraser } from '#adapters/eraser.ts';
import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openCalendarQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { ItemChange } from '../../lib/ports/table.ts';
import { launchRate, transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { measure } from '../../lib/process/metrics.ts';
import { botOfItem } from '../../lib/storage/bots/bot-item.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { commandRepository } from '../../lib/storage/bots/commands.ts';
import { erasureRepository } from '../../lib/storage/bots/erasures.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { calendarOfItem } from '../../lib/storage/calendars/calendar-item.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { createFollowCalendar } from '../../lib/usecases/calendars/follow-calendar.ts';
import { createFollowBot } from '../../lib/usecases/lifecycle/follow-bot.ts';
import { createHaveErased, leavingIn } from '../../lib/usecases/lifecycle/have-erased.ts';
import { measureLife } from '../../lib/usecases/lifecycle/measure-life.ts';
import { createPlanStaging } from '../../lib/usecases/lifecycle/plan-staging.ts';
import { createTellUndone } from '../../lib/usecases/lifecycle/tell-undone.ts';
import { changesTogether } from '../events/batch.ts';

const table = openTable();
const followBot = createFollowBot({
  executions: executionRepository(table),
  lifecycle: openLifecycleExecution(),
  planStaging: createPlanStaging({
    counts: launchCountRepository(table),
    clock: systemClock,
    ...environment(launchRate),
  }),
  clock: systemClock,
  ...environment(transcriptionTime),
});
const tellUndone = createTellUndone({
  bots: botRepository(table),
  commands: commandRepository(table),
  clock: systemClock,
  onFault: (error) => log.error('what a bot did not write cannot be told', {}, error),
});
const haveErased = createHaveErased({
  erasures: erasureRepository(table),
  eraser: openEraser(),
  onFault: (error) => log.error('what bots left is not being removed yet', {}, error),
});

const followCalendar = createFollowCalendar(openCalendarQueue());

/** Bots do not wait for each other; the changes of one are followed in their order. What they leave is removed elsewhere. */
const followBots = async (changes: readonly ItemChange[]): Promise<void> => {
  const byBot = Map.groupBy(changes, (change) => (change.new ?? change.old)?.pk);
  const ofBots = [...byBot.values()].map((ofOne) =>
    ofOne.map(({ old, new: next }) => ({ before: old && botOfItem(old), after: next && botOfItem(next) })),
  );
  const follow = async (ofOne: (typeof ofBots)[number]): Promise<void> => {
    for (const change of ofOne) {
      await followBot(change);
      await tellUndone(change);
      for (const seen of measureLife(change)) measure(seen);
    }
  };
  await Promise.all(ofBots.map(follow));
  await haveErased(leavingIn(ofBots.flat()));
};

const followCalendars = async (changes: readonly ItemChange[]): Promise<void> => {
  for (const { old, new: next } of changes) {
    await followCalendar({ before: old && calendarOfItem(old), after: next && calendarOfItem(next) });
  }
};

const kinds = { bot: followBots, calendar: followCalendars };

/** Both kinds in one function: few may read a table's stream. Neither waits for the other, or is left out when it fails. */
export const handler = changesTogether(Object.keys(kinds), async (changes) => {
  const byKind = Map.groupBy(changes, (change) => (change.new ?? change.old)?.kind);
  const followed = Object.entries(kinds).map(([kind, follow]) => follow(byKind.get(kind) ?? []));
  for (const one of await Promise.allSettled(followed)) if (one.status === 'rejected') throw one.reason;
});
