/** The walk-through of docs/transcription.md, line by line in a shell: only the maker is not the real one. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { startLocalApi } from '../lab/api/local-api.ts';

const page = readFileSync(new URL('../../docs/transcription.md', import.meta.url), 'utf8');
const [, chapter = ''] = page.split('## Deepgram and OpenAI\n');
const [entering = '', using = ''] = [...chapter.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines);
const [creating = '', changing = '', reading = ''] = using.split(/^(?=curl )/m);
const key = 'a-key-of-deepgram';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('the walk-through of docs/transcription.md', () => {
  it('enters a key, tries it, and gives a bot a provider, and other settings', async () => {
    await using api = await startLocalApi();
    await using sttA = await aSttA({ keys: [key] });
    const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-'));
    const run = async (lines: string, more = {}) => {
      const env = { ...process.env, BASE_URL: api.base_url, API_KEY: api.api_key, STT_A_URL: sttA.url, ...more };
      const { stdout } = await promisify(execFile)('sh', ['-ec', lines], { cwd: folder, env });
      return stdout;
    };
    try {
      await writeFile(join(folder, 'key.txt'), `${key}\n`);
      // Here the program is named by its file: a shell elsewhere has no package.json beside it.
      const admin = new URL('../../bin/admin.ts', import.meta.url).pathname;
      const PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
      const lines = entering.replaceAll('npm run admin --', `node ${admin}`).replaceAll('.data', api.data_dir);
      const said = await run(lines, { PATH });
      expect(said).toContain('provider    stt_a');
      expect(said).toContain('Deepgram takes the key');
      expect(said).not.toContain(key);

      const [MEETING_URL, JOIN_AT] = [
        'https://meet.google.com/abc-defg-hij',
        new Date(Date.now() + 86_400_000).toISOString(),
      ];
      const bot = JSON.parse(await run(creating, { MEETING_URL, JOIN_AT }));
      expect(bot).toMatchObject({ state: 'scheduled' });
      expect(bot).not.toHaveProperty('warnings');
      const changed = JSON.parse(await run(changing, { BOT_ID: bot.id }));
      expect(changed).toMatchObject({ id: bot.id });
      expect(JSON.parse(await run(reading, { BOT_ID: bot.id }))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
