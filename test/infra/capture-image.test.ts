import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../lib/infra/bundle.ts';
import { anApp } from './stack.ts';

describe('the image of the capture worker', () => {
  const assembly = anApp().app.synth();
  const { dockerImages } = JSON.parse(readFileSync(join(assembly.directory, 'MeetingBots.assets.json'), 'utf8'));
  const [{ source }] = Object.values(dockerImages) as [
    { source: { directory: string; dockerFile: string; platform: string } },
  ];
  const context = join(assembly.directory, source.directory);

  it('is built for arm64 from a folder that holds what its Dockerfile asks for', () => {
    expect(source.platform).toBe('linux/arm64');
    const asked = readFileSync(join(context, source.dockerFile), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
    expect(asked.filter((name) => !existsSync(join(context, name)))).toEqual([]);
    expect(asked).toContain('bin');
  });

  it('changes only with the worker, not with the rest of the project', () => {
    expect(readdirSync(context).sort()).toEqual([
      '.dockerignore',
      '.npmrc',
      'bin',
      'lambdas',
      'lib',
      'package-lock.json',
      'package.json',
    ]);
    expect(readdirSync(join(context, 'lib/infra'))).toEqual(['Dockerfile']);
    expect(existsSync(join(projectRoot, 'lib/infra/meeting-bots-stack.ts'))).toBe(true);
  });
});
