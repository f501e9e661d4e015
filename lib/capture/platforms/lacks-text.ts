/**
 * Gives a field that is shown the focus, with all that it holds selected, and answers whether it lacks a text, of which it may take
 * a part only; undefined where none is shown. `onlyEmpty`: it lacks nothing where somebody else has put something there. Runs in the
 * page, which has nothing but what it is given.
 */
export const lacksText = (selector: string, text: string, onlyEmpty = false): boolean | undefined => {
  const field = [...document.querySelectorAll<HTMLInputElement>(selector)].find((one) => one.checkVisibility());
  if (!field) return undefined;
  if (onlyEmpty && field.value.trim() !== '') return false;
  field.focus();
  field.select();
  const { value, maxLength = -1 } = field;
  return value !== (maxLength > 0 ? text.slice(0, maxLength) : text);
};
