import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { findSpace, isForWantOfSpace, NoSpaceError, onceThereIsSpace } from '../../../lib/process/disk/disk-space.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';

const aLog = () => {
  const lines: string[] = [];
  return { lines, log: (message: string) => void lines.push(message) };
};
const enospc = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe('space for a browser', () => {
  it('is shared memory in memory and files among the temporary ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'space-'));
    expect(await findSpace(folder, folder)).toBe('memory');
    expect(await findSpace(folder, join(folder, 'none'))).toBe('temporary_files');
    await rm(folder, { recursive: true });
  });
});

describe('work that needs space', () => {
  it.each([
    ['a file', enospc()],
    ['a file, in a quota', Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' })],
    ['a browser', new NoSpaceError('a browser needs 16 MB')],
    ['something within it', new Error('the Chromium from npm could not be unpacked', { cause: enospc() })],
  ])('is done once there is space for %s, and said to wait for it once', async (_, error) => {
    const { lines, log } = aLog();
    let left = 5;
    const work = async () => {
      left -= 1;
      if (left > 0) throw error;
      return 'done';
    };
    expect(await onceThereIsSpace(work, { log, pause: async () => undefined })).toBe('done');
    expect(lines).toEqual(['waiting for space on the disk', 'there is space again']);
  });

  it('fails at once for any other reason', async () => {
    const error = new Error('EACCES: permission denied');
    expect(isForWantOfSpace(error)).toBe(false);
    const work = () => Promise.reject(error);
    await expect(onceThereIsSpace(work, { log: () => undefined, pause: async () => undefined })).rejects.toBe(error);
  });
});

describe('a bot for whose browser there is no space', () => {
  const run = async (error: Error) => {
    const { lines, log } = aLog();
    const bot = aFakeBot('joined_recording');
    let openings = 0;
    const open = () => {
      openings += 1;
      if (openings === 10) bot.move('leave');
      return Promise.reject(error);
    };
    const clock = { now_ms: () => Date.now(), pause: () => turn() };
    await runCaptureSession(
      { line: bot, meetings: { open }, segments: aMemoryStore(), clock, log },
      anAssignment(),
      neverStopped,
    );
    return { lines, triggers: bot.triggers, openings };
  };

  it('waits for it as long as its meeting lasts', async () => {
    const { lines, triggers, openings } = await run(new NoSpaceError('a browser needs 16 MB'));
    expect(triggers).toEqual(['left']);
    expect(openings).toBeGreaterThanOrEqual(10);
    expect(lines.filter((line) => line === 'waiting for space on the disk')).toHaveLength(1);
  });

  it('does not wait where no space would help', async () => {
    const { triggers, openings } = await run(new Error('no such program'));
    expect({ triggers, openings }).toEqual({ triggers: ['failed (internal_error)'], openings: 4 });
  });
});
