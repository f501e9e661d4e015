/** Where links to media lead besides the service's own address: to the buckets, which are S3's or an emulator's. */
import { clientSettings } from './clients.ts';

export const mediaOrigins = (): readonly string[] => {
  const { endpoint, credentials } = clientSettings();
  // Placeholders for credentials are for emulators.
  return [endpoint !== undefined && credentials ? new URL(endpoint).origin : 'https://*.amazonaws.com'];
};
