/** For how long the secret before a new one signs as well, where a command gives one. */
import * as z from 'zod';
import { secretOverlapHours } from '../domain/webhook/webhook-subscription.ts';
import { type Given, type Option, UsageError } from './command.ts';

export const overlapOption: Readonly<Record<string, Option>> = {
  overlap: { value: 'HOURS', help: `how long both sign, 0 to 720 (default ${secretOverlapHours})` },
};

/** In hours. @throws UsageError for what is none */
export const overlapOf = (given: Given): number => {
  const asked = given.text('overlap') ?? secretOverlapHours;
  const { success, data } = z.coerce.number().min(0).max(720).safeParse(asked);
  if (!success) throw new UsageError('--overlap takes hours, 0 to 720');
  return data;
};
