import type * as z from 'zod';
import type { Person } from '../../domain/access/people.ts';
import type { PersonBody } from '../schemas/dashboard/identity.ts';

/** Whom a project lets in, as its owners see it: nothing of what the provider calls them. */
export const presentPerson = ({ email, name, role, subject, created_at }: Person): z.infer<typeof PersonBody> => ({
  ...{ email, name, role, created_at },
  has_come: subject !== null,
});
