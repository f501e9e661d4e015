import type { Controls } from '../controls.ts';

const mostTries = 4;

/** Gives a field that is shown the focus, with all that it holds selected. Answers whether there is one that lacks the text. */
const lacks = (selector: string, text: string, onlyEmpty: boolean): boolean => {
  const field = [...document.querySelectorAll<HTMLInputElement>(selector)].find((one) => one.checkVisibility());
  if (!field || (onlyEmpty && field.value.trim() !== '')) return false;
  field.focus();
  field.select();
  const { value, maxLength = -1 } = field;
  return value !== (maxLength > 0 ? text.slice(0, maxLength) : text);
};

/**
 * Puts a text into a field, if one is shown: as one message, not by keys, each of which is a shortcut of the client where the
 * field is gone. `onlyEmpty`: what somebody else has put there stays.
 */
export const fillIn = async (
  { frame }: Controls,
  selector: string,
  text: string,
  { onlyEmpty = false } = {},
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!(await frame.evaluate(lacks, selector, text, onlyEmpty))) return;
    await frame.page().keyboard.sendCharacter(text);
  }
};
