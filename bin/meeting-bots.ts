/** The CDK app: `npm run synth`, `npx cdk deploy`. Needs neither Docker nor an account to be synthesised. */
import './help.ts';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfigFile } from '../lib/infra/config-file.ts';
import { MeetingBotsStack } from '../lib/infra/meeting-bots-stack.ts';
import { settingsOf, stackNameOf } from '../lib/infra/settings.ts';

// Beside package.json; another one, for another stage, is named by DEPLOY_CONFIG. The command line goes before it.
const config = readConfigFile(process.env.DEPLOY_CONFIG ?? 'deploy.config.json');
const app = new App({ outdir: process.env.CDK_OUTDIR ?? 'cdk.out' });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const settings = settingsOf((name) => app.node.tryGetContext(name) ?? config[name]);
const { region } = settings;
const account = process.env.CDK_DEFAULT_ACCOUNT;
new MeetingBotsStack(app, stackNameOf(settings), settings, {
  description: 'Bots that join online meetings, record and transcribe them, and tell your systems what happened',
  terminationProtection: settings.protected,
  ...(region !== undefined && { env: { region, ...(account !== undefined && { account }) } }),
});
app.synth();
