import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { type KeyedProviderName, keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { keySecretVariable } from '../../process/environment/transcription.ts';
import type { StuckBot } from '../../usecases/lifecycle/stuck-bots.ts';
import { namesOf } from '../deployment.ts';
import { counted, type Finding, look, well, wrong } from '../finding.ts';
import type { Check, World } from '../world.ts';

const mostNamed = 5;

const listed = (bots: readonly StuckBot[], of: (bot: StuckBot) => string): string => {
  const more = bots.length > mostNamed ? ` and ${bots.length - mostNamed} more` : '';
  return `${bots.slice(0, mostNamed).map(of).join(', ')}${more}`;
};

const lateBots = (bots: readonly StuckBot[]): Finding =>
  wrong(
    'bots',
    `${counted(bots.length, 'bot')} should have moved on: ${listed(bots, ({ project_id, bot_id, state, due_at }) => `${bot_id} of ${project_id} (${state}, due at ${due_at})`)}`,
    'look at their executions in Step Functions; npm run admin -- bots end BOT --project PRJ --outputs FILE ends one',
  );

const unreadableBots = (bots: readonly StuckBot[]): Finding =>
  wrong(
    'bots',
    `${counted(bots.length, 'record')} of bots cannot be read: ${listed(bots, ({ project_id, bot_id }) => `${bot_id} of ${project_id}`)}`,
    'update this program to the version that is deployed, or put the table back to when they could be',
  );

/** Bots that nobody looks after. */
export const checkBots: Check = async ({ stuckBots }) => {
  const stuck = await stuckBots();
  const unreadable = stuck.filter(({ state }) => state === 'unreadable');
  const late = stuck.filter(({ state }) => state !== 'unreadable');
  if (stuck.length === 0) return [well('bots', 'none is stuck')];
  return [...(late.length > 0 ? [lateBots(late)] : []), ...(unreadable.length > 0 ? [unreadableBots(unreadable)] : [])];
};

const about = 'provider keys';

interface OperatorKey {
  readonly provider: KeyedProviderName;
  /** The name of a secret. */
  readonly secret: string;
}

/** For whom the operator has a key that all projects may use: see lib/infra/table-settings.ts. */
const operatorKeys = async ({ deployment, lambda }: World): Promise<OperatorKey[]> => {
  const [FunctionName] = namesOf(deployment, 'AWS::Lambda::Function', /^TranscriptionTranscribe/);
  if (FunctionName === undefined) return [];
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  return keyedProviderNames.flatMap((provider) => {
    const secret = Environment?.Variables?.[keySecretVariable(provider)];
    return secret ? [{ provider, secret }] : [];
  });
};

const secretFault = async ({ secrets }: World, { provider, secret }: OperatorKey): Promise<Finding | undefined> => {
  const says = `the secret ${secret}, with the key for ${provider}, is`;
  try {
    const { DeletedDate } = await secrets.send(new DescribeSecretCommand({ SecretId: secret }));
    if (DeletedDate === undefined) return undefined;
    const restore = `aws secretsmanager restore-secret --secret-id ${secret}`;
    return wrong(about, `${says} about to be deleted, and cannot be read any more`, restore);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return wrong(
      about,
      `${says} gone`,
      `aws secretsmanager create-secret --name ${secret} --secret-string file://key.txt, or deploy without its setting`,
    );
  }
};

const unreadableKeys = ({
  project,
  unreadable,
}: {
  readonly project: string;
  readonly unreadable: readonly string[];
}) =>
  wrong(
    about,
    `${project}: its key for ${unreadable.join(', ')} is stored, but cannot be read`,
    `npm run admin -- credentials set ${unreadable[0]} --project ${project} --outputs FILE, or update this program to the version that is deployed`,
  );

/** Whether projects can have speech transcribed by providers. */
export const checkProviderKeys: Check = async (world) => {
  const projects = await world.providerKeys();
  if (projects.length === 0)
    return [look(about, 'there is no project yet', 'npm run admin -- projects create NAME --outputs FILE')];
  const forAll = await operatorKeys(world);
  const faults = (await Promise.all(forAll.map((key) => secretFault(world, key)))).filter((one) => one !== undefined);
  faults.push(...projects.filter(({ unreadable }) => unreadable.length > 0).map(unreadableKeys));
  if (faults.length > 0) return faults;
  const without = projects.filter(({ providers }) => providers.length === 0).map(({ project }) => project);
  if (without.length === 0) return [well(about, `entered for all of ${counted(projects.length, 'project')}`)];
  const names = forAll.map(({ provider }) => provider);
  if (names.length > 0)
    return [well(about, `the operator's for ${names.join(', ')} is there for projects without one`)];
  return [
    look(
      about,
      `${without.join(', ')}: no key for a provider of transcription; bots there transcribe by captions alone`,
      'if that is not meant so: npm run admin -- credentials set PROVIDER --project PRJ --outputs FILE, or name a secret with one for all (sttAKeySecret)',
    ),
  ];
};
