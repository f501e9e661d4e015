/** Whom an identity provider vouches for, and whether they are let in to the dashboard, and as what. */
import { type Role, roles } from './roles.ts';

/** Somebody whom an owner lets in, known by their e-mail address. */
export interface Person {
  readonly email: string;
  readonly project_id: string;
  readonly name: string;
  readonly role: Role;
  /** Who first came by that address: from then on nobody else does, whoever is given the address later. */
  readonly subject: string | null;
  readonly created_at: string;
}

/** What a provider says of somebody who has just signed in there. */
export interface Identity {
  /** The provider and its id of the person, which it never gives to anybody else. */
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Whether the provider has seen that the address is theirs. */
  readonly is_email_verified: boolean;
  readonly groups: readonly string[];
}

/** Which groups of the provider are let in, and as what; a role without a group takes none. */
export type RoleGroups = Readonly<Partial<Record<Role, string>>>;

export type Admission =
  | { readonly name: string; readonly role: Role; readonly project_id: string | undefined }
  | { readonly refusal: Refusal };

/** Why somebody does not come in, as a word that the page has sentences for. */
export const refusals = [
  'not_invited',
  'no_email',
  'unverified_email',
  'another_person',
  'no_project',
  'expired',
  'refused',
  'failed',
  'unreachable',
] as const;
export type Refusal = (typeof refusals)[number];

/** A project is never left without somebody who decides who comes in. */
export class LastOwnerError extends Error {
  override readonly name = 'LastOwnerError';
  constructor(name: string, options?: ErrorOptions) {
    super(
      `${name} is the last owner who may sign in. Let in another owner first, or make somebody else an owner.`,
      options,
    );
  }
}

/** Addresses are told apart without regard to case, as every mail service does. */
export const emailOf = (text: string): string => text.trim().toLowerCase();

/** The role of the most that a group is for. */
const roleByGroup = (groups: readonly string[], wanted: RoleGroups): Role | undefined =>
  roles.toReversed().find((role) => wanted[role] !== undefined && groups.includes(wanted[role]));

/**
 * Lets in whom an owner has invited by the address that the provider vouches for, and else whoever is in one of the
 * groups. `invited` is the person whom that address is of, if there is one. Nobody else comes in.
 */
export const admissionOf = (identity: Identity, invited: Person | undefined, groups: RoleGroups): Admission => {
  const { email, is_email_verified, subject } = identity;
  const name = identity.name ?? email ?? 'Somebody';
  const isTheirs = (invited?.subject ?? subject) === subject;
  if (invited && is_email_verified && isTheirs)
    return { name: invited.name, role: invited.role, project_id: invited.project_id };
  const role = roleByGroup(identity.groups, groups);
  if (role) return { name, role, project_id: undefined };
  if (email === undefined) return { refusal: 'no_email' };
  if (!is_email_verified) return { refusal: 'unverified_email' };
  return { refusal: invited ? 'another_person' : 'not_invited' };
};
