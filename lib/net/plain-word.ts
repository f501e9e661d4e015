/** Codes of errors are words. What is none may hold anything, a secret that came with the request too. */
const word = /^[A-Za-z_.]{1,64}$/;

/** The code of an error of another service as it may be told on, and logged. */
export const plainWord = (text: string): string => (word.test(text) ? text : 'a code that is no word');
