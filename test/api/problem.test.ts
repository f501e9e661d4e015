import { describe, expect, it } from 'vitest';
import { problemOf } from '../../lib/api/problem-of.ts';
import { InvalidTransitionError, NotFoundError, ValidationError } from '../../lib/domain/errors.ts';

describe('the problem that an error is to a client', () => {
  it('names each field that is to be changed', () => {
    const errors = { meeting_url: ['must be a URL'] };
    expect(problemOf(new ValidationError(errors), 'req-1')).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.stringContaining('meeting_url'),
      code: 'invalid_input',
      errors,
    });
  });

  it('says what the state does not allow', () => {
    expect(problemOf(new InvalidTransitionError('leave', 'ended'), 'req-1')).toMatchObject({
      status: 400,
      code: 'invalid_state',
      detail: 'cannot leave: the bot is ended',
    });
  });

  it('tells what belongs to somebody else as it tells what never was', () => {
    const [one, other] = ['bot', 'project: prj_2'].map((what) => problemOf(new NotFoundError(what), 'req-1'));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    new Error('the password is 1234'),
    new (class extends ValidationError {})({ a: ['b'] }),
    'thrown text',
    undefined,
  ])('is a fault of ours that tells nothing but the request, where the error is not known', (error) => {
    expect(problemOf(error, 'req-1')).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Something went wrong on our side. Quote the request id req-1 when you ask.',
      code: 'internal',
      request_id: 'req-1',
    });
  });
});
