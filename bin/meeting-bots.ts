/** The CDK app: `npm run synth`, `npx cdk deploy`. Needs neither Docker nor an account to be synthesised. */
import './help.ts';
import { parseArgs } from 'node:util';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfigFile, saidContext, settingsFrom } from '../lib/infra/config-file.ts';
import { projectRoot } from '../lib/infra/functions/bundle.ts';
import { MeetingBotsStack } from '../lib/infra/meeting-bots-stack.ts';
import { checkAccount, checkRegion, type Settings, SettingsError, stackNameOf } from '../lib/infra/settings.ts';
import { versionIn } from '../lib/infra/version.ts';

const account = process.env.CDK_DEFAULT_ACCOUNT;

/** What is read, or the end of the program, which says why it is refused. */
const read = <T>(reading: () => T): T => {
  try {
    return reading();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};

/** What is said with `-c`: the CDK hands on what was said to it; without the CDK it is said here. */
const said = (): Readonly<Record<string, string>> => {
  const { values } = parseArgs({
    options: { context: { type: 'string', short: 'c', multiple: true, default: [] } },
  });
  return saidContext(values.context);
};

/** Beside package.json, or where DEPLOY_CONFIG says, another one for each stage. The command line goes before it. */
const settingsFor = (app: App): Settings => {
  const settings = settingsFrom(app.node.getAllContext(), readConfigFile(process.env.DEPLOY_CONFIG));
  checkAccount(settings, account);
  checkRegion(settings, process.env.CDK_DEFAULT_REGION);
  return settings;
};

const app = new App({ outdir: process.env.CDK_OUTDIR ?? 'cdk.out', context: read(said) });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const settings = read(() => settingsFor(app));
const { region } = settings;
new MeetingBotsStack(app, stackNameOf(settings), settings, {
  description: 'Bots that join online meetings, record and transcribe them, and tell your systems what happened',
  version: versionIn(projectRoot),
  terminationProtection: settings.protected,
  ...(region !== undefined && { env: { region, ...(account !== undefined && { account }) } }),
});
const { directory } = app.synth();
// The CDK says itself what it makes of it.
if (process.env.CDK_OUTDIR === undefined)
  console.log(`written to ${directory}: ${stackNameOf(settings)}.template.json`);
