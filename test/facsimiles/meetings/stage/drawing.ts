/** Shows a page of new elements each time, as pages do that are made of components, and hears what is done to them. */
import type { Hiding, Screen, Wire } from './protocol.ts';

type Told = (does: string, value: string, by_hand: boolean) => void;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

const fields = 'input, textarea, [contenteditable="true"]';
const hasValue = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  'value' in field && typeof field.value === 'string';
// biome-ignore lint/performance/useDomNodeTextContent: lines of what is typed are told by how they are laid out
const contentOf = (field: Field): string => (hasValue(field) ? field.value : field.innerText);
const setContent = (field: Field, content: string): void => {
  if (hasValue(field)) field.value = content;
  // biome-ignore lint/performance/useDomNodeTextContent: lines stay lines
  else field.innerText = content;
};

/** By what an element is found again among new ones: nothing that was made up for this load. */
const nameOf = (element: Element): string =>
  [element.localName, ...['id', 'aria-label', 'data-tid', 'name'].map((name) => element.getAttribute(name) ?? '')].join(
    '|',
  );

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}
const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes };
const trusted = trustedTypes?.createPolicy('stage', { createHTML: (html) => html }) ?? { createHTML: (html) => html };

export const createDrawing = (root: HTMLElement, tell: Told) => {
  let shown: Screen | undefined;
  let restore: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let comes: ReturnType<typeof setTimeout> | undefined;
  const drawn: (() => void)[] = [];
  let isPressed = false;
  let isLate = false;

  const all = (selector: string): Field[] => [...root.querySelectorAll<HTMLElement>(selector)];

  const kept = (): ReadonlyMap<string, string> =>
    new Map(all(fields).map((field) => [nameOf(field), contentOf(field)]));

  const focus = (name: string): void => {
    const field = all(fields).find((field) => nameOf(field) === name);
    if (!field) return;
    field.focus();
    if (hasValue(field)) field.setSelectionRange?.(field.value.length, field.value.length);
    else getSelection()?.selectAllChildren(field);
    if (!hasValue(field)) getSelection()?.collapseToEnd();
  };

  /** Answers what brings it back. */
  const putAway = (element: Field, how: Hiding['how']): (() => void) => {
    if (how === 'out_of_sight') {
      element.style.transform = 'translateY(200px)';
      element.style.visibility = 'hidden';
      return () => element.removeAttribute('style');
    }
    const place = document.createComment('');
    element.replaceWith(place);
    return () => place.replaceWith(element);
  };

  const hide = (): void => {
    const { hiding } = shown ?? {};
    if (!hiding || restore) return;
    const away = all(hiding.selector).map((element) => putAway(element, hiding.how));
    restore = () => {
      for (const backAgain of away) backAgain();
    };
  };

  const bringBack = (): void => {
    clearTimeout(timer);
    clearTimeout(comes);
    comes = undefined;
    restore?.();
    restore = undefined;
    const { hiding } = shown ?? {};
    if (hiding) timer = setTimeout(hide, hiding.after_ms);
  };

  const wake = (): void => {
    const back_ms = shown?.hiding?.back_ms;
    if (restore && back_ms !== undefined) comes ??= setTimeout(bringBack, back_ms);
    else bringBack();
  };

  const draw = (): void => {
    if (!shown) return;
    const contents = kept();
    const focused = document.activeElement;
    restore = undefined;
    root.innerHTML = trusted.createHTML(shown.html);
    for (const field of all(fields)) {
      const content = contents.get(nameOf(field));
      if (content) setContent(field, content);
    }
    if (focused && focused !== document.body) focus(nameOf(focused));
    for (const listener of drawn) listener();
    wake();
  };

  /** What is pressed stays until it is released, as pages keep elements that are only different; otherwise nothing is clicked. */
  const drawSoon = (): void => {
    if (isPressed) isLate = true;
    else draw();
  };
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
    if (isLate) draw();
    isLate = false;
  };

  const hear = (on: Wire['on'], event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    for (const { selector, does, field, clears, ...wire } of shown?.wires ?? []) {
      const element = wire.on === on ? target.closest<HTMLElement>(selector) : null;
      if (!element || element.matches(':disabled, [aria-disabled="true"]')) continue;
      const from = field === undefined ? element : all(field)[0];
      tell(does, from ? contentOf(from) : '', event.isTrusted);
      if (clears && from) setContent(from, '');
      if (on === 'enter') event.preventDefault();
      return;
    }
  };

  root.addEventListener('click', (event) => hear('click', event));
  root.addEventListener('input', (event) => hear('input', event));
  root.addEventListener('keydown', (event) => {
    const { key, shiftKey } = event as KeyboardEvent;
    if (key === 'Enter' && !shiftKey) hear('enter', event);
  });
  document.addEventListener('pointermove', wake);
  document.addEventListener('pointerdown', press);
  // The click comes right behind it.
  document.addEventListener('pointerup', () => setTimeout(release));
  document.addEventListener('pointercancel', release);

  return {
    show(screen: Screen): void {
      const isSame = shown?.html === screen.html;
      shown = screen;
      document.title = screen.title;
      if (screen.path !== undefined && screen.path !== location.pathname + location.search)
        history.replaceState(null, '', screen.path);
      if (!isSame) drawSoon();
    },
    again: draw,
    onDrawn: (listener: () => void): void => void drawn.push(listener),
  };
};
