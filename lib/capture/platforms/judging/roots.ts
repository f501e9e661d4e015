/** Where the elements of a page stand: in its documents, and in whatever shadow roots are open in them. */

const mostRoots = 50;
const mostElements = 20_000;
/** From so many elements on fewer are asked what they are than there are. */
const crowd = 5_000;
const elements = 1;

export interface Roots {
  readonly roots: readonly (Document | ShadowRoot)[];
  /** Whether many elements stand in them. */
  readonly isCrowded: boolean;
}

export const rootsIn = (documents: readonly Document[]): Roots => {
  const roots: (Document | ShadowRoot)[] = [...documents];
  let looked = 0;
  for (let at = 0; at < roots.length && roots.length < mostRoots; at += 1) {
    const root = roots[at];
    if (!root) break;
    const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, elements);
    while (looked < mostElements && roots.length < mostRoots && walker.nextNode()) {
      looked += 1;
      const { shadowRoot } = walker.currentNode as Element;
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  return { roots, isCrowded: looked >= crowd };
};
