const blocks = new Set(['P', 'DIV', 'LI', 'UL', 'OL', 'BLOCKQUOTE', 'PRE']);

/**
 * The text of an element as it was written: each paragraph on lines of its own. Pure: works on any DOM.
 *
 * `spelt`: what stands for a part in place of its text; nothing does where that is empty.
 */
export const linesOf = (element: Element, spelt: (part: Element) => string | undefined = () => undefined): string => {
  let text = '';
  const breakLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const readPart = (part: Element): void => {
    const told = spelt(part);
    if (told === '') return;
    const isBlock = blocks.has(part.nodeName);
    if (isBlock) breakLine();
    if (told !== undefined) text += told;
    else if (part.nodeName === 'BR') text += '\n';
    else walk(part);
    if (isBlock) breakLine();
  };
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeName === '#text') text += child.nodeValue ?? '';
      else if (child.nodeType === 1) readPart(child as Element);
    }
  };
  walk(element);
  return text.trim();
};
