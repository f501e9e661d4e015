/**
 * What a page shows, trimmed to what tells where it is: in the form of the frames of a corpus (test/corpus/README.md). It runs
 * in the page, and is handed over as text: it uses nothing of this file.
 */

export interface TrimOptions {
  /** Selectors of where people's words stand: of what is in there only its structure is kept. */
  readonly people: string;
  /** What signs look for in attributes, which is nobody's word. */
  readonly literals: readonly string[];
  readonly most_elements: number;
  readonly most_characters: number;
}

export interface TrimmedFrame {
  readonly address: string;
  readonly html: string;
}

export const trimPage = (page: Document, options: TrimOptions): TrimmedFrame[] => {
  const left = 'script, style, link, meta, noscript, object, embed, svg, canvas, audio, source, picture, img';
  const typed = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
  const kept =
    /^(?:id|class|role|type|name|value|title|alt|for|hidden|disabled|width|height|jsname|(?:aria|data)-[\w-]+)$/;
  /** What is written on them is the page's. */
  const pressed = 'input:is([type="submit"], [type="button"])';
  /** Of a video there is only that it is there, and whether anybody sees it. */
  const keptOfVideo = /^(?:hidden|aria-hidden|style)$/;
  /** Attributes that may hold what somebody is called or has written. */
  const told = /^(?:title|alt|name|for|value|(?:aria|data)-[\w-]+)$/;
  const harmless = (value: string): string => {
    if (/^(?:|true|false|on|off|\d{1,4})$/.test(value)) return value;
    return options.literals.find((literal) => value.includes(literal)) ?? 'PEOPLE';
  };
  const plain = (address: string): string => {
    const [before = ''] = address.split(/[?#]/);
    return /^(?:https?:|\/)/i.test(before) ? before : '';
  };
  let elements = 0;

  const isVideo = (element: Element): boolean => element.localName === 'video';

  /** Asked of videos only: what is in other elements may be seen where they have no size themselves. */
  const isTiny = (element: Element): boolean => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width <= 1 || height <= 1 || right <= 0 || bottom <= 0;
  };

  const isHidden = (element: Element): boolean =>
    typeof element.checkVisibility === 'function' &&
    (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      (isVideo(element) && isTiny(element)));

  /** A copy in a document that nothing is loaded or run in. */
  const copyOf = (element: Element, into: Document, isAbove: boolean, isOfPeople = false): Element | undefined => {
    elements += 1;
    if (elements > options.most_elements || element.matches(left)) return undefined;
    const name = element.localName.includes('-') && !element.shadowRoot ? 'div' : element.localName;
    const copy = into.createElement(/^[a-z][a-z0-9-]*$/.test(name) ? name : 'div');
    const begins = !isOfPeople && options.people !== '' && element.matches(options.people);
    const tells = isOfPeople || begins;
    for (const { name, value } of element.attributes) {
      if (isVideo(element) ? !keptOfVideo.test(name) : name === 'value' && !element.matches(pressed)) continue;
      if (tells && told.test(name)) copy.setAttribute(name, harmless(value));
      else if (kept.test(name)) copy.setAttribute(name, value.slice(0, 300));
      else if (name === 'href' || name === 'src') copy.setAttribute(name, plain(value));
      else if (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden/.test(value))
        copy.setAttribute('hidden', '');
    }
    const isOut = isAbove || isHidden(element);
    if (isOut && !isAbove) copy.setAttribute('hidden', '');
    if (element.localName === 'iframe') {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0) copy.setAttribute('width', String(Math.round(width)));
      if (height > 0) copy.setAttribute('height', String(Math.round(height)));
      return copy;
    }
    if (isVideo(element) || element.matches(typed)) return copy;
    if (begins) copy.append('PEOPLE');
    if (element.shadowRoot) {
      const template = into.createElement('template');
      template.setAttribute('shadowrootmode', 'open');
      for (const child of element.shadowRoot.children) {
        const copied = copyOf(child, into, isOut, tells);
        if (copied) template.content.append(copied);
      }
      copy.append(template);
    }
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && !tells)
        copy.append(into.createTextNode((child.nodeValue ?? '').replaceAll(/\s+/g, ' ').slice(0, 1_000)));
      if (child.nodeType !== 1) continue;
      const copied = copyOf(child as Element, into, isOut, tells);
      if (copied) copy.append(copied);
    }
    return copy;
  };

  const documents = [page];
  for (const document of documents)
    for (const frame of document.querySelectorAll('iframe')) {
      const { contentDocument } = frame;
      if (contentDocument && documents.length < 10) documents.push(contentDocument);
    }
  return documents.map((document) => {
    const into = document.implementation.createHTMLDocument('');
    const body = document.body && copyOf(document.body, into, false);
    return {
      address: plain(document.location?.href ?? ''),
      html: `<!doctype html>\n${(body?.outerHTML ?? '').slice(0, options.most_characters)}`,
    };
  });
};
