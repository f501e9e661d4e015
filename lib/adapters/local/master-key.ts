import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../../ports/master-key.ts';
import { openBytes, sealBytes } from '../../storage/secrets/aes-gcm.ts';
import { dataFolder } from './environment.ts';
import { folderKey } from './key-file.ts';

const dataKeyBytes = 32;

/** The key in a data folder, with the project as what each thing is sealed beside. */
export const folderMasterKey = (folder: string): MasterKey => {
  const keyOfDataKeys = folderKey(folder, 'data-keys');
  const keyOfSecrets = folderKey(folder, 'secret-box');
  const open = (key: Uint8Array, projectId: string, sealed: string): Buffer =>
    openBytes(key, Buffer.from(sealed, 'base64'), Buffer.from(projectId));
  return {
    newDataKey: async (projectId) =>
      sealBytes(keyOfDataKeys, randomBytes(dataKeyBytes), Buffer.from(projectId)).toString('base64'),
    openDataKey: async (projectId, sealed) => open(keyOfDataKeys, projectId, sealed),
    openSecret: async (projectId, sealed) => open(keyOfSecrets, projectId, sealed).toString(),
  };
};

/** The key of this process's data folder. */
export const openMasterKey = (): MasterKey => folderMasterKey(dataFolder());
