/** What an entry of the corpus is by its name alone (test/corpus/README.md). */

/** The signs of two rows on one page, such as `m32-and-m33`. */
export const isOfTwoRows = (name: string): boolean => /\/[a-z]\d\d-and-[a-z]\d\d$/.test(name);

/** A state whose page says another too, which is all that it says where the signs of its own are gone. */
export const isOverAnother = (name: string): boolean => name.includes('-over-');

/** Pages of two states have no reason of their own once they are changed. */
export const isOfTwoStates = (name: string): boolean => isOfTwoRows(name) || isOverAnother(name);
