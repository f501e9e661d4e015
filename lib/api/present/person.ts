import type * as z from 'zod';
import type { Invitation, OpenSession } from '../../domain/access/origin.ts';
import type { Person } from '../../domain/access/people.ts';
import type { OpenInvitationBody } from '../schemas/dashboard/access.ts';
import type { OpenSessionBody, PersonBody } from '../schemas/dashboard/identity.ts';

/** Whom a project lets in, as its owners see it: nothing of what the provider calls them. */
export const presentPerson = ({ email, name, role, subject, created_at }: Person): z.infer<typeof PersonBody> => ({
  ...{ email, name, role, created_at },
  has_come: subject !== null,
});

export const presentInvitation = ({ origin, ...one }: Invitation): z.infer<typeof OpenInvitationBody> => ({
  ...one,
  goes_back_to: origin?.email ?? null,
});

/** `own` is what the session of whoever asks is called. */
export const presentOpenSession = ({ origin, ...one }: OpenSession, own: string): z.infer<typeof OpenSessionBody> => ({
  ...one,
  invited_by: origin?.by ?? null,
  invited_by_session: origin?.sessions.at(-1) ?? null,
  goes_back_to: origin?.email ?? null,
  is_own: one.session === own,
});
