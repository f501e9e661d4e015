/**
 * Finds what people press in Google Meet's pages. The page draws itself anew at any moment, so nothing that was found is held:
 * buttons are looked for by their words, and are where they are at that look.
 */
import type { Controls } from '../controls.ts';
import { wordsPattern } from '../judging/normal-text.ts';
import type { StateRow } from '../judging/sign-table.ts';
import { selectors } from './selectors.ts';
import { signs } from './signs.ts';

export interface Sought {
  /** One of these is its label, or its whole text. */
  readonly labels: readonly string[];
  /** A selector by which it is known whatever it is called. */
  readonly mark?: string;
  /** In a dialog, outside of them, or anywhere. */
  readonly where?: 'dialog' | 'page';
  /** Only in a dialog that says one of these. */
  readonly saying?: readonly string[];
  /** Only within this. */
  readonly within?: string;
  /** In no dialog that asks for consent, is one of the bot's own, or says what one of these patterns finds. */
  readonly spares?: readonly string[];
  /** Only where nothing else in its dialog can be pressed, but links to help. */
  readonly isAlone?: true;
}

export interface Found {
  /** Its middle, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly isDisabled: boolean;
  /** Something else lies there, it is outside of the window, or the page keeps it from people. */
  readonly isCovered: boolean;
}

/** What finds the words of a state, in normal text. */
export const patternsOf = ({ signs }: Pick<StateRow, 'signs'>): string[] =>
  signs.flatMap((sign) => (sign.class === 'T' ? wordsPattern(sign.say) : []));

/** What dialogs say that ask for consent, what agrees in them, and the choice that they have where the words alone do not tell. */
export const consents = signs.states
  .filter(({ phase }) => phase === 'consent_asked')
  .map(({ signs, accepts = [] }) => ({
    patterns: patternsOf({ signs }),
    agreeing: accepts.flatMap(({ labels = [] }) => labels),
    choice: signs.flatMap((sign) => (sign.class === 'S' ? (sign.labels ?? []) : [])),
  }));

/** `clicks`: what can be pressed is, in the turn of the page in which it is found. */
export const seek = ({ frame }: Controls, sought: Sought, clicks: boolean): Promise<Found | undefined> =>
  frame.evaluate(
    ({ labels, mark, where, saying, within, spares, isAlone }, selectors, consents, clicks) => {
      const normal = (text: string | null): string =>
        (text ?? '')
          .replaceAll(/[\u2018\u2019]/g, "'")
          .replaceAll(/[\s\u00a0]+/g, ' ')
          .trim()
          .toLowerCase();
      const wanted = labels.map(normal);
      // Icons are written as words, in what only adorns a button.
      const bareText = (element: Element): string =>
        [...element.childNodes]
          .map((node) => {
            if (node.nodeType !== 1) return node.nodeValue ?? '';
            return (node as Element).matches('[aria-hidden="true"]') ? '' : bareText(node as Element);
          })
          .join('');
      const isCalled = (element: Element, wanted: readonly string[]): boolean =>
        [element.getAttribute('aria-label'), element.textContent, bareText(element)].some((text) => {
          const said = normal(text?.slice(0, 200) ?? '');
          // A shortcut, news, and devices that there are none of.
          const more = [' (', ' - ', ' without '];
          return wanted.some((label) => said === label || more.some((begins) => said.startsWith(label + begins)));
        });
      const isDrawn = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      };
      let first: Found | undefined;
      for (const element of document.querySelectorAll<HTMLElement>(selectors.pressable)) {
        const isMarked = mark !== undefined && element.matches(mark);
        if (!(isMarked || isCalled(element, wanted)) || !isDrawn(element)) continue;
        if (within && !element.closest(within)) continue;
        const dialog = element.closest(selectors.dialog);
        if (where && (where === 'dialog') !== (dialog !== null)) continue;
        const words = normal(dialog?.textContent?.slice(0, 5_000) ?? '');
        if (saying && !saying.some((said) => words.includes(said))) continue;
        if (spares && dialog?.matches(selectors.ownDialogs)) continue;
        if (spares?.some((pattern) => new RegExp(pattern).test(words))) continue;
        const pressable = [...(dialog?.querySelectorAll(selectors.pressable) ?? [])];
        const isElse = (other: Element) => other !== element && !other.matches(selectors.help) && isDrawn(other);
        if (isAlone && pressable.some(isElse)) continue;
        const asked = consents.filter(
          ({ patterns, choice }) =>
            patterns.some((pattern) => new RegExp(pattern).test(words)) &&
            (choice.length === 0 || pressable.some((one) => isCalled(one, choice.map(normal)))),
        );
        if (spares && asked.length > 0) continue;
        if (asked.some(({ agreeing }) => isCalled(element, agreeing.map(normal)))) continue;
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // Outside of the window nothing is hit.
        const hit = document.elementFromPoint(x, y);
        const isDisabled = element.matches(':disabled, [aria-disabled="true"]');
        const isCovered = hit === null || !element.contains(hit) || element.closest(selectors.behind) !== null;
        const found = { x, y, isDisabled, isCovered };
        // What lies over a notice may have a button of the same name, and stand behind it in the page.
        if (!isDisabled && !isCovered) {
          if (clicks) element.click();
          return found;
        }
        first ??= found;
      }
      return first;
    },
    sought,
    selectors,
    consents,
    clicks,
  );

/**
 * The first that is seen and can be pressed; where none can, the first that is seen. Buttons by which somebody would agree to
 * something are never found.
 */
export const find = (controls: Controls, sought: Sought): Promise<Found | undefined> => seek(controls, sought, false);

type Pressable = Found & { readonly isDisabled: false; readonly isCovered: false };

export const isPressable = (found: Found | undefined): found is Pressable =>
  found !== undefined && !found.isDisabled && !found.isCovered;
