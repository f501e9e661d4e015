/** Programs that were written for other services of this family, run against this one: only address, key and secret are ours. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openHome } from '../../bin/admin/open-home.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import { startService } from '../../lib/demo/service.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const file = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const programs = [
  { language: 'JavaScript', program: process.execPath, path: file('program.mjs') },
  { language: 'Python', program: 'python3', path: file('program.py') },
].filter(({ program }) => spawnSync(program, ['--version']).status === 0);

describe('a program that speaks in plain names', () => {
  it('makes, changes and reads bots, and knows webhooks as ours', async () => {
    await using folder = await aDataFolder();
    // At its start the service asks its Chromium for its version and no more: any program has one.
    const environment = { ...process.env, CHROMIUM_PATH: process.execPath };
    await using service = await startService(folder.path, { environment });
    const command = ['--data', folder.path, 'projects', 'create', 'Team', '--names', 'plain', '--json'];
    const made = JSON.parse(await runAdmin(command, openHome, async () => ''));
    const env = {
      ...process.env,
      ...{ BASE_URL: service.ready.base_url, MEETING_URL: service.ready.room_url },
      ...{ API_KEY: made.api_key, WEBHOOK_SECRET: made.webhook_secret },
    };
    const told = await Promise.all(
      programs.map(async ({ language, program, path }) => {
        const { stdout } = await promisify(execFile)(program, [path], { env });
        return { language, ...JSON.parse(stdout) };
      }),
    );
    const metadata = { customer: 'Zoë', deepgram: { plan: 1 } };
    expect(told).toEqual(
      programs.map(({ language }) => ({
        language,
        created: [201, 'scheduled', metadata],
        changed: 200,
        wrong: [400, ['openai.model']],
        listed: true,
        transcript: [],
        participants: [],
        event: { genuine: true, trigger: 'bot.state_change', state: 'scheduled', metadata },
        removed: 200,
      })),
    );
  });
});
