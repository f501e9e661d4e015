import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionLog } from '../../lib/capture-home/session-log.ts';

const lines: unknown[] = [];
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  lines.length = 0;
});

describe('the log of a session', () => {
  it('names the bot in every line', () => {
    sessionLog('bot_1')('take ended', { stats: { frames: 3 } });
    expect(lines).toEqual([
      {
        time: expect.any(String),
        level: 'info',
        message: 'take ended',
        bot_id: 'bot_1',
        details: '{"stats":{"frames":3}}',
      },
    ]);
  });

  it('leaves out what stands behind the hash of an address, which may be a token, and keeps what else has one', () => {
    const log = sessionLog('bot_1');
    log('opened', { address: 'https://teams.microsoft.com/meet/1?p=secret#token=secret' });
    log('the meeting did not load', {
      error: new Error('net::ERR at https://teams.microsoft.com/meet/1#token=secret'),
    });
    log('it lacks something', { error: new Error('#input-for-name was not found in time') });
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(lines.slice(1)).toMatchObject([
      { reason: 'Error: net::ERR at https://teams.microsoft.com/meet/1#…' },
      { reason: 'Error: #input-for-name was not found in time' },
    ]);
  });

  it('leaves out what stands behind the question mark of an address, which may be a passcode', () => {
    const log = sessionLog('bot_1');
    log('the meeting did not load', { attempt: 1, error: new Error('net::ERR at https://zoom.us/j/1?pwd=secret now') });
    log('the voice agent was kept from an address', { reason: "'http://198.51.100.7/a?token=secret' is private" });
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(lines).toMatchObject([
      { level: 'warn', reason: 'Error: net::ERR at https://zoom.us/j/1?… now' },
      { level: 'info', details: `{"reason":"'http://198.51.100.7/a?…' is private"}` },
    ]);
  });
});
