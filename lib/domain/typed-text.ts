/**
 * Names and texts that are typed into meetings. A control character is a key there (Enter sends, Tab goes elsewhere), a
 * line break ends a name, and a character that turns the direction of text can make a name look like somebody else's.
 */
import * as z from 'zod';

const controls = String.raw`\u0000-\u001f\u007f-\u009f`;
const controlsButLineBreaks = String.raw`\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f`;
const separators = String.raw`\u2028\u2029`;
// Embeddings, overrides and isolates. Marks (U+200E, U+200F, U+061C) are left alone: they turn nothing around, and
// names are written with them. https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
const turning = String.raw`\u202a-\u202e\u2066-\u2069`;

const kinds: readonly (readonly [RegExp, string])[] = [
  [/[\n\r\u0085\u2028\u2029]/, 'a line break'],
  [/\t/, 'a tab'],
  [/[\u202a-\u202e\u2066-\u2069]/, 'a character that turns the direction of text'],
];

/** Names the first character of a text that it must not hold. */
const faultIn = (text: string, forbidden: string): string => {
  const [character = ''] = new RegExp(`[${forbidden}]`).exec(text) ?? [];
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const kind = kinds.find(([pattern]) => pattern.test(character))?.[1] ?? 'a control character';
  return `must not hold U+${code}, ${kind}`;
};

const hasVisible = (text: string): boolean => /[^\s\p{Cf}]/u.test(text);

const without = (text: z.ZodString, forbidden: string) =>
  text.regex(new RegExp(`^[^${forbidden}]*$`), { error: ({ input }) => faultIn(String(input), forbidden) });

const visible = (text: z.ZodString, most: number) =>
  text
    .min(1)
    .max(most)
    .refine((text) => text === '' || hasVisible(text), { error: 'must hold something that can be seen' });

/** A name: one line, without blanks around it. */
export const typedName = (most: number) => visible(without(z.string(), controls + separators + turning).trim(), most);

/** A text of several lines, with line feeds between them however they came. */
export const typedMessage = (most: number) =>
  visible(
    without(
      z.string().overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
      controlsButLineBreaks + separators + turning,
    ),
    most,
  );
