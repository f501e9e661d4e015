import { counted, look, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

const mostNamed = 5;

/** Bots that nobody looks after. */
export const checkBots: Check = async ({ stuckBots }) => {
  const about = 'bots';
  const stuck = await stuckBots();
  if (stuck.length === 0) return [well(about, 'none is stuck')];
  const named = stuck.slice(0, mostNamed).map(({ bot_id, state, due_at }) => `${bot_id} (${state}, due at ${due_at})`);
  const more = stuck.length > mostNamed ? ` and ${stuck.length - mostNamed} more` : '';
  return [
    wrong(
      about,
      `${counted(stuck.length, 'bot')} should have moved on: ${named.join(', ')}${more}`,
      'look at their executions in Step Functions; npm run admin -- bots end BOT ends one',
    ),
  ];
};

/** Whether projects can have speech transcribed by providers. */
export const checkProviderKeys: Check = async ({ providerKeys }) => {
  const about = 'provider keys';
  const projects = await providerKeys();
  if (projects.length === 0)
    return [look(about, 'there is no project yet', 'npm run admin -- projects create NAME --outputs FILE')];
  const without = projects.filter(({ providers }) => providers.length === 0).map(({ project }) => project);
  if (without.length === 0) return [well(about, `entered for all of ${counted(projects.length, 'project')}`)];
  return [
    look(
      about,
      `${without.join(', ')}: no key for a provider of transcription; bots there transcribe by captions alone`,
      'if that is not meant so: npm run admin -- credentials set PROVIDER --project PRJ',
    ),
  ];
};
