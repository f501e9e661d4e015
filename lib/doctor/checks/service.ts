import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { keySecretVariable } from '../../process/environment.ts';
import { namesOf } from '../deployment.ts';
import { counted, look, well, wrong } from '../finding.ts';
import type { Check, World } from '../world.ts';

const mostNamed = 5;

/** Bots that nobody looks after. */
export const checkBots: Check = async ({ stuckBots }) => {
  const about = 'bots';
  const stuck = await stuckBots();
  if (stuck.length === 0) return [well(about, 'none is stuck')];
  const named = stuck
    .slice(0, mostNamed)
    .map(({ project_id, bot_id, state, due_at }) => `${bot_id} of ${project_id} (${state}, due at ${due_at})`);
  const more = stuck.length > mostNamed ? ` and ${stuck.length - mostNamed} more` : '';
  return [
    wrong(
      about,
      `${counted(stuck.length, 'bot')} should have moved on: ${named.join(', ')}${more}`,
      'look at their executions in Step Functions; npm run admin -- bots end BOT --project PRJ --outputs FILE ends one',
    ),
  ];
};

/** For whom the operator has a key that all projects may use: see lib/infra/table-settings.ts. */
const operatorKeysFor = async ({ deployment, lambda }: World): Promise<string[]> => {
  const [FunctionName] = namesOf(deployment, 'AWS::Lambda::Function', /^TranscriptionTranscribe/);
  if (FunctionName === undefined) return [];
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  return keyedProviderNames.filter((name) => Environment?.Variables?.[keySecretVariable(name)]);
};

/** Whether projects can have speech transcribed by providers. */
export const checkProviderKeys: Check = async (world) => {
  const about = 'provider keys';
  const projects = await world.providerKeys();
  if (projects.length === 0)
    return [look(about, 'there is no project yet', 'npm run admin -- projects create NAME --outputs FILE')];
  const without = projects.filter(({ providers }) => providers.length === 0).map(({ project }) => project);
  if (without.length === 0) return [well(about, `entered for all of ${counted(projects.length, 'project')}`)];
  const forAll = await operatorKeysFor(world);
  if (forAll.length > 0)
    return [well(about, `the operator's for ${forAll.join(', ')} is there for projects without one`)];
  return [
    look(
      about,
      `${without.join(', ')}: no key for a provider of transcription; bots there transcribe by captions alone`,
      'if that is not meant so: npm run admin -- credentials set PROVIDER --project PRJ --outputs FILE, or name a secret with one for all (sttAKeySecret)',
    ),
  ];
};
