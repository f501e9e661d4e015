import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStateMachine } from '../../../../lib/adapters/local/state-machine/definition.ts';
import { type Step, stateMachine } from '../../../../lib/adapters/local/state-machine/machine.ts';
import { botStates, expectedNext, isFinal, successors, timerOf } from '../../../../lib/domain/bot/lifecycle.ts';
import { runs } from '../../../lab/properties.ts';

const file = new URL('../../../../statemachines/bot-lifecycle.asl.json', import.meta.url);
const machine = stateMachine(parseStateMachine(JSON.parse(readFileSync(file, 'utf8'))));

const input = {
  project_id: 'prj_1',
  bot_id: 'bot_1',
  arrival: { sequence: 1 },
  timeouts: Object.fromEntries(botStates.map((state) => [state, 60])),
};
const taskOf = (step: Step) => {
  if (step.kind !== 'task') throw new Error(`expected a task, not ${step.kind}`);
  return step.position;
};
const stepTo = (step: Step, to: string, sequence: number): Step => {
  const position = taskOf(step);
  const isExpected = to === expectedNext(position.state as (typeof botStates)[number]);
  return isExpected
    ? machine.succeed(position, { sequence }, 'e')
    : machine.fail(position, { Error: to, Cause: JSON.stringify({ sequence }) }, 'e');
};
const waitingStates = botStates.filter((state) => timerOf(state));

describe('the state machine of a bot', () => {
  it('follows the state table wherever legal steps lead', () => {
    const start = fc.constantFrom(...waitingStates);
    const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(start, choices, (first, picks) => {
        let step = machine.begin({ ...input, state: first }, 'e');
        let state = first;
        let sequence = 1;
        for (const pick of picks) {
          expect(taskOf(step).state).toBe(state);
          if (isFinal(state)) break;
          const next = successors(state);
          const to = next[pick % next.length] ?? state;
          sequence += 1;
          step = stepTo(step, to, sequence);
          if (to === 'ended') return step.kind === 'succeeded' && step.state === 'ended';
          state = to;
          const { arrival } = taskOf(step).data as { arrival: { sequence?: number; Cause?: string } };
          expect(arrival.sequence ?? JSON.parse(arrival.Cause ?? '{}').sequence).toBe(sequence);
        }
        return true;
      }),
      { numRuns: runs(100) },
    );
  });

  it.each(waitingStates)(
    'enters %s again when its time is up or its capture is silent, knowing where it came from',
    (state) => {
      const first = machine.begin({ ...input, state }, 'e');
      for (const name of ['States.Timeout', 'States.HeartbeatTimeout']) {
        const again = taskOf(machine.fail(taskOf(first), { Error: name, Cause: '' }, 'e'));
        expect(again.state).toBe(state);
        expect(again.data).toMatchObject({ arrival: { sequence: 1 } });
      }
    },
  );

  it.each(waitingStates)('reports what is no step from %s as a failure, then ends', (state) => {
    const illegal = botStates.find((to) => to !== state && !successors(state).includes(to));
    for (const name of ['TypeError', illegal ?? 'none']) {
      const first = machine.begin({ ...input, state }, 'e');
      const report = machine.fail(taskOf(first), { Error: name, Cause: 'because' }, 'e');
      expect(taskOf(report)).toMatchObject({ state: 'report_failure', data: { failure: { Error: name } } });
      const fatal = machine.succeed(taskOf(report), {}, 'e');
      expect(taskOf(fatal).state).toBe('fatal_error');
      expect(machine.succeed(taskOf(fatal), {}, 'e')).toMatchObject({
        kind: 'failed',
        failure: { Error: 'fatal_error' },
      });
    }
  });

  it.each(waitingStates)('ends quietly from %s when the life goes on elsewhere', (state) => {
    const first = taskOf(machine.begin({ ...input, state }, 'e'));
    expect(machine.fail(first, { Error: 'continued', Cause: '{"sequence":2}' }, 'e').kind).toBe('succeeded');
  });
});
