/** What the environment says of who transcribes, for those who check its settings or ask it: see `environment.ts`. */
import * as z from 'zod';
import { type KeyedProviderName, keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { TranscriptionServer } from '../../domain/transcription/transcription-server.ts';
import { ofRows } from './reading.ts';

/** The installation's own server for speech-to-text: where it is, and so whether bots may be told to use it. */
export const transcription = z
  .object({ CUSTOM_ASYNC_TRANSCRIPTION_URL: TranscriptionServer.shape.url.optional() })
  .transform(({ CUSTOM_ASYNC_TRANSCRIPTION_URL: transcriptionUrl }) => ({
    transcriptionUrl,
    hasCustomTranscription: transcriptionUrl !== undefined,
  }));

/** `STT_A_KEY_SECRET`, for example. */
export const keySecretVariable = (provider: KeyedProviderName): string => `${provider.toUpperCase()}_KEY_SECRET`;

/** The secrets with the operator's keys for providers of transcription, by their names. */
export const operatorKeys = ofRows(keyedProviderNames, keySecretVariable, z.string().optional()).transform(
  (keySecrets) => ({ keySecrets }),
);
