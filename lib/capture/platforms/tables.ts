/** The tables of signs, by platform. */
import { adapters } from './index.ts';
import type { SignTable } from './judging/sign-table.ts';

/** Pages that were kept may name a platform that is none. */
export const tables: Readonly<Record<string, SignTable | undefined>> = Object.fromEntries(
  Object.entries(adapters).map(([platform, { signs }]) => [platform, signs]),
);
