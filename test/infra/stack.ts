import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { MeetingBotsStack } from '../../lib/infra/meeting-bots-stack.ts';
import { settingsOf, stackNameOf } from '../../lib/infra/settings.ts';

/**
 * The app as `bin/meeting-bots.ts` makes it, with some settings and flags of the CDK; to be quick, nothing is bundled, and what the
 * CDK notes of constructs beside its templates is left out.
 */
export const anApp = (context: Record<string, unknown> = {}, flags: Record<string, boolean> = {}) => {
  const outdir = mkdtempSync(join(tmpdir(), 'meeting-bots-synth-'));
  const app = new App({
    outdir,
    treeMetadata: false,
    stackTraces: false,
    context: { 'aws:cdk:bundling-stacks': [], ...flags },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const settings = settingsOf((name) => context[name]);
  const stack = new MeetingBotsStack(app, stackNameOf(settings), settings);
  return { app, stack, [Symbol.dispose]: () => rmSync(outdir, { recursive: true }) };
};

const synthesize = (context: Record<string, unknown>): Template => {
  using made = anApp(context);
  return Template.fromStack(made.stack);
};

const templates = new Map<string, Template>();
/** The template that the settings lead to: one for all files of a process that ask for it. Nobody may change it. */
export const aTemplate = (context: Record<string, unknown> = {}): Template => {
  const settings = JSON.stringify(context);
  const template = templates.get(settings) ?? synthesize(context);
  templates.set(settings, template);
  return template;
};
