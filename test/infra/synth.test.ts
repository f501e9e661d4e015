/** The program behind `npm run synth`, without the bundles, which take half a minute. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

it('goes by what is said with -c, settings and what the CDK itself knows', async () => {
  await using folder = await aDataFolder();
  const said = ['-c', 'stage=trial', '-c', '@aws-cdk/core:bootstrapQualifier=acme'];
  const { status, stderr } = spawnSync(process.execPath, ['bin/meeting-bots.ts', ...said], {
    encoding: 'utf8',
    env: { ...process.env, CDK_OUTDIR: folder.path, CDK_CONTEXT_JSON: '{"aws:cdk:bundling-stacks":[]}' },
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(folder.path)).toContain('MeetingBots-trial.template.json');
  const template = readFileSync(join(folder.path, 'MeetingBots-trial.template.json'), 'utf8');
  expect(template.match(/cdk-\w+(?=-assets)/g)?.every((name) => name === 'cdk-acme')).toBe(true);
});
