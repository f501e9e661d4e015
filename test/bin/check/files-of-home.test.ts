import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOfHome } from '../../../bin/check/files-of-home.ts';

const files = {
  'package.json': JSON.stringify({
    imports: { '#adapters/*': { local: './lib/local/*', default: './lib/aws/*' }, '#session': './lib/session.ts' },
  }),
  'lambdas/get-bot.ts': "import { table } from '#adapters/table.ts';",
  'test/get-bot.test.ts': "const { handler } = await import('../lambdas/get-bot.ts');",
  'test/all.test.ts': "import './get-bot.test.ts';",
  'lib/domain/bot.ts': "import type { Session } from '#session';",
  'lib/session.ts': "export type { Bot } from './domain/bot.ts';",
  'lib/infra/bundle.ts': "export const prefix = '#adapters/';",
  'lib/window.ts': 'declare global {\n  interface Window {}\n}\nexport {};',
  'test/issuer.d.ts': "declare module 'issuer';",
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'files-of-home-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

describe('what is checked for another home too', () => {
  it('is what names a module of which each home has its own, whoever imports that, and what declares types for all', () => {
    expect(filesOfHome(root).toSorted()).toEqual([
      'lambdas/get-bot.ts',
      'lib/window.ts',
      'test/all.test.ts',
      'test/get-bot.test.ts',
      'test/issuer.d.ts',
    ]);
  });

  it('is a small part of this project, with its functions and what begins it', () => {
    const ours = filesOfHome(fileURLToPath(new URL('../../..', import.meta.url)));
    expect(ours).toEqual(expect.arrayContaining(['lambdas/api/bots/leave-bot.ts', 'bin/local.ts', 'bench/index.ts']));
    expect(ours).not.toContain('lib/usecases/bots/leave-bot.ts');
    expect(ours).not.toContain('test/infra/bundle.test.ts');
  });
});
