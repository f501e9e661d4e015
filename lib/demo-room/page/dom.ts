/** The element of the page with this id; the page always has it. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
};

interface Content {
  readonly class?: string;
  readonly text?: string;
  readonly data?: Record<string, string | number | boolean>;
  readonly attributes?: Record<string, string>;
  readonly children?: Node[];
}

/** Makes an element; `data` becomes its data attributes, with their names written as in the DOM (`joined-at-ms`). */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  content: Content = {},
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  if (content.class !== undefined) made.className = content.class;
  if (content.text !== undefined) made.textContent = content.text;
  for (const [name, value] of Object.entries(content.data ?? {})) made.setAttribute(`data-${name}`, String(value));
  for (const [name, value] of Object.entries(content.attributes ?? {})) made.setAttribute(name, value);
  made.append(...(content.children ?? []));
  return made;
};

/** A button with a text and something that it does. */
export const button = (text: string, onClick: () => void, content: Content = {}): HTMLButtonElement => {
  const made = element('button', { text, ...content });
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
};

/** A colour of its own for everybody, the same on every page. */
export const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);

/** The letters that stand for a person without a picture. */
export const initials = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
};
