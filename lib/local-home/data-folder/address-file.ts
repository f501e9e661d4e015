/** Where the service of a data folder is reached, for programs that look into the folder while it runs, or after. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { folderNames } from '../../adapters/local/folder-names.ts';
import { privateFileMode } from '../../adapters/local/private-files.ts';

const Address = z.object({ base_url: z.url() });

const pathIn = (folder: string): string => join(folder, folderNames.address);

export const tellAddress = (folder: string, base_url: string): void =>
  writeFileSync(pathIn(folder), `${JSON.stringify({ base_url })}\n`, { mode: privateFileMode });

/** The address that the last service on this folder had; undefined when none has told. */
export const addressIn = (folder: string): string | undefined => {
  try {
    return Address.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8'))).base_url;
  } catch {
    return undefined;
  }
};
