/** What the id of somebody says of them in Teams. Pure. */

const ofAccount = '8:orgid:';

/** Of an account, what is left of its id where it is told without its kind, as captions may tell it; of anybody else, their id. */
export const ownPartOf = (id: string): string => (id.startsWith(ofAccount) ? id.slice(ofAccount.length) : id);

/** Whoever is there without an account, by any client. */
export const isVisitor = (id: string): boolean => /^\d+:[^:]*visitor:/.test(id);

/**
 * An account's. A visitor may have another one whenever they come back, and by each device
 * (https://learn.microsoft.com/en-us/graph/api/resources/anonymousguestconversationmember).
 */
export const lastingIdOf = (id: string): string | null => (isVisitor(id) ? null : id);
