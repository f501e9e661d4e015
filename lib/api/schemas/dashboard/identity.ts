/** What is sent and answered about signing in by an identity provider. */
import * as z from 'zod';
import { mostOfName } from '../../../domain/access/people.ts';
import { roles } from '../../../domain/access/roles.ts';
import { typedName } from '../../../domain/typed-text.ts';

export const BeginQuery = z.strictObject({
  to: z.string().max(2048).optional(),
  here: z.literal('1').optional(),
});
/** Whatever the provider adds to the address that people come back to: it is read as a whole. */
export const ReturnQuery = z.looseObject({});

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const AdmitBody = z.strictObject({
  email: Email,
  name: typedName(mostOfName),
  role: z.enum(roles),
});
export const ChangePersonBody = z.strictObject({ email: Email, role: z.enum(roles) });
export const PersonQuery = z.strictObject({ email: Email });
export const PersonBody = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Whether they have come by it already. */
  has_come: z.boolean(),
  created_at: z.iso.datetime(),
});

/** Somebody who is signed in. */
export const OpenSessionBody = z.object({
  /** What the audit calls it; it opens nothing. */
  session: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Null where no identity provider has vouched for an address of theirs. */
  email: z.string().nullable(),
  started_at: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Who made the link that they came by, and in which session; null for whoever came by none, or before that was noted. */
  invited_by: z.string().nullable(),
  invited_by_session: z.string().nullable(),
  /** The address of whoever made the first of the links that led to it: it ends with them. Null for none. */
  goes_back_to: z.string().nullable(),
  /** Whether it is that of whoever asks. */
  is_own: z.boolean(),
});
/** One of them: a session, or all of a person. */
export const EndSessionsQuery = z
  .strictObject({
    session: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .optional(),
    email: Email.optional(),
  })
  .refine(({ session, email }) => (session === undefined) !== (email === undefined), {
    error: 'give either session or email',
  });
