/**
 * An execution finishes on the definition that it was started with, also when another one is deployed meanwhile
 * (https://docs.aws.amazon.com/step-functions/latest/apireference/API_UpdateStateMachine.html), and a bot may stay in its
 * meeting for a day. The functions that it calls are those deployed last. So these serve the definitions of every release,
 * which are kept in `fixtures/<version>.asl.json`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BotState, captureModeIn, expectedNext, successors } from '../../lib/domain/bot/lifecycle.ts';
import { EnterStateInput } from '../../lib/usecases/lifecycle/enter-state.ts';
import { botLifecycle, continuedElsewhere } from '../../statemachines/bot-lifecycle.ts';

interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Parameters?: { readonly FunctionName: string; readonly Payload: Readonly<Record<string, unknown>> };
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
  readonly Next?: string;
  readonly HeartbeatSeconds?: number;
}
interface Definition {
  readonly States: Readonly<Record<string, State>>;
}

const folder = join(import.meta.dirname, 'fixtures');
const releases = readdirSync(folder).map((name) => name.replace('.asl.json', ''));
const definitionOf = (release: string): Definition =>
  JSON.parse(readFileSync(join(folder, `${release}.asl.json`), 'utf8'));

/** What references of a payload stand for: as Step Functions fills them in, in the first state and after an error. */
const arrivals = [{ sequence: 1 }, { Error: 'leaving', Cause: JSON.stringify({ sequence: 2 }) }];
const standsFor = (reference: unknown, arrival: object): unknown =>
  ({
    '$$.Task.Token': 'token',
    '$$.Execution.Name': 'bot_1-1-1',
    $: { project_id: 'prj_1', bot_id: 'bot_1', state: 'joining', arrival, timeouts: {} },
  })[String(reference)];

const filledIn = (payload: Readonly<Record<string, unknown>>, arrival: object): unknown =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), standsFor(value, arrival)] : [name, value],
    ),
  );

describe.each(releases)('executions of release %s', (release) => {
  const states = Object.entries(definitionOf(release).States);
  const entered = states.filter(([, { Parameters }]) => Parameters?.FunctionName === '${EnterStateFunctionArn}');
  const waiting = entered.filter(([, { Resource = '' }]) => Resource.endsWith('.waitForTaskToken'));

  it.each(entered)('are understood when they enter %s', (_, { Parameters }) => {
    for (const arrival of arrivals) {
      expect(EnterStateInput.safeParse(filledIn(Parameters?.Payload ?? {}, arrival)).error).toBeUndefined();
    }
  });

  it.each(waiting)('can follow their bots wherever these may go from %s', (name, { Next, Catch = [] }) => {
    const state = name as BotState;
    const caught = new Set(
      Catch.flatMap(({ ErrorEquals, Next: to }) => ErrorEquals.map((error) => `${error} → ${to}`)),
    );
    const steps = successors(state)
      .filter((next) => next !== expectedNext(state))
      .map((next) => `${next} → ${next}`);
    expect(Next).toBe(expectedNext(state));
    expect([...caught]).toEqual(expect.arrayContaining(steps));
    expect([...caught].join()).toContain(continuedElsewhere);
  });
});

it('where an execution that was begun earlier waits without a heartbeat is said to who updates', () => {
  const unheard = releases.flatMap((release) =>
    Object.entries(definitionOf(release).States).flatMap(([state, { Resource = '', HeartbeatSeconds }]) =>
      Resource.endsWith('.waitForTaskToken') && captureModeIn(state as BotState) && HeartbeatSeconds === undefined
        ? [state]
        : [],
    ),
  );
  const said = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  expect([...new Set(unheard)]).toEqual(
    [...said.matchAll(/wait in `([a-z_]+)` without a heartbeat/g)].map(([, state]) => state),
  );
});

it('the definition of today is kept with the next release: no state of it is missing', () => {
  const kept = new Set(releases.flatMap((release) => Object.keys(definitionOf(release).States)));
  const missing = Object.keys(botLifecycle().States).filter((state) => !kept.has(state));
  expect(missing, 'keep the definition in test/statemachines/fixtures').toEqual([]);
});
