/** What is sent and answered about signing in by an identity provider. */
import * as z from 'zod';
import { roles } from '../../../domain/access/roles.ts';

export const BeginQuery = z.strictObject({ to: z.string().max(2048).optional() });
/** Whatever the provider adds to the address that people come back to: it is read as a whole. */
export const ReturnQuery = z.looseObject({});

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const AdmitBody = z.strictObject({
  email: Email,
  name: z.string().trim().min(1).max(100),
  role: z.enum(roles),
});
export const PersonQuery = z.strictObject({ email: Email });
export const PersonBody = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Whether they have come by it already. */
  has_come: z.boolean(),
  created_at: z.iso.datetime(),
});
