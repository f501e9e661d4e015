/** Secrets of the operator, as files of this machine: their names are paths, such as those of systemd's credentials. */
import { readFile } from 'node:fs/promises';
import type { ReadSecret } from '../../ports/secret-reader.ts';

export const openOperatorSecrets = (): ReadSecret => (path) => readFile(path, 'utf8');
