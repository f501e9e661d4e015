/** The client as a package: packed, installed into a folder of somebody else's, and used there by a plain Node. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlOf, typeScriptOf } from '../../dashboard/bots/send/by-program.ts';
import { writeNpmPackage } from '../../lib/client/packages/npm.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const typeRoots = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
/** The Node of whoever runs the tests, which may be an older one than the project's own. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

describe('the package of npm', () => {
  const held = new AsyncDisposableStack();
  let folder: string;
  let api: LocalApi;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = held.use(await aDataFolder()).path;
    api = held.use(await startLocalApi());
    env = { ...process.env, PATH, BASE_URL: api.base_url, API_KEY: api.api_key };
    await writeNpmPackage(join(folder, 'package'));
    const { stdout } = await run('npm', ['pack', '--json', './package'], { cwd: folder });
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    expect(packed?.files.map(({ path }) => path).toSorted()).toEqual(
      ['LICENSE', 'README.md', 'generated.d.ts', 'generated.js', 'index.d.ts', 'index.js', 'package.json'].toSorted(),
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed?.filename}`], { cwd: folder });
  });
  afterAll(() => held.disposeAsync());

  it('does what its README says', async () => {
    const readme = await readFile(join(folder, 'node_modules/meeting-bots-client/README.md'), 'utf8');
    const [, program = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
    await writeFile(join(folder, 'program.mjs'), program);
    const { stdout } = await run('node', ['program.mjs'], { cwd: folder, env });
    const [sent, ...listed] = stdout.trimEnd().split('\n');
    expect(sent).toMatch(/^bot_\w+ joining$/);
    expect(listed).toContain(sent);
    const refused = await run('node', ['program.mjs'], { cwd: folder, env: { ...env, API_KEY: 'mb_wrong' } });
    expect(refused.stdout).toMatch(/^401 invalid_token: /);
  });

  /** The compiler's: to a program, and to all declarations that it has at hand but those of the language and of `types`. */
  const objectionsTo = (program: string, types: string) => {
    const language = ['--module', 'nodenext', '--target', 'es2022', '--typeRoots', typeRoots, '--types', types];
    const check = ['--noEmit', '--strict', types === '' ? '--skipDefaultLibCheck' : '--skipLibCheck'];
    return run(compiler, ['--ignoreConfig', ...check, ...language, program], { cwd: folder }).then(
      () => '',
      ({ stdout }) => stdout,
    );
  };

  it('is what the dashboard gives to copy, as is the line of curl: both send the bot', async () => {
    const body = { meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Maya\'s "minutes" – $HOME' };
    const program = typeScriptOf(api.base_url, body);
    await writeFile(join(folder, 'copied.mts'), program);
    expect(await objectionsTo('copied.mts', 'node')).toBe('');
    // It is JavaScript as well: not every Node reads types.
    await writeFile(join(folder, 'copied.mjs'), program);
    const byProgram = await run('node', ['copied.mjs'], { cwd: folder, env });
    expect(byProgram.stdout).toMatch(/^bot_\w+ joining\n$/);
    const byCurl = await run('sh', ['-c', curlOf(api.base_url, body)], { env });
    expect(JSON.parse(byCurl.stdout)).toMatchObject({ ...body, state: 'joining' });
  });

  it('knows what there is to ask and to answer', async () => {
    const program = `import { type Bot, meetingBots } from 'meeting-bots-client';
const client = meetingBots('https://bots.example.com', 'mb_key');
export const bot: Promise<Bot> = client.getBot({ path: { object_id: 'bot_1' } });
// @ts-expect-error a name is text
export const wrong = client.createBot({ body: { bot_name: 7 } });
`;
    await writeFile(join(folder, 'program.mts'), program);
    expect(await objectionsTo('program.mts', '')).toBe('');
  });
});
