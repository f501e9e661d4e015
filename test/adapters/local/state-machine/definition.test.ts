import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  parseStateMachine,
  UnknownStateLanguageError,
} from '../../../../lib/adapters/local/state-machine/definition.ts';

const task = {
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: 'f', Payload: {} },
  Next: 'done',
};
const fileWith = (fields: object): object => ({
  StartAt: 'work',
  States: { work: { ...task, ...fields }, done: { Type: 'Succeed' } },
});
const refusalOf = (file: unknown): string => {
  try {
    parseStateMachine(file);
  } catch (error) {
    if (error instanceof UnknownStateLanguageError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a state machine file', () => {
  it('is accepted when it is the one that runs on AWS', () => {
    const file = new URL('../../../../statemachines/bot-lifecycle.asl.json', import.meta.url);
    expect(refusalOf(JSON.parse(readFileSync(file, 'utf8')))).toBe('accepted');
  });

  it.each<[string, object, RegExp]>([
    ['a field of a task', { InputPath: '$' }, /^States\.work: .*InputPath/],
    ['JSONata', { QueryLanguage: 'JSONata' }, /^States\.work: .*QueryLanguage/],
    ['Assign', { Assign: { a: 1 } }, /^States\.work: .*Assign/],
    ['another service', { Resource: 'arn:aws:states:::sqs:sendMessage' }, /^States\.work\.Resource/],
    ['another state type', { Type: 'Map' }, /^States\.work/],
    ['an intrinsic function', { Parameters: { FunctionName: 'f', Payload: { 'a.$': 'States.UUID()' } } }, /Payload/],
    ['a path with a filter', { ResultPath: '$.a[0]' }, /^States\.work\.ResultPath/],
    ['an unknown place of the context', { Parameters: { FunctionName: 'f', Payload: { 'a.$': '$$.Map' } } }, /Payload/],
    ['a field of a retrier', { Retry: [{ ErrorEquals: ['A'], Extra: 1 }] }, /^States\.work\.Retry\.0: .*Extra/],
    ['States.ALL among others', { Catch: [{ ErrorEquals: ['A', 'States.ALL'], Next: 'done' }] }, /must stand alone/],
    [
      'States.ALL not last',
      {
        Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['A'] }],
      },
      /must come last/,
    ],
    ['a heartbeat longer than the timeout', { HeartbeatSeconds: 10, TimeoutSeconds: 10 }, /less than TimeoutSeconds/],
    ['two timeouts', { TimeoutSeconds: 10, TimeoutSecondsPath: '$.a' }, /both TimeoutSeconds/],
    ['no way on', { Next: undefined }, /either Next or End/],
    ['a state that is not there', { Next: 'nowhere' }, /^States\.work: there is no state nowhere$/],
  ])('is refused for %s, naming it', (_, fields, message) => {
    expect(refusalOf(fileWith(fields))).toMatch(message);
  });

  it('is refused for a start that is not there, and for fields of its own', () => {
    expect(refusalOf({ ...fileWith({}), StartAt: 'nowhere' })).toBe('StartAt: there is no state nowhere');
    expect(refusalOf({ ...fileWith({}), TimeoutSeconds: 5 })).toMatch(/^the file: .*TimeoutSeconds/);
  });
});
