import { UnreadableItemError, ValidationError } from '../../domain/errors.ts';
import type { SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import { providers, type SpeechProvider } from '../../domain/transcription/providers.ts';
import type { ProviderSettings } from '../../domain/transcription/transcription-settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Transcriber } from '../../ports/transcriber.ts';
import { DeadlineError, within } from '../../process/deadline.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { CredentialRepository, ListedCredential } from '../../storage/secrets/credentials.ts';
import type { ListPorts } from '../list-page.ts';
import { createProviderKeys, openCredential } from '../transcription/provider-keys.ts';
import { createGetProject } from './get-project.ts';

export interface ProviderCredentialsPorts extends ListPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly credentials: CredentialRepository;
  readonly secretBox: SecretBox;
  readonly transcriberOf: (provider: SpeechProviderName) => Transcriber;
  readonly clock: Clock;
}

/** A key as it may be shown: nothing of it. */
export interface ShownCredential {
  readonly provider: SpeechProviderName;
  readonly maker: string;
  /** Absent where not even that can be read. */
  readonly entered_at?: string;
  /** It is stored, but is of no use until it is entered again. */
  readonly is_unreadable?: true;
}

/** @throws ValidationError for settings that the provider does not know */
const trialOf = (provider: SpeechProviderName, given: ProviderSettings): ProviderSettings => {
  const { trial, settings }: SpeechProvider = providers[provider];
  const { data, error } = settings.safeParse({ ...trial, ...given });
  if (!error) return data as ProviderSettings;
  const [issue] = error.issues;
  throw new ValidationError({ [issue?.path.join('.') || 'settings']: [issue?.message ?? 'are not known'] });
};

/** How a provider answered when it was tried. */
export interface Trial {
  readonly provider: SpeechProviderName;
  readonly maker: string;
  readonly works: boolean;
  /** What it said, where it does not work. */
  readonly error_code?: string;
  readonly error_message?: string;
}

const shown = (credential: ListedCredential): ShownCredential => ({
  provider: credential.provider,
  maker: providers[credential.provider].maker,
  ...('entered_at' in credential && { entered_at: credential.entered_at }),
});
const shownUnreadable = (credential: ListedCredential): ShownCredential => ({
  ...shown(credential),
  is_unreadable: true,
});

// Whatever their makers invent: what can stand in a header, and is no paragraph.
const aKey = /^[\x21-\x7e]{8,512}$/;

/** @throws ValidationError for what can be no key */
const checkedKey = (given: string): string => {
  const key = given.trim();
  if (!aKey.test(key)) {
    throw new ValidationError({ key: ['must be 8 to 512 letters, digits and signs without blanks'] });
  }
  return key;
};

const sampleRate = 16_000;
/** A second in which nobody speaks. */
const aSecond = new Uint8Array(2 * sampleRate);

/** Whoever enters a key waits for this. */
const trialMs = 10_000;

/** Sends a second of silence with a key, as speech is sent. */
const tried = async (
  transcriber: Transcriber,
  provider: SpeechProviderName,
  key: string,
  parameters: ProviderSettings,
): Promise<Trial> => {
  const { maker } = providers[provider];
  const request = { bot_id: 'trial', pcm: aSecond, sample_rate: sampleRate, parameters, key };
  const answer = await transcriber.transcribe(request);
  if (answer.status === 'done') return { provider, maker, works: true };
  const { error_code, error_message } = answer;
  return { provider, maker, works: false, error_code, error_message };
};

/**
 * Enters a key, which takes the place of the one before for everything that is sent from now on.
 * @throws ValidationError for what can be no key, NotFoundError for a project that there is not
 */
export const createEnterProviderKey =
  ({
    projects,
    credentials,
    secretBox,
    clock,
  }: Pick<ProviderCredentialsPorts, 'projects' | 'credentials' | 'secretBox' | 'clock'>) =>
  async (projectId: string, provider: SpeechProviderName, given: string): Promise<ShownCredential> => {
    await createGetProject({ projects })(projectId);
    const sealed = await secretBox.seal(projectId, checkedKey(given));
    const credential = { provider, sealed, entered_at: clock.now().toISOString() };
    await credentials.put(projectId, credential);
    return shown(credential);
  };

/**
 * Enters a key after it was tried with one real request. One that the provider does not take is not entered, and the one
 * before goes on; one that could not be tried, or works not yet, is entered, and it is said why.
 * @throws ValidationError for a key that the provider does not take, or that can be none
 */
export const createEnterTriedKey = (
  ports: Pick<ProviderCredentialsPorts, 'projects' | 'credentials' | 'secretBox' | 'clock' | 'transcriberOf'> & {
    readonly trial_ms?: number;
  },
) => {
  const { transcriberOf, trial_ms = trialMs } = ports;
  const enter = createEnterProviderKey(ports);
  return async (projectId: string, provider: SpeechProviderName, given: string) => {
    const { maker } = providers[provider];
    const key = checkedKey(given);
    const late = (error: unknown): Trial => {
      if (!(error instanceof DeadlineError)) throw error;
      const error_message = `${maker} did not answer within ${trial_ms / 1000} seconds`;
      return { provider, maker, works: false, error_code: 'provider_unavailable', error_message };
    };
    const trial = await within(
      trial_ms,
      'the trial of a key',
      tried(transcriberOf(provider), provider, key, trialOf(provider, {})),
    ).catch(late);
    if (trial.error_code === 'credentials_invalid') {
      throw new ValidationError({ key: [trial.error_message ?? `${maker} does not take it`] });
    }
    return { ...(await enter(projectId, provider, key)), trial };
  };
};

/** The keys of a project for providers of transcription. Each rejects with a NotFoundError for a project that there is not. */
export const createProviderCredentials = (ports: ProviderCredentialsPorts) => {
  const { projects, credentials, secretBox, transcriberOf, onUnreadable } = ports;
  const keyOf = createProviderKeys(ports);
  const getProject = createGetProject({ projects });

  const looked = async (projectId: string, credential: ListedCredential): Promise<ShownCredential> => {
    if (!('sealed' in credential)) return shownUnreadable(credential);
    try {
      await openCredential(secretBox, projectId, credential);
      return shown(credential);
    } catch (error) {
      // Whoever may not open it, or cannot now, learns that it is there.
      if (!(error instanceof UnreadableItemError)) return shown(credential);
      onUnreadable(error);
      return shownUnreadable(credential);
    }
  };

  return {
    set: createEnterProviderKey(ports),

    /** All that are stored: of one that cannot be read it is said, so that nobody takes it for none. */
    async list(projectId: string): Promise<ShownCredential[]> {
      await getProject(projectId);
      const stored = await credentials.list(projectId, onUnreadable);
      return Promise.all(stored.map((credential) => looked(projectId, credential)));
    },

    /** What is said from now on is marked in transcripts. Safe to repeat. */
    async remove(projectId: string, provider: SpeechProviderName): Promise<void> {
      await getProject(projectId);
      await credentials.remove(projectId, provider);
    },

    /** Sends a second of silence with the project's key, as speech is sent. `settings` are those of a bot. */
    async test(projectId: string, provider: SpeechProviderName, settings: ProviderSettings): Promise<Trial> {
      await getProject(projectId);
      const parameters = trialOf(provider, settings);
      const { maker } = providers[provider];
      const key = await keyOf(projectId, provider);
      if (typeof key === 'string') return tried(transcriberOf(provider), provider, key, parameters);
      const { error_code, error_message } = key;
      return { provider, maker, works: false, error_code, error_message };
    },
  };
};
