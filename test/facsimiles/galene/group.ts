/** A group of Galène's, and who may come in: the rules and the words of its server (group/group.go, galene.md, 2026-07-28). */

import { normalize } from 'node:path/posix';

export const rights = {
  op: ['op', 'present', 'message', 'caption', 'token'],
  present: ['present', 'message'],
  message: ['message'],
  observe: [],
  caption: ['caption'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Role = keyof typeof rights;

export interface GroupOptions {
  /** Of whoever comes with any name. */
  readonly role?: Role;
  /** Which they need; none is asked for where it is absent. */
  readonly password?: string;
  /** People with a role and a password of their own, by name. */
  readonly users?: Readonly<Record<string, { readonly role: Role; readonly password: string }>>;
  /** `asks_no_name`: whoever gives none is in the group without one. */
  readonly tokens?: Readonly<
    Record<string, { readonly role: Role; readonly username?: string; readonly asks_no_name?: true }>
  >;
  /** Locked, in the server's words or in an operator's. */
  readonly locked?: true | string;
  /** None, or 0, is no limit. */
  readonly max_clients?: number;
  readonly not_before?: Date;
  readonly expires?: Date;
  /** Without an operator nobody comes in, and everybody is put out. */
  readonly autokick?: boolean;
  /** It begins locked, and is locked whenever no operator is there any more. */
  readonly autolock?: boolean;
  /** Whoever has not joined hears whether it is locked. */
  readonly is_public?: boolean;
  /** Where guests are sent. */
  readonly redirect?: string;
  /** Where the page sends whoever comes without a token. */
  readonly portal?: string;
  /** Whom the page asks first: `/auth/401` and `/auth/403` of this server say no, `/auth/204` leaves it to the group. */
  readonly auth_server?: string;
  readonly is_broken?: boolean;
  /** Nothing of what replaces a stream has come by the time at which others are told of it: they are told in pieces. */
  readonly replaces_in_pieces?: true;
  /** Its page is as those of Galène before 0.9.1: it joins with an invitation as soon as it is loaded, and stays. */
  readonly joins_at_once?: boolean;
}

/** What it says to whom it puts out, or does not let in, for want of an operator. */
export const noOperators = 'there are no operators in this group';

export interface Asking {
  readonly username: string | undefined;
  readonly password: string;
  readonly token: string | undefined;
}

export interface Present {
  readonly username: string;
  readonly permissions: readonly string[];
}

export type Admission =
  | { readonly username: string; readonly permissions: readonly string[] }
  | { readonly fail: string; readonly error?: string };

export const isOp = ({ permissions }: { readonly permissions: readonly string[] }): boolean =>
  permissions.includes('op');

/** Names are taken as paths are (path.Clean of Go): one that could be written shorter is none, nor one of Windows. */
const isName = (name: string): boolean => normalize(`/${name}`) === `/${name}` && name !== '' && !name.includes('\\');

const identify = (options: GroupOptions, { username, password, token }: Asking): Admission => {
  if (token !== undefined) {
    const known = options.tokens?.[token];
    if (!known) return { fail: 'not authorised' };
    const name = known.username ?? username ?? (known.asks_no_name && '');
    if (name === undefined) return { fail: 'username required', error: 'need-username' };
    // Of somebody who has a password of their own.
    const isTaken = known.username === undefined && options.users?.[name] !== undefined;
    if (isTaken) return { fail: 'this username is taken', error: 'duplicate-username' };
    return { username: name, permissions: rights[known.role] };
  }
  const name = username ?? '';
  if (!isName(name) || name.endsWith('/')) return { fail: 'not authorised' };
  const user = options.users?.[name];
  if (user)
    return user.password === password ? { username: name, permissions: rights[user.role] } : { fail: 'not authorised' };
  if (options.role === undefined || (options.password !== undefined && options.password !== password))
    return { fail: 'not authorised' };
  return { username: name, permissions: rights[options.role] };
};

/** In the order in which the server looks. */
export const admit = (
  options: GroupOptions | undefined,
  asking: Asking,
  there: readonly Present[],
  now: Date = new Date(),
): Admission => {
  if (!options) return { fail: 'group does not exist' };
  if (options.is_broken) return { fail: 'internal server error' };
  const known = identify(options, asking);
  if ('fail' in known || isOp(known)) return known;
  if (options.locked) return { fail: options.locked === true ? 'this group is locked' : options.locked };
  if (options.not_before && now < options.not_before) return { fail: 'this group is not open yet' };
  if (options.expires && now >= options.expires) return { fail: 'this group is closed' };
  if (options.autokick && !there.some(isOp)) return { fail: noOperators };
  const { max_clients = 0 } = options;
  if (max_clients > 0 && there.length >= max_clients) return { fail: 'too many users' };
  return known;
};
