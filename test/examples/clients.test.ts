/** The clients of examples/, against the API of one machine; what becomes of their bots is played. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aChatModel } from './chat-model.ts';
import { film, said, theJoiningBot } from './played-bot.ts';
import { anExample, hasPython } from './programs.ts';

const clients = ['client.ts', ...(hasPython ? ['client.py'] : [])];
const meeting_url = 'https://meet.google.com/abc-defg-hij';

let api: LocalApi;
let env: { readonly BASE_URL: string; readonly API_KEY: string };
beforeAll(async () => {
  api = await startLocalApi();
  env = { BASE_URL: api.base_url, API_KEY: api.api_key };
});
afterAll(() => api[Symbol.asyncDispose]());

describe.each(clients)('%s', (name) => {
  it('waits for its bot, prints who said what and saves the recording', async () => {
    await using folder = await aDataFolder();
    const file = join(folder.path, 'recording.mp4');
    await using client = anExample(name, { ...env, WEBHOOK_URL: 'https://hooks.example.com/bots' }, [
      meeting_url,
      file,
    ]);
    const bot = await theJoiningBot(api);
    await bot.bringHome();
    const { code, complained } = await client.over;
    expect([complained, code]).toEqual([expect.stringContaining('62 s, 21 bytes'), 0]);
    expect(complained).toContain(`${bot.id}: leave_requested (user_requested)\n`);
    expect(client.printed).toEqual(said.map(([who, text]) => `${who}: ${text}`));
    expect(await readFile(file)).toEqual(film);
  });

  it('has its bot leave at Ctrl-C, and waits for what it brings home', async () => {
    await using client = anExample(name, env, [meeting_url]);
    const bot = await theJoiningBot(api);
    await bot.advance('admitted');
    await expect.poll(client.complaints).toContain('joined_meeting');
    client.interrupt();
    await expect.poll(client.complaints).toContain(`${bot.id}: leave_requested (user_requested)`);
    await bot.advance('left');
    await bot.advance('processed');
    const { code, complained } = await client.over;
    expect([code, complained]).toEqual([0, expect.stringContaining(`${bot.id}: asked to leave`)]);
  });

  it('says why its bot did not get in', async () => {
    await using client = anExample(name, env, [meeting_url]);
    const bot = await theJoiningBot(api);
    await bot.advance('could_not_join', 'request_to_join_denied');
    const { code, complained } = await client.over;
    expect([code, client.printed]).toEqual([1, []]);
    expect(complained).toContain('could_not_join_meeting (request_to_join_denied)');
    expect(complained).toContain('/diagnostics may tell what it saw');
  });

  it.each<[string, NodeJS.ProcessEnv, string[], string]>([
    ['what the service refuses', {}, ['https://example.com/no-meeting'], 'invalid_input'],
    ['a wrong key', { API_KEY: 'mb_wrong' }, [meeting_url], 'invalid_token'],
    ['a key that is missing', { API_KEY: undefined }, [meeting_url], 'API_KEY'],
    ['a meeting that is missing', {}, [], 'usage: client'],
  ])('says %s in words', async (_, more, args, words) => {
    const { code, complained } = await anExample(name, { ...env, ...more }, args).over;
    expect([code, complained]).toEqual([1, expect.stringContaining(words)]);
  });
});

describe('summary.ts', () => {
  it('sends the model who said what and when, and prints what it answers', async () => {
    const client = anExample('client.ts', env, [meeting_url]);
    const bot = await theJoiningBot(api);
    await bot.bringHome();
    await client.over;
    await using model = await aChatModel('We ship on Thursday: Jonas.');
    const settings = { ...env, LLM_URL: `${model.url}/v1`, LLM_MODEL: 'llama3.2', LLM_KEY: 'sk-1' };
    await using summary = anExample('summary.ts', settings, [bot.id]);
    expect(await summary.over).toEqual({ code: 0, complained: '' });
    expect(summary.printed).toEqual(['We ship on Thursday: Jonas.']);
    const [[who, text], [other, answer]] = said;
    expect(model.asked).toMatchObject([
      {
        authorization: 'Bearer sk-1',
        body: {
          model: 'llama3.2',
          messages: [
            { role: 'system' },
            { role: 'user', content: `[00:00:00] ${who}: ${text}\n[00:01:01] ${other}: ${answer}` },
          ],
        },
      },
    ]);

    const wrong = await anExample('summary.ts', { ...settings, LLM_URL: model.url }, [bot.id]).over;
    expect([wrong.code, wrong.complained]).toEqual([1, expect.stringContaining('answers 404')]);
  });
});
