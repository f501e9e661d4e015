/** Everything that works by itself on one machine, each woken by changes in the database. */
import { readFile } from 'node:fs/promises';
import { functionPlaceholders } from '../../../statemachines/bot-lifecycle.ts';
import { excuseTasks } from '../../adapters/local/capture/excuse.ts';
import { startCaptureReports } from '../../adapters/local/capture/reports.ts';
import { vouchForTasks } from '../../adapters/local/capture/vouch.ts';
import { type FeedRecord, inheritChanges } from '../../adapters/local/changes/change-feed.ts';
import type { LocalDatabase } from '../../adapters/local/database.ts';
import { erasureQueue } from '../../adapters/local/eraser.ts';
import type { Pump } from '../../adapters/local/pump.ts';
import {
  calendarQueue,
  connectionQueue,
  type ReceivableQueue,
  slowWebhookQueue,
  transcriptionQueue,
  webhookQueue,
} from '../../adapters/local/queue.ts';
import { parseStateMachine } from '../../adapters/local/state-machine/definition.ts';
import { stateMachine } from '../../adapters/local/state-machine/machine.ts';
import { startExecutions } from '../../adapters/local/state-machine/runner.ts';
import { sqliteTable } from '../../adapters/local/table.ts';
import { botStates, captureModeIn, needsCapture } from '../../domain/bot/lifecycle.ts';
import { calendarRunSeconds } from '../../domain/calendar/sync-state.ts';
import { connectionRunSeconds } from '../../domain/connection/connection-sync.ts';
import { againAfter } from '../../ports/queue.ts';
import { log } from '../../process/log.ts';
import type { Functions } from '../functions.ts';
import { type TellState, tellStates } from '../tell-states.ts';
import { releaseCalendars } from './calendar-leases.ts';
import { deliverMessages } from './deliver-messages.ts';
import { followChanges } from './follow-changes.ts';
import type { Sleep } from './sleep.ts';

const stateMachineFile = new URL('../../../statemachines/bot-lifecycle.asl.json', import.meta.url);
const follower = 'lifecycle/follow';
const transcriber = 'transcription/transcribe';
const calendarLooker = 'calendars/sync';
const eraser = 'lifecycle/forget-old';
/** A bot of very many hours. */
const erasingSeconds = 300;
const connectionLooker = 'connections/sync';

const functionNames = new Map<string, string>([
  [functionPlaceholders.enterState, 'lifecycle/enter-state'],
  [functionPlaceholders.reportFailure, 'lifecycle/report-failure'],
]);

/** How long, in ms, those functions may work that need longer than others. */
export const longestWork = (transcribing_seconds: number): Readonly<Record<string, number>> => ({
  [transcriber]: transcribing_seconds * 1000,
  [calendarLooker]: calendarRunSeconds * 1000,
  [connectionLooker]: connectionRunSeconds * 1000,
  [eraser]: erasingSeconds * 1000,
});

interface PumpOptions {
  readonly transcribing_seconds: number;
  readonly sleep: Pick<Sleep, 'take'>;
  readonly onState: TellState;
  readonly faultOf: (part: string) => (error: unknown) => void;
}

/** Starts all of it. */
export const startPumps = async (
  database: LocalDatabase,
  functions: Functions,
  { transcribing_seconds, sleep, onState, faultOf }: PumpOptions,
): Promise<Pump[]> => {
  const machine = stateMachine(parseStateMachine(JSON.parse(await readFile(stateMachineFile, 'utf8'))));
  const follow = (consumer: string, onDone?: (batch: readonly FeedRecord[]) => void): Pump =>
    followChanges({
      database,
      consumer,
      invoke: (event) => functions.invoke(consumer, event),
      onFault: faultOf(consumer),
      ...(onDone && { onDone }),
    });
  const deliver = (queue: ReceivableQueue, consumer = 'webhooks/deliver'): Pump =>
    deliverMessages({
      database,
      queue,
      invoke: (event) => functions.invoke(consumer, event),
      onFault: faultOf(consumer),
    });
  await releaseCalendars(sqliteTable(database));
  await excuseTasks(database);
  // Up to version 0.1.0 calendars had a follower of their own.
  inheritChanges(database, follower, 'calendars/follow', 'calendar');
  return [
    follow(follower, tellStates(onState)),
    deliver(erasureQueue(database, { visibility_seconds: againAfter(erasingSeconds) }), eraser),
    follow('webhooks/fan-out'),
    deliver(webhookQueue(database)),
    deliver(slowWebhookQueue(database)),
    deliver(calendarQueue(database, { visibility_seconds: againAfter(calendarRunSeconds) }), calendarLooker),
    deliver(connectionQueue(database, { visibility_seconds: againAfter(connectionRunSeconds) }), connectionLooker),
    deliver(transcriptionQueue(database, { visibility_seconds: againAfter(transcribing_seconds) }), transcriber),
    startExecutions({
      database,
      machine,
      invoke: (name, payload) => functions.invoke(functionNames.get(name) ?? name, payload),
      onFault: faultOf('an execution'),
      sleep: {
        take: sleep.take,
        worked: botStates.filter((state) => captureModeIn(state) && !needsCapture(state)),
        onWoken: async () => {
          log.info('this machine has slept: bots in meetings have a moment to be heard of');
          await vouchForTasks(database, new Date());
        },
      },
    }),
    startCaptureReports({
      database,
      report: (event) => functions.invoke('lifecycle/capture-stopped', event),
      onFault: faultOf('lifecycle/capture-stopped'),
    }),
  ];
};
