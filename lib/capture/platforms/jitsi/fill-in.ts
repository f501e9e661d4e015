import type { Controls } from '../controls.ts';
import { lacksText } from '../lacks-text.ts';

const mostTries = 4;

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
    if (!(await frame.evaluate(lacksText, selector, text, onlyEmpty))) return;
    await frame.page().keyboard.sendCharacter(text);
  }
};
