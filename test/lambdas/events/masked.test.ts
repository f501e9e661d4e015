import { afterEach, describe, expect, it, vi } from 'vitest';
import { changesTogether } from '../../../lambdas/events/batch.ts';
import { masked } from '../../../lambdas/events/masked.ts';
import { retried } from '../../../lambdas/events/retried.ts';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import { aStreamEvent } from '../../lab/builders/events.ts';

const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
afterEach(() => written.mockClear());

const address = 'https://ada:secret@example.com/a?pwd=secret';
const fail = (error: unknown) => () => Promise.reject(error);
const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );
/** What Lambda's runtime writes down of an error: its name, message and stack, and all that can be listed of it. */
const writtenOf = (error: unknown): string => {
  const { name, message, stack } = error as Error;
  return JSON.stringify({ ...(error as Error), name, message, stack });
};

describe('what a function throws, which its runtime writes down', () => {
  const odd = Object.assign(new TypeError(`Failed to parse URL from ${address}`), { input: address, code: 'ERR' });
  const change = aStreamEvent({ new: { pk: 'p', sk: 's', kind: 'bot' } });

  it.each([
    ['any function', masked(fail(odd)), 'TypeError'],
    [
      'a function that throws at once',
      masked(() => {
        throw odd;
      }),
      'TypeError',
    ],
    ['an effect', () => retried(fail(odd))({}), 'EffectFailedError'],
    [
      'a launch that was refused',
      () => retried(fail(new CaptureNotLaunchedError(`no answer of ${address}`)))({}),
      'CaptureNotLaunchedError',
    ],
    ['a batch of changes', () => changesTogether(['bot'], fail(odd))(change), 'TypeError'],
  ])('names nothing secret of an address: %s', async (_, work, name) => {
    const error = await thrownBy(work);
    expect(error).toMatchObject({ name, message: expect.stringContaining('https://…@example.com/a?…') });
    expect((error as Error).stack).toContain('masked.test.ts');
    expect(writtenOf(error)).not.toContain('secret');
    expect(written.mock.calls.flat().join('')).not.toContain('secret');
  });

  it('is thrown as it is where it is no error', async () => {
    expect(await thrownBy(masked(fail('words')))).toBe('words');
  });

  it('has no part in what goes well', async () => {
    expect(await masked(async (one: number, other: number) => one + other)(1, 2)).toBe(3);
  });
});
