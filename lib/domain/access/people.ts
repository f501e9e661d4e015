/** Whom an identity provider vouches for, and whether they are let in to the dashboard, and as what. */
import { type Role, roles } from './roles.ts';

/** A longer name is none, whoever gives it: as `typedName` checks them. */
export const mostOfName = 100;

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
  readonly name?: string;
  readonly email?: string;
  /** Whether the provider has seen that the address is theirs. */
  readonly is_email_verified: boolean;
  readonly groups: readonly string[];
}

/** Which groups of the provider are let in, and as what; a role without a group takes none. */
export type RoleGroups = Readonly<Partial<Record<Role, string>>>;

/** The ways in of somebody: one at least. */
export interface Admission {
  /** Who they are to each project that has let them in by their address. */
  readonly invited: readonly Person[];
  /** As whom they come to the project of the groups, if they are in one. */
  readonly byGroup: { readonly name: string; readonly role: Role } | undefined;
}

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
 * Lets in whom owners have invited by the address that the provider vouches for, and whoever is in one of the groups.
 * `known` is everybody whom projects have let in by that address. Nobody else comes in.
 */
export const admissionOf = (
  identity: Identity,
  known: readonly Person[],
  groups: RoleGroups,
): Admission | { readonly refusal: Refusal } => {
  const { email, is_email_verified, subject } = identity;
  const invited = is_email_verified ? known.filter((one) => (one.subject ?? subject) === subject) : [];
  const role = roleByGroup(identity.groups, groups);
  // An address that is not known to be theirs would be somebody else's name.
  const byGroup = role && { name: identity.name ?? (is_email_verified ? email : undefined) ?? 'Somebody', role };
  if (invited.length > 0 || byGroup) return { invited, byGroup };
  if (email === undefined) return { refusal: 'no_email' };
  if (!is_email_verified) return { refusal: 'unverified_email' };
  return { refusal: known.length > 0 ? 'another_person' : 'not_invited' };
};
