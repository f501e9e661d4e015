import { describe, expect, it } from 'vitest';
import { assignmentOf, inheritanceOf } from '../../lib/capture-home/assignment.ts';
import type { BotEvent } from '../../lib/domain/bot/bot.ts';
import type { CaptureTask } from '../../lib/domain/bot/capture-task.ts';
import type { CaptureOrder } from '../../lib/ports/capture-order.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { refOf } from '../../lib/storage/keys.ts';
import { aBot, aBotEvent, anUtterance } from '../lab/builders/records.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

const anOrder = (attempt: number): CaptureOrder => {
  const { id: bot_id, project_id } = aBot();
  return { project_id, bot_id, attempt, mode: 'capture' };
};

/** The assignment of a worker before which there were others; they have told so far what was said. */
const assignmentAfter = async (events: readonly BotEvent[], attempt: number) => {
  const table = memoryTable();
  const [captured, captureTasks] = [capturedRepository(table), captureTaskRepository(table)];
  const bot = aBot({ events });
  const ref = refOf(bot);
  const task: CaptureTask = { attempt, lost: 0, mode: 'capture', launched_at: '2026-03-02T09:00:00.000Z' };
  await captureTasks.claim(ref, task, undefined);
  if (events.some(({ type }) => type === 'joined_meeting')) {
    await captured.add({
      ...ref,
      captured_kind: 'utterances',
      batch_id: '1',
      created_at: '2026-03-02T09:01:00.000Z',
      entries: [anUtterance()],
    });
  }
  const order = anOrder(attempt);
  const inheritance = await inheritanceOf({ captured, captureTasks }, bot, order);
  return assignmentOf(bot, order, inheritance);
};

describe('what a capture worker is told of those before it', () => {
  it('is nothing for the first one', async () => {
    expect(await assignmentAfter([aBotEvent()], 1)).not.toHaveProperty('reported');
  });

  it('is what they reported, when they were in the meeting', async () => {
    const events = [aBotEvent(), aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })];
    expect(await assignmentAfter(events, 2)).toMatchObject({
      attempt: 2,
      reported: { utterances: [anUtterance()], participant_events: [], chat_messages: [] },
    });
  });

  it('is as which participant the bot was there, if it was', async () => {
    const bot = aBot({ participant_id: 'tile-1' });
    const inheritance = { task: undefined, reported: undefined };
    expect(assignmentOf(bot, anOrder(2), inheritance)).toMatchObject({ participant_id: 'tile-1' });
    expect(assignmentOf(aBot(), anOrder(1), inheritance)).not.toHaveProperty('participant_id');
  });

  it('is nothing for a bot that was put off before it was in: its second worker comes in as the first', async () => {
    const events = [
      aBotEvent({ type: 'bot_created', state: 'scheduled' }),
      aBotEvent({ type: 'staged', state: 'staged' }),
      aBotEvent({ type: 'rescheduled', state: 'scheduled' }),
      aBotEvent({ type: 'staged', state: 'staged' }),
    ];
    const assignment = await assignmentAfter(events, 2);
    expect(assignment.attempt).toBe(2);
    expect(assignment).not.toHaveProperty('reported');
  });
});
