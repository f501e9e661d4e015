import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { log } from '../../lib/process/log.ts';

const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
afterEach(() => written.mockClear());
const time = '2026-03-02T09:00:00.000Z';
beforeAll(() => void vi.useFakeTimers({ now: new Date(time) }));
afterAll(() => void vi.useRealTimers());
const lines = (): unknown[] => written.mock.calls.map(([line]) => JSON.parse(String(line)));

const faultIn = (address: string): unknown => {
  try {
    return new Request(address);
  } catch (error) {
    return error;
  }
};

describe('a line of the log', () => {
  it('is one line of JSON: how bad it is, what happened, and what is known of it', () => {
    log.info('a bot was made', { bot_id: 'bot_1', project_id: undefined });
    expect(written.mock.calls).toEqual([[expect.stringMatching(/^[^\n]+\n$/)]]);
    expect(lines()).toEqual([{ time, level: 'info', message: 'a bot was made', bot_id: 'bot_1' }]);
  });

  it('leaves its time to CloudWatch, where AWS reads it', () => {
    vi.stubEnv('AWS_EXECUTION_ENV', 'AWS_ECS_FARGATE');
    log.info('a bot was made');
    vi.unstubAllEnvs();
    expect(lines()).toEqual([{ level: 'info', message: 'a bot was made' }]);
  });

  it.each([true, false])('of what goes as it should is for what is kept, and not for a terminal: %s', (isTerminal) => {
    const before = process.stdout.isTTY;
    onTestFinished(() => {
      process.stdout.isTTY = before;
    });
    process.stdout.isTTY = isTerminal;
    log.routine('webhook', { outcome: 'delivered' });
    log.info('webhook', { outcome: 'again' });
    const routine = { time, level: 'info', message: 'webhook', outcome: 'delivered' };
    const other = { time, level: 'info', message: 'webhook', outcome: 'again' };
    expect(lines()).toEqual(isTerminal ? [other] : [routine, other]);
  });

  it('says what failed, and what was behind it, the nearest first', () => {
    const unreached = new Error('connect ECONNREFUSED at https://example.com/hook?key=secret');
    const refused = new TypeError('fetch failed', { cause: unreached });
    log.error('a webhook was not delivered', {}, new RangeError('no answer', { cause: refused }));
    expect(lines()).toEqual([
      {
        time,
        level: 'error',
        message: 'a webhook was not delivered',
        error: 'RangeError',
        reason: 'no answer',
        cause: 'TypeError: fetch failed, because of Error: connect ECONNREFUSED at https://example.com/hook?…',
        stack: expect.stringContaining('log.test.ts'),
      },
    ]);
  });

  it('leaves out what may be secret in addresses, wherever it names them', () => {
    const unreached = new Error('net::ERR_NAME_NOT_RESOLVED at https://zoom.us/j/1?pwd=secret');
    log.error('capture worker failed', {}, unreached);
    log.warn('nobody is signed in', { reason: 'Error: https://example.com/sso#token=secret', attempt: 2 });
    expect(JSON.stringify(lines())).not.toContain('secret');
    expect(lines()).toMatchObject([
      {
        reason: 'net::ERR_NAME_NOT_RESOLVED at https://zoom.us/j/1?…',
        stack: expect.stringMatching(/^Error: net::ERR_NAME_NOT_RESOLVED at .*\?…\n +at .*log\.test\.ts:\d+:\d+/),
      },
      { reason: 'Error: https://example.com/sso#…', attempt: 2 },
    ]);
  });

  it('leaves out the password that Node names with an address', () => {
    const refused = new TypeError('request failed', { cause: faultIn('https://ada:secret@example.com/?a="secret"b') });
    log.error('a webhook was not delivered', {}, refused);
    expect(JSON.stringify(lines())).not.toContain('secret');
    expect(lines()).toMatchObject([{ cause: expect.stringContaining('https://…@example.com/?…') }]);
  });

  it('has an end, also where failures are behind each other in a ring', () => {
    const first = new Error('first');
    const second = new Error('second', { cause: first });
    first.cause = second;
    log.warn('odd', {}, first);
    expect(lines()).toMatchObject([{ cause: 'Error: second, because of Error: first, because of Error: second' }]);
  });

  it('leaves out what was thrown and is no error', () => {
    log.warn('odd', {}, 'words');
    expect(lines()).toEqual([{ time, level: 'warn', message: 'odd' }]);
  });

  it('is on standard error in commands whose output programs read', async () => {
    vi.resetModules();
    const { log: logOfCommand, logToStandardError } = await import('../../lib/process/log.ts');
    const beside = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    onTestFinished(() => beside.mockRestore());
    logToStandardError();
    logOfCommand.warn('odd');
    expect(lines()).toEqual([]);
    expect(beside.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { time, level: 'warn', message: 'odd' },
    ]);
  });
});
