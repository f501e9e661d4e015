/** Writes into the editor of a chat, which takes keys, keeps what it makes of them, and sends what ends with Enter. */
import type { Controls } from '../controls.ts';
import { hasFocus, pressKeyWhere } from '../guarded-key.ts';

const takenWithinMs = 1_000;
const mostTries = 3;

/** Clients draw them as pictures, among the words and in the editor (Teams: hermes-agent#100699). */
const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}]`;

/**
 * What is left out where words are compared: emoji; blanks, as editors have their own way of breaking lines; and what they keep
 * where nothing is to be seen (CKEditor: seven U+2060 behind a break).
 */
const notCompared = String.raw`(?:[\s\p{Cf}]|${emoji})+`;

/** Words as `holdingMore` compares them, and how. */
export interface Bare {
  readonly words: string;
  readonly notCompared: string;
  readonly emoji: string;
}
export const bareOf = (text: string): Bare => ({
  words: text.replaceAll(new RegExp(notCompared, 'gu'), ''),
  notCompared,
  emoji,
});

/**
 * How many more elements than are known hold these words and no others; of what is emoji only, how many hold some. Runs in the
 * page, which has nothing but what it is given.
 */
export const holdingMore = (selector: string, { words, notCompared, emoji }: Bare, known: number): number => {
  const holds = (element: Element): boolean => {
    const text = element.textContent ?? '';
    if (text.replaceAll(new RegExp(notCompared, 'gu'), '') !== words) return false;
    return words !== '' || element.querySelector('img') !== null || new RegExp(emoji, 'u').test(text);
  };
  return Math.max(0, [...document.querySelectorAll(selector)].filter(holds).length - known);
};

/** Answers whether the editor got the key: whatever else has the focus would be pressed by it. */
const breakLine = async ({ frame }: Controls, editor: string): Promise<boolean> => {
  const { keyboard } = frame.page();
  await using isThere = await hasFocus(frame, editor);
  // Without the shift key the message would be sent.
  await keyboard.down('Shift');
  try {
    return await pressKeyWhere(frame, 'Enter', isThere);
  } finally {
    await keyboard.up('Shift');
  }
};

/** Answers false where something else has taken the focus between two lines. */
const typeLines = async (controls: Controls, editor: string, text: string): Promise<boolean> => {
  const { keyboard } = controls.frame.page();
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0 && !(await breakLine(controls, editor))) return false;
    if (line !== '') await keyboard.sendCharacter(line);
  }
  return true;
};

/** Waits until the editor holds these words. */
const holds = (controls: Controls, editor: string, text: string): Promise<void> =>
  controls.until('the whole message in the editor of the chat', holdingMore, takenWithinMs, editor, bareOf(text), 0);

const selectAll = ({ frame }: Controls, editor: string): Promise<void> =>
  frame.evaluate((editor) => {
    const field = document.querySelector<HTMLElement>(editor);
    field?.focus();
    getSelection()?.selectAllChildren(field ?? document.body);
  }, editor);

/** Takes out of the editor what it holds. */
export const takeOut = async (controls: Controls, editor: string): Promise<void> => {
  await selectAll(controls, editor);
  await controls.frame.page().keyboard.press('Backspace');
};

/** In place of what the editor held. A page that is drawn anew meanwhile is written into again. */
export const writeInto = async (controls: Controls, editor: string, text: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    await selectAll(controls, editor);
    try {
      if (!(await typeLines(controls, editor, text))) throw controls.missing(`the focus on ${editor}`);
      return await holds(controls, editor, text);
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
};
