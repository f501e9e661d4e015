/** So many UTF-16 units of a text at most, and no character cut in two: what is left is text in every language and program. */
export const beginningOf = (text: string, most: number): string => {
  const isCutInTwo = text.length > most && (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isCutInTwo ? most - 1 : most).toWellFormed();
};
