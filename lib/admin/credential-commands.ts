/** The commands for projects' keys for providers of transcription. */
import { nameIn } from '../domain/access/plain-names.ts';
import { keyedProviderNames, type SpeechProviderName } from '../domain/transcription/provider-names.ts';
import { type Command, projectOption, UsageError } from './command.ts';

const providerOf = (given: string | undefined): SpeechProviderName => {
  const name = keyedProviderNames.find((one) => one === given || nameIn('plain', one) === given);
  if (name) return name;
  const names = keyedProviderNames.map((one) => `${one} (${nameIn('plain', one)})`);
  throw new UsageError(`a provider that takes a key is one of ${names.join(', ')}`);
};

export const credentialCommands: Readonly<Record<string, Command>> = {
  'credentials set': {
    summary: "enters a project's key for a provider of transcription; it is asked for, or read from the input",
    operands: ['PROVIDER'],
    options: projectOption,
    isNoted: true,
    run: async ({ credentials }, given) => {
      const provider = providerOf(given.operands[0]);
      const project = await given.project();
      return { item: await credentials.set(project, provider, await given.secret(`The key for ${provider}: `)) };
    },
  },
  'credentials list': {
    summary: 'lists the providers for which a project has a key, and of which it cannot be read',
    options: projectOption,
    run: async ({ credentials }, given) => ({
      rows: await credentials.list(await given.project()),
      columns: ['provider', 'maker', 'entered_at', 'is_unreadable'],
    }),
  },
  'credentials remove': {
    summary: "forgets a project's key for a provider",
    operands: ['PROVIDER'],
    options: projectOption,
    isNoted: true,
    run: async ({ credentials }, given) => {
      const provider = providerOf(given.operands[0]);
      await credentials.remove(await given.project(), provider);
      return { done: `there is no key for ${provider} any more` };
    },
  },
  'credentials test': {
    summary: 'sends a provider a second of silence with the key of the project, and tells how it answers',
    operands: ['PROVIDER'],
    options: {
      ...projectOption,
      model: { value: 'MODEL', help: 'the model to ask for' },
      eu: { help: 'asks the server in the EU (stt_a)' },
    },
    isNoted: true,
    run: async ({ credentials }, given) => {
      const provider = providerOf(given.operands[0]);
      const model = given.text('model');
      const settings = { ...(model !== undefined && { model }), ...(given.has('eu') && { use_eu_server: true }) };
      const { works, maker, error_code, error_message } = await credentials.test(
        await given.project(),
        provider,
        settings,
      );
      if (!works) throw new Error(`${error_code}: ${error_message}`);
      return { done: `${maker} takes the key` };
    },
  },
};
