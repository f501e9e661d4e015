/** What can be done to a bot at any moment, by clients and by machines: for races between them. */
import { systemClock } from '../../../lib/ports/clock.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import type { BotRef } from '../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { createDeleteBot } from '../../../lib/usecases/bots/delete-bot.ts';
import { createLeaveBot } from '../../../lib/usecases/bots/leave-bot.ts';
import { createUpdateBot } from '../../../lib/usecases/bots/update-bot.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { aBotInput } from '../builders/records.ts';

export const newMeeting = 'https://meet.google.com/abc-defg-hij';

export const botActs = (table: Table) => {
  const bots = botRepository(table);
  const ports = {
    bots,
    events: calendarEventRepository(table),
    clock: systemClock,
    hosts: { demo_room: ['meet.example.com'] },
    platforms_off: [],
    checkAddress: () => undefined,
    openMedia: () => Promise.reject(new Error('no pictures here')),
    hasCustomTranscription: false,
  };
  const createBot = createCreateBot(ports);
  const advance = createAdvanceBot(ports);
  const update = createUpdateBot(ports);
  return {
    create: ({ project_id }: BotRef) => createBot(project_id, aBotInput({ deduplication_key: 'the same' })),
    leave: createLeaveBot(ports),
    delete: createDeleteBot(ports),
    update: (ref: BotRef) =>
      update(ref, { meeting_url: newMeeting, join_at: new Date(Date.now() + 9e6).toISOString() }),
    stage: (ref: BotRef) => advance(ref, 'stage_due'),
    endMeeting: (ref: BotRef) => advance(ref, 'meeting_ended', 'ended_by_host'),
    pause: (ref: BotRef) => advance(ref, 'pause'),
    fail: (ref: BotRef) => advance(ref, 'failed', 'capture_lost'),
  };
};
export type Act = keyof ReturnType<typeof botActs>;

/** How an act went, as text: `done`, or why not. */
export const outcomeOf = (acting: Promise<unknown>): Promise<string> =>
  acting.then(
    () => 'done',
    (error: Error) => error.message,
  );
