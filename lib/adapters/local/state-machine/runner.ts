/**
 * Carries executions on. Every step is a row's change in one transaction, so after `kill -9` they go on from where they
 * were: tokens, timers and heartbeats are columns, and a function that was being invoked is invoked again.
 */
import { randomUUID } from 'node:crypto';
import { heartbeatEverySeconds } from '../../../domain/bot/capture-task.ts';
import { DiskFullError } from '../../../domain/errors.ts';
import { type Clock, systemClock } from '../../../ports/clock.ts';
import type { LocalDatabase, Row } from '../database.ts';
import { noteOutcome, type Outcome } from '../lifecycle-execution.ts';
import { type Pump, startPump } from '../pump.ts';
import { executionRows, positionOf } from './execution-rows.ts';
import type { Failure, Machine } from './machine.ts';

export interface ExecutionsOptions {
  readonly database: LocalDatabase;
  readonly machine: Machine;
  /** Calls a function by the name that the state machine gives it, with a payload of its own. */
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  onFault(error: unknown): void;
  readonly clock?: Clock;
  /** Sleep of the machine: it counts against nobody who has to tell that they are alive. */
  readonly sleep?: {
    /** For how many ms the machine slept since this was last asked. */
    take(): number;
    /** Called before anybody is taken for silent. */
    onWoken(): Promise<void>;
    /** States in which something is worked on without a word: what they are given is longer by the sleep. Others end by the clock. */
    readonly worked: readonly string[];
  };
  /** Functions called at a time. */
  readonly concurrency?: number;
}

// Workers that could not say so try again every second.
const heardAgainWithinMs = 5_000;
/** Workers that slept go on with what was left of the time until their next beat. */
const heardAfterSleepMs = heartbeatEverySeconds * 1500;

/** A thrown error as Step Functions tells of a function's: named after its class. */
const failureOf = (error: unknown): Failure => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    Error: name,
    Cause: JSON.stringify({ errorType: name, errorMessage: message, trace: stack?.split('\n') ?? [] }),
  };
};

/** Starts carrying on the executions of a database. Only one process may. */
export const startExecutions = (options: ExecutionsOptions): Pump => {
  const { database, machine, invoke, onFault, clock = systemClock, sleep, concurrency = 32 } = options;
  const rows = executionRows(database, clock);
  const underWay = new Map<string, Promise<void>>();
  let wasFull = false;
  let slept_ms = 0;
  const unnoted = new Set<() => void>();

  /** Remembers a full disk, for what is to be made up for then. */
  const unlessFull = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      wasFull ||= error instanceof DiskFullError;
      throw error;
    }
  };

  const call = (token: string, functionName: string, payload: unknown, waits: boolean): void => {
    const returned = (output: unknown): void => {
      if (waits) rows.noteReturned(token);
      else noteOutcome(database, token, { output: { ExecutedVersion: '$LATEST', Payload: output, StatusCode: 200 } });
    };
    const note = (noting: () => void): void => {
      try {
        unlessFull(noting);
      } catch (error) {
        if (error instanceof DiskFullError) unnoted.add(noting);
        throw error;
      }
    };
    const calling = invoke(functionName, payload)
      .then(
        (output) => note(() => returned(output)),
        (error: unknown) => note(() => void noteOutcome(database, token, failureOf(error))),
      )
      .catch(onFault)
      .finally(() => {
        underWay.delete(token);
        pump.wake();
      });
    underWay.set(token, calling);
  };

  /**
   * Begins a task, or calls its function again when that did not return before this process started. Answers the call,
   * to be made once this is stored.
   */
  const carryOut = (row: Row): (() => void) | undefined => {
    const name = String(row.name);
    const position = positionOf(row);
    const token = row.token === null ? randomUUID() : String(row.token);
    const order = machine.order(position, name, token);
    if ('Error' in order) {
      rows.enter(name, machine.fail(position, order, name));
      return undefined;
    }
    rows.begin(row, token, order);
    return () => call(token, order.function_name, order.payload, order.waits);
  };

  const settle = (row: Row, outcome: Outcome): void => {
    const name = String(row.name);
    const position = positionOf(row);
    rows.enter(
      name,
      'Error' in outcome ? machine.fail(position, outcome, name) : machine.succeed(position, outcome.output, name),
    );
  };

  const advance = (row: Row): (() => void) | undefined => {
    const now = clock.now().getTime();
    const name = String(row.name);
    if (row.state === '') rows.enter(name, machine.begin(JSON.parse(String(row.data)), name));
    else if (row.outcome !== null) settle(row, JSON.parse(String(row.outcome)) as Outcome);
    else if (row.token === null) return carryOut(row);
    else if (Number(row.timeout_at) <= now) settle(row, { Error: 'States.Timeout', Cause: 'its time was up' });
    else if (row.silent_at !== null && Number(row.silent_at) <= now) {
      settle(row, { Error: 'States.HeartbeatTimeout', Cause: 'no heartbeat came' });
    } else if (!underWay.has(String(row.token))) return carryOut(row);
    return undefined;
  };

  /** A row that cannot be understood ends its own execution and no other. */
  const advanceOrEnd = (row: Row): (() => void) | undefined => {
    try {
      return advance(row);
    } catch (error) {
      if (error instanceof DiskFullError) throw error;
      const failure = { Error: 'States.Runtime', Cause: String(error) };
      rows.enter(String(row.name), { kind: 'failed', state: String(row.state), data: {}, failure });
      onFault(error);
      return undefined;
    }
  };

  const wakeUp = async (): Promise<void> => {
    slept_ms += sleep?.take() ?? 0;
    if (!sleep || slept_ms === 0) return;
    await sleep.onWoken().catch(onFault);
    rows.forgiveSilence(heardAfterSleepMs, slept_ms);
    rows.prolong(sleep.worked, slept_ms);
    slept_ms = 0;
  };

  /** What could not be noted while the disk was full. Throws while it is. */
  const makeUp = (): void => {
    if (!wasFull) return;
    rows.forgiveSilence(heardAgainWithinMs);
    for (const note of unnoted) {
      note();
      unnoted.delete(note);
    }
    wasFull = false;
  };

  const work = async (): Promise<boolean> => {
    await wakeUp();
    makeUp();
    const free = concurrency - underWay.size;
    if (free <= 0) return false;
    if (!rows.isAnyDue()) return false;
    const calls = unlessFull(() => database.transaction(() => rows.due(free).map(advanceOrEnd)));
    for (const callFunction of calls) callFunction?.();
    return true;
  };

  rows.wakeCalled();
  const pump = startPump({
    database,
    work,
    nextDue: () => (underWay.size >= concurrency ? undefined : rows.nextDue()),
    onFault,
    clock,
  });
  return {
    wake: pump.wake,
    close: async () => {
      await pump.close();
      await Promise.all(underWay.values());
    },
  };
};
