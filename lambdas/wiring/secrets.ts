import { openMasterKey } from '#adapters/master-key.ts';
import type { SecretBox } from '../../lib/ports/secret-box.ts';
import { envelopeSecretBox, type SecretBoxPorts } from '../../lib/storage/secrets/secret-box.ts';

/** The secrets of projects, under keys that the table holds. To be opened once: it remembers those keys for some minutes. */
export const openSecretBox = (table: SecretBoxPorts['table']): SecretBox =>
  envelopeSecretBox({ masterKey: openMasterKey(), table });
