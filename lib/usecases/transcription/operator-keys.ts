import { isRecord, jsonIn } from '../../domain/json.ts';
import type { SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import { providers } from '../../domain/transcription/providers.ts';
import type { Trouble } from '../../domain/transcription/speech.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadSecret } from '../../ports/secret-reader.ts';
import { rememberFor } from '../../process/remember-for.ts';

/** The name of the secret that holds the operator's key for a provider, for those that have one. */
export type KeySecrets = { readonly [N in SpeechProviderName]?: string | undefined };

export interface OperatorKeysPorts {
  readonly keySecrets: KeySecrets;
  readonly readSecret: ReadSecret;
  readonly clock: Clock;
  /** Hears why a secret could not be read. */
  readonly log: (message: string, error: unknown) => void;
}

/** A key that was changed counts after so long at the latest. */
const keptForMs = 5 * 60_000;

/** The field `key` of an object. What is wrong with a text that is none is not told: the message would hold part of it. */
const fieldOf = (text: string): unknown => {
  const given = jsonIn(text);
  return isRecord(given) ? given.key : undefined;
};

/** A secret is the key itself, or an object with the field `key`, as the console of AWS makes secrets. */
const keyIn = (text: string): string => {
  const trimmed = text.trim();
  const key = trimmed.startsWith('{') ? fieldOf(trimmed) : trimmed;
  if (typeof key !== 'string' || key === '')
    throw new Error('it holds neither a key nor an object with the field "key"');
  return key;
};

/** It may be back, or be allowed, in a moment. */
const unreadable = (provider: SpeechProviderName): Trouble => ({
  status: 'unavailable',
  error_code: 'key_not_readable',
  error_message: `the secret with the operator's key for ${providers[provider].maker} cannot be read: its operator finds the reason in the log`,
});

/** The key that the operator has for all projects, read when it is needed; undefined where there is none. */
export const createOperatorKeys = ({ keySecrets, readSecret, clock, log }: OperatorKeysPorts) => {
  const keyOf = rememberFor(keptForMs, clock, async (name) => keyIn(await readSecret(name)));
  return async (provider: SpeechProviderName): Promise<string | Trouble | undefined> => {
    const name = keySecrets[provider];
    if (name === undefined) return undefined;
    try {
      return await keyOf(name);
    } catch (error) {
      log(`the secret ${name} could not be read`, error);
      return unreadable(provider);
    }
  };
};
export type OperatorKeys = ReturnType<typeof createOperatorKeys>;
