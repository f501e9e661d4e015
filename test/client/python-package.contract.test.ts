/** The Python package: generated, built as a wheel, and used as its README says. What makes it is installed once per machine. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { pythonRequirements, writePythonPackage } from '../../lib/client/packages/python.ts';
import { pythonPackages } from '../facsimiles/python.ts';
import { startLocalApi } from '../lab/api/local-api.ts';
import { describeSkipped } from '../lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const run = promisify(execFile);
const tools = await pythonPackages(pythonRequirements);
if ('missing' in tools) describeSkipped('the package of Python', tools.missing);
else {
  const { python, folder: installed } = tools;
  describe('the package of Python', () => {
    it('is built, and does what its README says', async () => {
      await using folder = await aDataFolder();
      await using api = await startLocalApi();
      const [source, wheels, site] = ['source', 'wheels', 'site'].map((name) => join(folder.path, name));
      if (!source || !wheels || !site) throw new Error('there are three folders');
      await writePythonPackage(tools, source, '0.1.0');
      const pip = (...args: string[]) =>
        run(python, ['-m', 'pip', ...args, '--no-deps', '--quiet'], { env: { ...process.env, PYTHONPATH: installed } });
      await pip('wheel', '--no-build-isolation', '-w', wheels, source);
      expect(await readdir(wheels)).toEqual(['meeting_bots_client-0.1.0-py3-none-any.whl']);
      await pip('install', '--no-index', '--target', site, join(wheels, 'meeting_bots_client-0.1.0-py3-none-any.whl'));

      const [, program = ''] = /```python\n(.*?)```/s.exec(await readFile(join(source, 'README.md'), 'utf8')) ?? [];
      const file = join(folder.path, 'program.py');
      await writeFile(file, program);
      const PYTHONPATH = [site, installed].join(delimiter);
      const env = { ...process.env, PYTHONPATH, BASE_URL: api.base_url, API_KEY: api.api_key };
      const { stdout } = await run(python, [file], { env });
      const [, id] = /^(bot_\w+) joining\n/.exec(stdout) ?? [];
      expect(stdout).toBe(`${id} joining\n${id} joining\n`);
      const refused = await run(python, [file], { env: { ...env, API_KEY: 'mb_wrong' } }).catch(({ stderr }) => stderr);
      expect(refused).toMatch(/^invalid_token: /);
    });
  });
}
