/**
 * The Python package: generated, built as a wheel, used as its README says, and each of its operations. What makes it is
 * installed once per machine.
 */
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RouteName, routes } from '../../lib/api/routes.ts';
import { pythonRequirements, writePythonPackage } from '../../lib/client/packages/python.ts';
import { pythonPackages } from '../facsimiles/python.ts';
import { type AskedApi, startAskedApi } from '../lab/api/asked-api.ts';
import { describeSkipped } from '../lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

vi.mock('../../lib/conferencing/zoom.ts', () => import('../lab/doubles/in-process/conf.ts'));
vi.mock('../../lib/net/mp4-address.ts', () => import('../lab/doubles/in-process/video.ts'));

/** Python writes moments in another way. */
const asMoment = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

const run = promisify(execFile);
const tools = await pythonPackages(pythonRequirements);
if ('missing' in tools) describeSkipped('the package of Python', tools.missing);
else {
  const { python, folder: installed } = tools;
  describe('the package of Python', () => {
    const held = new AsyncDisposableStack();
    let folder: string;
    let source: string;
    let api: AskedApi;
    let env: NodeJS.ProcessEnv;
    beforeAll(async () => {
      folder = held.use(await aDataFolder()).path;
      api = held.use(await startAskedApi());
      source = join(folder, 'source');
      const [wheels, site] = [join(folder, 'wheels'), join(folder, 'site')];
      await writePythonPackage(tools, source, '0.1.0');
      const pip = (...args: string[]) =>
        run(python, ['-m', 'pip', ...args, '--no-deps', '--quiet'], { env: { ...process.env, PYTHONPATH: installed } });
      await pip('wheel', '--no-build-isolation', '-w', wheels, source);
      expect(await readdir(wheels)).toEqual(['meeting_bots_client-0.1.0-py3-none-any.whl']);
      await pip('install', '--no-index', '--target', site, join(wheels, 'meeting_bots_client-0.1.0-py3-none-any.whl'));
      const PYTHONPATH = [site, installed].join(delimiter);
      env = { ...process.env, PYTHONPATH, BASE_URL: api.base_url, API_KEY: api.api_key };
    });
    afterAll(() => held.disposeAsync());

    it('does what its README says', async () => {
      const [, program = ''] = /```python\n(.*?)```/s.exec(await readFile(join(source, 'README.md'), 'utf8')) ?? [];
      const file = join(folder, 'program.py');
      await writeFile(file, program);
      const { stdout } = await run(python, [file], { env });
      const [sent, ...listed] = stdout.trimEnd().split('\n');
      expect(sent).toMatch(/^bot_\w+ joining$/);
      expect(listed).toContain(sent);
      const refused = await run(python, [file], { env: { ...env, API_KEY: 'mb_wrong' } }).catch(({ stderr }) => stderr);
      expect(refused).toMatch(/^invalid_token: /);
    });

    it('has in its models what each operation answers, and nothing else', async () => {
      const calls = await api.goodCalls();
      const program = spawn(python, [fileURLToPath(new URL('every_operation.py', import.meta.url))], { env });
      program.stdin.end(JSON.stringify(calls));
      const [said, complaints] = await Promise.all([text(program.stdout), text(program.stderr)]);
      expect(complaints).toBe('');
      const answers = said
        .trim()
        .split('\n')
        .map(
          (line) => JSON.parse(line, asMoment) as { name: RouteName; status: number; came: unknown; parsed: unknown },
        );
      expect(answers.map(({ name }) => name)).toEqual(calls.map(([name]) => name));
      for (const { name, status, came, parsed } of answers) {
        // What is told of a bot that was in no meeting is nothing.
        expect({ name, status }).toEqual({ name, status: name === 'getDiagnostics' ? 404 : routes[name].success });
        expect({ name, parsed }).toEqual({ name, parsed: came });
      }
    });
  });
}
