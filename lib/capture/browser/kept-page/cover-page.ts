/**
 * Covers in a page, for as long as a picture of it is taken, what the picture must not tell: people, what they have written,
 * and what was typed. The page's own elements stay as they are. It runs in the page, and is handed over as text: it uses
 * nothing of this file.
 */

export interface CoverOptions {
  /** Selectors of where people's words stand. */
  readonly people: string;
  /** Names, and what was written: in lower case. */
  readonly words: readonly string[];
}

/** Answers what takes the cover off again. */
export const coverPage = (page: Document, { people, words }: CoverOptions): (() => void) => {
  const highlight = 'covered';
  const pixels = 'video, canvas, img, picture, svg image, [style*="background-image"]';
  const typed = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
  const covers = [people, typed, pixels].filter((selector) => selector !== '').join(', ');
  const rules = `
    :is(${covers}) { filter: blur(14px) grayscale(1) !important; }
    :is(${typed}) { color: transparent !important; text-shadow: none !important; }
    ::placeholder { color: transparent !important; }
    ::highlight(${highlight}) { color: #000; background-color: #000; }`;
  /** What is no address is passed over as a whole: an expression for addresses alone would look through it once for each letter. */
  const mayBeMail = /[^\s@]+(@[^\s@]+\.[^\s@]+)?/g;
  const mailIn = (text: string): [from: number, to: number][] =>
    [...text.matchAll(mayBeMail)].flatMap(({ index, 0: { length }, 1: host }) =>
      host === undefined ? [] : [[index, index + length]],
    );

  /** Where in its element a text holds any of the words, or an address of mail. */
  const rangesIn = (node: Node): Range[] => {
    const text = node.nodeValue ?? '';
    const lower = text.toLowerCase();
    const found = mailIn(text);
    for (const word of words)
      for (let at = lower.indexOf(word); at >= 0 && lower.length === text.length; at = lower.indexOf(word, at + 1))
        found.push([at, at + word.length]);
    return found.map(([from, to]) => {
      const range = (node.ownerDocument ?? page).createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range;
    });
  };

  const documents = [page];
  for (const document of documents)
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentDocument && documents.length < 10) documents.push(frame.contentDocument);

  const undo: (() => void)[] = [];
  for (const document of documents) {
    const window = document.defaultView as (Window & typeof globalThis) | null;
    if (!window) continue;
    const roots: (Document | ShadowRoot)[] = [document];
    const ranges: Range[] = [];
    for (const root of roots) {
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync(rules);
      root.adoptedStyleSheets.push(sheet);
      undo.push(() => {
        root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
      });
      // Elements and texts.
      const walker = document.createTreeWalker(root, 1 | 4);
      while (walker.nextNode() && ranges.length < 2_000) {
        const { currentNode } = walker;
        if (currentNode.nodeType === 3) ranges.push(...rangesIn(currentNode));
        else if ((currentNode as Element).shadowRoot && roots.length < 50)
          roots.push((currentNode as Element).shadowRoot as ShadowRoot);
      }
    }
    window.CSS.highlights.set(highlight, new window.Highlight(...ranges));
    undo.push(() => void window.CSS.highlights.delete(highlight));
  }
  return () => {
    for (const one of undo) one();
  };
};
