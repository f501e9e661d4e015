import { readFileSync } from 'node:fs';
import validate from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { parseStateMachine } from '../../lib/adapters/local/state-machine/definition.ts';
import { type Position, stateMachine } from '../../lib/adapters/local/state-machine/machine.ts';
import { allowancesOf } from '../../lib/domain/bot/deadlines.ts';
import { type BotState, captureModeIn, isFinal, transitions } from '../../lib/domain/bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../../lib/domain/bot/settings.ts';
import { captureNotLaunched, EffectFailedError } from '../../lib/domain/errors.ts';
import { botLifecycle } from '../../statemachines/bot-lifecycle.ts';
import { aBot } from '../lab/builders/records.ts';

interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly ResultPath: string;
  readonly Next: string;
}
interface State {
  readonly Type: 'Task' | 'Choice' | 'Succeed' | 'Fail';
  readonly Resource?: string;
  readonly Parameters?: { readonly Payload: Readonly<Record<string, unknown>> };
  readonly TimeoutSecondsPath?: string;
  readonly HeartbeatSeconds?: number;
  readonly Retry?: readonly { readonly ErrorEquals: readonly string[] }[];
  readonly Catch?: readonly Catcher[];
  readonly Choices?: readonly { readonly Variable: string; readonly StringEquals: string; readonly Next: string }[];
  readonly Next?: string;
}

const text = readFileSync(new URL('../../statemachines/bot-lifecycle.asl.json', import.meta.url), 'utf8');
const machine = JSON.parse(text) as { readonly StartAt: string; readonly States: Readonly<Record<string, State>> };
const states = Object.entries(machine.States);
const waiting = states.filter(([, { Resource }]) => Resource?.endsWith('.waitForTaskToken'));
/** States of the machine that are none of a bot. */
const machinery = ['begin', 'report_failure', 'continued_elsewhere', 'failed'];
/** Errors that lead to the machinery, or back into the state, rather than along the table. */
const reserved = ['States.Timeout', 'States.HeartbeatTimeout', 'continued', 'States.ALL'];

const targetsOf = ({ Next, Catch = [], Choices = [] }: State): string[] => [
  ...(Next ? [Next] : []),
  ...[...Catch, ...Choices].map((branch) => branch.Next),
];

describe('the state machine', () => {
  it('is the one generated from the table', () => {
    expect(text).toBe(`${JSON.stringify(botLifecycle(), null, 2)}\n`);
  });

  it('passes asl-validator', () => {
    expect(validate(JSON.parse(text))).toMatchObject({ isValid: true, errors: [] });
  });

  it('has exactly the steps of the table', () => {
    const inMachine = waiting.flatMap(([name, { Next, Catch = [] }]) => [
      `${name} → ${Next}`,
      ...Catch.flatMap(({ ErrorEquals, Next: next }) =>
        ErrorEquals.filter((error) => !reserved.includes(error)).map((error) => {
          expect(error).toBe(next);
          return `${name} → ${next}`;
        }),
      ),
    ]);
    const reached = new Set(transitions().map(({ to }) => to));
    const inTable = transitions()
      .filter(({ from, to }) => from !== 'new' && reached.has(from) && to !== 'data_deleted')
      .map(({ from, to }) => `${from} → ${to}`);
    expect(inMachine.sort()).toEqual([...new Set(inTable)].sort());
  });

  it('begins in every state in which an execution may start or go on', () => {
    const begin = machine.States[machine.StartAt];
    expect(begin?.Choices?.map(({ StringEquals, Next }) => [StringEquals, Next])).toEqual(
      waiting.map(([name]) => [name, name]),
    );
    expect(new Set(begin?.Choices?.map(({ Variable }) => Variable))).toEqual(new Set(['$.state']));
  });

  it('waits in every state of a bot that is not final, and in no other', () => {
    const ofBots = states.map(([name]) => name).filter((name) => !machinery.includes(name)) as BotState[];
    expect(waiting.map(([name]) => name).sort()).toEqual(ofBots.filter((name) => !isFinal(name)).sort());
  });

  it('names only states that it has, and reaches all of them', () => {
    const seen = new Set([machine.StartAt]);
    for (const name of seen) for (const next of targetsOf(machine.States[name] as State)) seen.add(next);
    expect([...seen].sort()).toEqual(states.map(([name]) => name).sort());
  });
});

describe('what asl-validator does not look at', () => {
  it.each(states)('States.ALL stands alone and last in %s', (_, { Catch = [], Retry = [] }) => {
    for (const list of [Catch, Retry]) {
      for (const [index, { ErrorEquals }] of list.entries()) {
        if (!ErrorEquals.includes('States.ALL')) continue;
        expect(ErrorEquals).toEqual(['States.ALL']);
        expect(index).toBe(list.length - 1);
      }
    }
  });

  it.each(states)('no error is caught twice in %s', (_, { Catch = [] }) => {
    const caught = Catch.flatMap(({ ErrorEquals }) => ErrorEquals);
    expect(new Set(caught).size).toBe(caught.length);
  });

  const hasty = aBot({
    automatic_leave_settings: AutomaticLeaveSettings.parse({
      wait_for_host_to_start_meeting_timeout_seconds: 1,
      waiting_room_timeout_seconds: 1,
      only_participant_in_meeting_timeout_seconds: 1,
    }),
  });
  const shortest: Readonly<Record<string, number>> = allowancesOf(hasty, new Date('2026-03-02T12:00:00.000Z'), {
    transcription_timeout_seconds: 1,
  });
  it.each(waiting)('%s beats faster than it times out, and has a time at its path', (name, state) => {
    expect(state.TimeoutSecondsPath).toBe(`$.timeouts.${name}`);
    expect(state.HeartbeatSeconds !== undefined).toBe(captureModeIn(name as BotState) !== undefined);
    expect(state.HeartbeatSeconds ?? 0).toBeLessThan(shortest[name] ?? 0);
  });

  it.each(waiting)('%s is entered again when its time is up, or its capture is silent', (name, { Catch = [] }) => {
    expect(Catch[0]).toEqual({
      ErrorEquals: ['States.Timeout', 'States.HeartbeatTimeout'],
      ResultPath: '$.overdue',
      Next: name,
    });
  });

  it.each(waiting)('%s passes everything that its function parses', (name, { Parameters }) => {
    expect(Parameters?.Payload).toEqual({
      state: name,
      'token.$': '$$.Task.Token',
      'execution_name.$': '$$.Execution.Name',
      'execution.$': '$',
    });
  });

  it.each(waiting)(
    '%s asks again for a task that was refused, every half minute at least, and more often unless it is staged',
    (state, { Retry = [] }) => {
      const again = Retry.find(({ ErrorEquals }) => ErrorEquals.includes(captureNotLaunched));
      expect(again).toMatchObject({ JitterStrategy: 'FULL', MaxDelaySeconds: state === 'staged' ? 30 : 8 });
    },
  );

  it.each(waiting)('%s retries what its function could not do', (_, { Retry = [] }) => {
    expect(Retry.flatMap(({ ErrorEquals }) => ErrorEquals)).toContain(new EffectFailedError('').name);
  });

  // Full jitter makes half of each pause on the average.
  const walked = stateMachine(parseStateMachine(machine), () => 0.5);
  const tasks = states.filter(([, { Type }]) => Type === 'Task').map(([name]) => name);
  it.each(tasks)('%s outlasts an outage of an hour, and is back within half a minute of its end', (name) => {
    const pauses: number[] = [];
    let position: Position = { state: name, data: { arrival: {} }, retries: [] };
    for (let lasted = 0; lasted < 3600; lasted += pauses.at(-1) ?? 0) {
      const step = walked.fail(position, { Error: new EffectFailedError('').name, Cause: 'no table' }, 'bot-1-1');
      if (step.kind !== 'task') throw new Error(`${name} has ${step.kind} after ${lasted} s`);
      expect(step.position.state, `after ${lasted} s`).toBe(name);
      position = step.position;
      pauses.push(step.delay_seconds);
    }
    expect(pauses[0]).toBeLessThanOrEqual(1);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15);
  });

  it.each(waiting)('%s loses nothing that the execution carries', (_, { Catch = [] }) => {
    for (const { ResultPath } of Catch) expect(ResultPath).toMatch(/^\$\.(arrival|overdue|failure)$/);
  });

  it('a failure is reported before the execution ends', () => {
    for (const [, { Catch = [] }] of waiting) expect(Catch.at(-1)?.Next).toBe('report_failure');
    expect(machine.States.report_failure?.Next).toBe('fatal_error');
    expect(machine.States.fatal_error?.Next).toBe('failed');
  });
});
