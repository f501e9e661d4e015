/** What people may do who use a project by its dashboard. */

/** Each may do what those before it may: look; have bots do things; decide who else may. */
export const roles = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whether a role is enough for what asks for `least`. */
export const isEnough = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
