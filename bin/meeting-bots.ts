/** The CDK app: `npm run synth`, `npx cdk deploy`. Needs neither Docker nor an account to be synthesised. */
import './help.ts';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfigFile } from '../lib/infra/config-file.ts';
import { MeetingBotsStack } from '../lib/infra/meeting-bots-stack.ts';
import { settingsOf } from '../lib/infra/settings.ts';

// Beside package.json; another one, for another stage, is named by DEPLOY_CONFIG. The command line goes before it.
const config = readConfigFile(process.env.DEPLOY_CONFIG ?? 'deploy.config.json');
const app = new App({ outdir: process.env.CDK_OUTDIR ?? 'cdk.out' });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
new MeetingBotsStack(
  app,
  'MeetingBots',
  settingsOf((name) => app.node.tryGetContext(name) ?? config[name]),
  { description: 'Bots that join online meetings, record and transcribe them, and tell your systems what happened' },
);
app.synth();
