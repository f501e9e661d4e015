import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll } from 'vitest';
import { MeetingBotsStack } from '../../lib/infra/meeting-bots-stack.ts';
import { settingsOf, stackNameOf } from '../../lib/infra/settings.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The app as `bin/meeting-bots.ts` makes it, with some settings and flags of the CDK; to be quick, nothing is bundled. */
export const anApp = (context: Record<string, unknown> = {}, flags: Record<string, boolean> = {}) => {
  const outdir = mkdtempSync(join(tmpdir(), 'meeting-bots-synth-'));
  folders.push(outdir);
  const app = new App({
    outdir,
    context: { 'aws:cdk:bundling-stacks': [], ...flags },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const settings = settingsOf((name) => context[name]);
  const stack = new MeetingBotsStack(app, stackNameOf(settings), settings);
  return { app, stack };
};

/** The template that the settings lead to. */
export const aTemplate = (context: Record<string, unknown> = {}): Template => Template.fromStack(anApp(context).stack);
