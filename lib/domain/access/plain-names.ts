/**
 * The neutral words of the interface, and the plain names that their makers give to the same things. Programs that were
 * written for other services of this family say the plain ones. Everything inside says the neutral ones.
 */
import { plainProviderNames } from '../transcription/plain-provider-names.ts';

/** In which names a project is answered. */
export const namings = ['neutral', 'plain'] as const;
export type Naming = (typeof namings)[number];

export const plainNames: Readonly<Record<string, string>> = {
  ...plainProviderNames,
  platform_a_language: 'google_meet_language',
  platform_b_language: 'zoom_language',
  platform_c_language: 'teams_language',
  conf_settings: 'zoom_settings',
  conf_tokens_url: 'zoom_tokens_url',
  conf_rtms: 'zoom_rtms',
  conf_oauth_app_id: 'zoom_oauth_app_id',
  conf_oauth_connection: 'zoom_oauth_connection',
  conf_oauth_connections: 'zoom_oauth_connections',
  conf_oauth_connection_id: 'zoom_oauth_connection_id',
  conf_oauth_connection_metadata: 'zoom_oauth_connection_metadata',
  conf_oauth_connection_user_id: 'zoom_oauth_connection_user_id',
  'conf_oauth_connection.state_change': 'zoom_oauth_connection.state_change',
  calendar_provider_a: 'google',
  calendar_provider_b: 'microsoft',
};

const toPlain: ReadonlyMap<string, string> = new Map(Object.entries(plainNames));
const toNeutral: ReadonlyMap<string, string> = new Map([...toPlain].map(([neutral, plain]) => [plain, neutral]));

/** What is called so in the other names; undefined for what has one name only. */
export const nameIn = (naming: Naming, name: string): string | undefined =>
  (naming === 'plain' ? toPlain : toNeutral).get(name);

/** A sentence, or a path, of ours in plain names. */
export const inPlainWords = (text: string): string => text.replaceAll(/\w+/g, (word) => toPlain.get(word) ?? word);
