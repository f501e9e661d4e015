import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../lib/demo/faults.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const line = (level: string, message: string, more: object = {}): string => JSON.stringify({ level, message, ...more });

describe('what went wrong with a bot of a demo', () => {
  it('is what the service said of it, and what its worker wrote down', async () => {
    await using folder = await aDataFolder();
    await mkdir(join(folder.path, 'logs'));
    const wrong = line('error', 'the session failed', { error: 'no browser' });
    await writeFile(join(folder.path, 'logs', 'bot_1-1-capture.log'), `${line('info', 'joined')}\n${wrong}\n`);
    await writeFile(join(folder.path, 'logs', 'bot_2-1-capture.log'), `${line('error', 'of another bot')}\n`);
    const own = line('warn', 'a capture worker does not answer', { bot_id: 'bot_1' });
    const said = [own, line('warn', 'of another bot', { bot_id: 'bot_2' }), 'bot_1: fatal_error'];
    expect(await faultsOf('bot_1', { said, data_dir: folder.path })).toEqual([own, wrong]);
  });

  it('is nothing where nobody has written anything', async () => {
    await using folder = await aDataFolder();
    expect(await faultsOf('bot_1', { said: [], data_dir: folder.path })).toEqual([]);
  });
});
