/** What the id of an account is made of in Teams. Pure. */

const ofAccount = '8:orgid:';

/** Of an account, what is left of its id where it is told without its kind, as captions may tell it; of anybody else, their id. */
export const ownPartOf = (id: string): string => (id.startsWith(ofAccount) ? id.slice(ofAccount.length) : id);
