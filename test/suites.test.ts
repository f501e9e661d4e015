/** Which suite a test is in follows from its name and its place (vitest.config.ts): here, that these tell the truth. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkChromium } from '../lib/capture/browser/chromium/chromium.ts';
import { filesAlone } from './lab/runner/alone.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = globSync('test/**/*.test.ts', { cwd: root });

/** The files of the project that a file imports more than types from, and the names of the packages. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^import (?!type )(?:[^;]*? from )?'([^']+)'/gm)].map(
    ([, name = '']) => (name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name),
  );
const importing = (pattern: RegExp): string[] =>
  tests.filter((file) => importsOf(file).some((imported) => pattern.test(imported)));

it('the contract of a port is held against an adapter in *.contract.test.ts, or in a browser', () => {
  const elsewhere = importing(/^test\/contracts\//).filter((file) => !/\.(?:contract|browser)\.test\.ts$/.test(file));
  expect(elsewhere).toEqual([]);
});

it('what is deployed is tested in test/infra; what an operator may say of it, anywhere', () => {
  const elsewhere = importing(/^(?:lib\/infra\/(?!settings|table-settings|config-file)|aws-cdk-lib|cdk-nag)/).filter(
    (file) => !file.startsWith('test/infra/'),
  );
  expect(elsewhere).toEqual([]);
});

it('the benchmark borrows of the tests only what they share', () => {
  const shared = /^test\/(?:lab|facsimiles|servers|corpus)\b/;
  const borrowed = globSync('bench/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/['`](\.\.?\/[^'`\n]+)['`]/g)]
      .map(([, name = '']) => relative(root, join(root, dirname(file), name)))
      .filter((name) => name.startsWith('test/') && !shared.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(borrowed).toEqual([]);
});

it('a unit test that changes what others go by has a process of its own, also where a helper does it', () => {
  const alone = filesAlone(root, 'test/**/*.test.ts');
  expect(alone).toContain('test/lambdas/api/calls.test.ts');
  expect(alone).toContain('test/client/client.test.ts');
  expect(alone).not.toContain('test/usecases/races.test.ts');
});

it('no test has a time to keep, which a busy machine would break: they wait for what they see', () => {
  const walls = /\{\s*timeout: (?!number|longestMs)|\}, [0-9]+_000\);|AbortSignal\.timeout\(|vi\.wait(?:For|Until)\(/;
  const hurried = tests.filter((file) => walls.test(readFileSync(join(root, file), 'utf8')));
  expect(hurried).toEqual([]);
});

/** What waits for so long by the machine's clock, and why it may: nothing that is asserted goes by how long that took. */
const sleeps: Readonly<Record<string, string>> = {
  'test/adapters/aws/usage.test.ts': 'a server that answers late',
  'test/capture/browser/login.browser.test.ts': 'a page that signs in a while after it has come',
  'test/capture/platforms/controls.browser.test.ts': 'a page that shows its button late',
  'test/capture/platforms/demo-room.browser.test.ts':
    'a server that answers late; whether a picture moves is seen by two looks',
  'test/capture/platforms/google-meet/chat-frame.browser.test.ts': 'a page that shows its chat late',
  'test/capture/platforms/livekit/livekit.browser.test.ts':
    'people who speak by turns, and a session that looks now and then',
  'test/capture/voice-agent/agent-browser.browser.test.ts': 'a page that hangs once it is there',
  'test/net/forward-proxy.test.ts': 'a socket that is slow to take what is written',
};

it('no test sleeps: what its subject waits for comes by a clock of the test', () => {
  const sleep =
    /\bsetTimeout\(|\bsetTimeout\b[^}]*\} from 'node:timers\/promises'|\bwaitForTimeout\(|\bAtomics\.wait\(/;
  const ownClock = /\bvi\.useFakeTimers\(\)|\btoFake: \[[^\]]*'setTimeout'/;
  const found = tests.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return sleep.test(text) && !ownClock.test(text);
  });
  expect(found.toSorted()).toEqual(Object.keys(sleeps));
});

it('no test says within how many seconds of the machine something happens', () => {
  const walls = /expect\([^\n]*\b(?:Date|performance)\.now\(\)[^\n]*\)\.toBeLess\w+\([\d_]+\)/;
  const hurried = tests.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return walls.test(text) && !/\bvi\.useFakeTimers\(/.test(text);
  });
  expect(hurried).toEqual([]);
});

it('a page has the patience of its test, and none of its own, which would be half a minute', () => {
  const hurried = globSync('test/**/*.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return text.match(/\.newPage\(\)/g)?.length !== text.match(/\.setDefaultTimeout\(longestMs\)/g)?.length;
  });
  expect(hurried).toEqual([]);
});

it('a test that starts a browser fails in any suite but that of *.browser.test.ts', async () => {
  await expect(checkChromium()).rejects.toThrow('*.browser.test.ts');
});
