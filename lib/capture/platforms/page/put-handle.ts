/** Puts a program's handle where the adapter's hands find it, on the document; a symbol is no member that a page comes across. */
export const putHandle = (name: string, handle: object): void => {
  Object.defineProperty(document, Symbol.for(name), { value: handle, configurable: true });
};
