/** Items as programs have stored them that are not in use any more. */
import { readFile } from 'node:fs/promises';
import type { Item } from '../../../lib/ports/table.ts';

export interface StoredItems {
  readonly items: readonly Item[];
  /** The records in them, as the program read them that wrote them. */
  readonly records: unknown;
}

const file = new URL('../../storage/fixtures/items-before-versions.json', import.meta.url);

/**
 * Items of every kind from before items said the version of their kind, and before their lists were in generic indices.
 */
export const itemsBeforeVersions = async (): Promise<StoredItems> => JSON.parse(await readFile(file, 'utf8'));
