import * as z from 'zod';
import { openEraser } from '#adapters/eraser.ts';
import { openTranscriptionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { parseOrder, placeIn } from '../../lib/ports/capture-order.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { measure } from '../../lib/process/metrics.ts';
import { pause } from '../../lib/process/pause.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { erasureRepository } from '../../lib/storage/bots/erasures.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import { createCaptureStopped } from '../../lib/usecases/lifecycle/capture-stopped.ts';
import { createOrderSuccessor } from '../../lib/usecases/lifecycle/order-successor.ts';
import { createWarmTaskEnded } from '../../lib/usecases/lifecycle/warm-task-ended.ts';
import { masked } from '../events/masked.ts';
import { openLaunchTurns, openWarmLauncher } from '../wiring/capture.ts';

const Variable = z.object({ name: z.string(), value: z.string() });
/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html */
const TaskEnds = z.object({
  detail: z.object({
    /** A task that is to stop, and has not yet, is told as RUNNING. */
    lastStatus: z.string().default('STOPPED'),
    stoppedReason: z.string().optional(),
    // https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_Task.html#ECS-Type-Task-stopCode
    stopCode: z.string().optional(),
    // One per container; those that AWS adds to a task have no environment of ours.
    overrides: z.object({ containerOverrides: z.array(z.object({ environment: z.array(Variable).default([]) })) }),
  }),
});

const table = openTable();
const warmTasks = warmTaskRepository(table);
const tasks = {
  bots: botRepository(table),
  captureTasks: captureTaskRepository(table),
  launcher: openWarmLauncher(table),
  clock: systemClock,
  pause,
};
const warmTaskEnded = createWarmTaskEnded({ warmTasks });
const orderSuccessor = createOrderSuccessor(tasks);
const captureStopped = createCaptureStopped({
  ...tasks,
  turns: openLaunchTurns(table),
  erasures: erasureRepository(table),
  eraser: openEraser(),
  onFault: (error) => log.error('what a bot left is not being removed yet', {}, error),
  speech: speechRepository(table),
  speechQueue: openTranscriptionQueue(),
  ...environment(transcriptionTime),
});

export const handler = masked(async (event: unknown) => {
  const { detail } = TaskEnds.parse(event);
  const environment = detail.overrides.containerOverrides.flatMap((container) => container.environment);
  const variables = Object.fromEntries(environment.map(({ name, value }) => [name, value]));
  const isOver = detail.lastStatus === 'STOPPED';
  const place = placeIn(variables);
  const order = place ? await warmTaskEnded(place) : parseOrder(variables);
  if (!order) {
    log.info('warm task had no bot', { ...place, is_over: isOver, reason: detail.stoppedReason });
    return;
  }
  const { project_id, bot_id, attempt } = order;
  const ref = { project_id, bot_id };
  log.info(isOver ? 'capture task stopped' : 'capture task is to stop', {
    bot_id,
    attempt,
    reason: detail.stoppedReason,
  });
  // No network interface, no image: RunTask has answered by then that all is well, and such troubles mostly pass.
  const isUnstarted = detail.stopCode === 'TaskFailedToStart';
  const { isLasting, isRefused } = isOver
    ? await captureStopped(ref, { ...order, isUnstarted })
    : { isLasting: false, ...(await orderSuccessor(ref, attempt)) };
  if (isRefused) log.warn('no task could be started beside one that is to end', { bot_id, attempt });
  if (isLasting) measure({ values: { BotsNotLaunched: 1 }, facts: { bot_id } });
  if (place && isOver) await warmTasks.forget(place);
});
