import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { StackOutputs } from '../../lib/infra/outputs.ts';
import { versionIn } from '../../lib/infra/version.ts';
import { aTemplate, version } from './stack.ts';

/** Those of the service itself: the CDK has some of its own. */
const outputsOf = (template: Template): Record<string, { Value: unknown; Description?: string }> =>
  Object.fromEntries(Object.entries(template.findOutputs('*')).filter(([name]) => name in StackOutputs.shape)) as never;

describe('the outputs of a deployment', () => {
  const usual = outputsOf(aTemplate());

  it('say what each of them is', () => {
    for (const { Description } of Object.values(usual)) expect(Description).toMatch(/^\w.{10,}/);
  });

  it('name the user pool, where it is of the stack', () => {
    expect(usual.UserPoolId?.Value).toEqual({ Ref: expect.stringMatching(/^UsersPool/) });
    expect(outputsOf(aTemplate({ oidcIssuer: 'none' }))).not.toHaveProperty('UserPoolId');
  });

  it('say which release it is', () => {
    expect(usual.Version?.Value).toBe(version);
  });
});

describe('a release', () => {
  const aFolder = () => {
    const path = mkdtempSync(join(tmpdir(), 'meeting-bots-version-'));
    writeFileSync(join(path, 'package.json'), '{"version":"1.2.3"}');
    const git = (...asked: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...asked], { cwd: path });
    return { path, git, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
  };

  it('that was unpacked is told by its version', () => {
    using folder = aFolder();
    expect(versionIn(folder.path)).toBe('1.2.3');
  });

  it('that was cloned is told by its commit too, and whether it was changed since', () => {
    using folder = aFolder();
    folder.git('init', '--quiet');
    expect(versionIn(folder.path)).toBe('1.2.3');
    folder.git('add', '.');
    folder.git('commit', '--quiet', '--message', 'one');
    folder.git('tag', 'v9');
    expect(versionIn(folder.path)).toMatch(/^1\.2\.3\+[0-9a-f]{12}$/);
    writeFileSync(join(folder.path, 'package.json'), '{"version":"1.2.4"}');
    expect(versionIn(folder.path)).toMatch(/^1\.2\.4\+[0-9a-f]{12}-dirty$/);
  });

  it('that was unpacked into a repository of nothing but settings is told by its version', () => {
    using folder = aFolder();
    folder.git('init', '--quiet');
    writeFileSync(join(folder.path, 'deploy.config.json'), '{}');
    folder.git('add', 'deploy.config.json');
    folder.git('commit', '--quiet', '--message', 'settings');
    expect(versionIn(folder.path)).toBe('1.2.3');
  });

  it('stays the same one whatever becomes of the settings that are kept with it', () => {
    using folder = aFolder();
    folder.git('init', '--quiet');
    folder.git('add', '.');
    folder.git('commit', '--quiet', '--message', 'one');
    const version = versionIn(folder.path);
    for (const name of ['deploy.config.json', 'deploy.trial.json']) {
      writeFileSync(join(folder.path, name), '{}');
      folder.git('add', name);
      expect(versionIn(folder.path)).toBe(version);
      folder.git('commit', '--quiet', '--message', name);
      writeFileSync(join(folder.path, name), '{"stage":"trial"}');
      expect(versionIn(folder.path)).toBe(version);
    }
  });
});
