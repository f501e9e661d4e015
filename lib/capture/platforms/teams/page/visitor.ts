/** Whoever is in a Teams meeting without an account, by their id. Pure. */

/** By any client. */
export const isVisitor = (id: string): boolean => /^\d+:[^:]*visitor:/.test(id);

/**
 * An account's. A visitor may have another one whenever they come back, and by each device
 * (https://learn.microsoft.com/en-us/graph/api/resources/anonymousguestconversationmember).
 */
export const lastingIdOf = (id: string): string | null => (isVisitor(id) ? null : id);
