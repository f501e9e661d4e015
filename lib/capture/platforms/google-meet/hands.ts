/**
 * Finds and presses what people press in Google Meet's pages. The page draws itself anew at any moment, so nothing that was
 * found is held: buttons are looked for by their words, and pressed with the mouse where they are, notices as soon as they are found.
 */
import { pause } from '../../../process/pause.ts';
import { isEnd } from '../../meeting/final-phases.ts';
import type { Controls } from '../controls.ts';
import { wordsPattern } from '../judging/normal-text.ts';
import { labels, leftAlone, neverDeclined, recordedWords, selectors } from './selectors.ts';
import { googleMeet } from './signs.ts';

const lookEveryMs = 100;
/** Notices may come one after the other, and come back. */
const mostNotices = 12;
const noticeGoneMs = 200;

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
  /** In no dialog that asks for consent, is one of these, or says what one of the patterns finds. */
  readonly spares?: { readonly dialogs: string; readonly saying: readonly string[] };
  /** Only where nothing else in its dialog can be pressed, but links to help. */
  readonly isAlone?: true;
}

export interface Found {
  /** Its middle, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly isDisabled: boolean;
  /** Something else lies there, or the page keeps it from people. */
  readonly isCovered: boolean;
}

/** What dialogs say that ask for consent, what agrees in them, and the choice that they have where the words alone do not tell. */
const consents = googleMeet.states
  .filter(({ phase }) => phase === 'consent_asked')
  .map(({ signs, accepts = [] }) => ({
    patterns: signs.flatMap((sign) => (sign.class === 'T' ? wordsPattern(sign.say) : [])),
    agreeing: accepts.flatMap(({ labels = [] }) => labels),
    choice: signs.flatMap((sign) => (sign.class === 'S' ? (sign.labels ?? []) : [])),
  }));

/** What dialogs say that tell why the bot is out. */
const reasons = googleMeet.states
  .filter(({ phase, signs }) => isEnd(phase) && !signs.some((sign) => sign.class === 'U' && sign.must))
  .flatMap(({ signs }) => signs.flatMap((sign) => (sign.class === 'T' ? wordsPattern(sign.say) : [])));

/** `clicks`: what can be pressed is, in the turn of the page in which it is found. */
const seek = ({ frame }: Controls, sought: Sought, clicks: boolean): Promise<Found | undefined> =>
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
      const isSeen = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      };
      let first: Found | undefined;
      for (const element of document.querySelectorAll<HTMLElement>(selectors.pressable)) {
        const isMarked = mark !== undefined && element.matches(mark);
        if (!(isMarked || isCalled(element, wanted)) || !isSeen(element)) continue;
        if (within && !element.closest(within)) continue;
        const dialog = element.closest(selectors.dialog);
        if (where && (where === 'dialog') !== (dialog !== null)) continue;
        const words = normal(dialog?.textContent?.slice(0, 5_000) ?? '');
        if (saying && !saying.some((said) => words.includes(said))) continue;
        if (spares && dialog?.matches(spares.dialogs)) continue;
        if (spares?.saying.some((pattern) => new RegExp(pattern).test(words))) continue;
        const pressable = [...(dialog?.querySelectorAll(selectors.pressable) ?? [])];
        const isElse = (other: Element) => other !== element && !other.matches(selectors.help) && isSeen(other);
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

export const pressAt = ({ frame }: Controls, { x, y }: Pick<Found, 'x' | 'y'>): Promise<void> =>
  frame.page().mouse.click(x, y);

export const isPressable = (found: Found | undefined): found is Found & { readonly isDisabled: false } =>
  found !== undefined && !found.isDisabled && !found.isCovered;

/** Whether it could be pressed. */
export const press = async (controls: Controls, sought: Sought): Promise<boolean> => {
  const found = await find(controls, sought);
  if (!isPressable(found)) return false;
  await pressAt(controls, found);
  return true;
};

/** Looks until there is an answer; undefined when there is none in time. */
export const until = async <T>(ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> => {
  const end_ms = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() >= end_ms) return found;
    await pause(lookEveryMs);
  }
};

/** Shows the bars with what a participant has at hand, which leave the screen while the mouse rests. */
export const wake = async ({ frame }: Controls): Promise<void> => {
  const { width, height } = await frame.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const { mouse } = frame.page();
  await mouse.move(width / 2, height / 2);
  await mouse.move(width / 2, height - 40);
};

const notices: readonly Sought[] = [
  { labels: labels.goOn, where: 'dialog', saying: recordedWords },
  { labels: labels.close },
];

/** What is done meanwhile for another step may press the same one: by the mouse, one of them would press what comes after it. */
const closeNotice = async (controls: Controls): Promise<boolean> => {
  for (const notice of notices) if (isPressable(await seek(controls, notice, true))) return true;
  return false;
};

/** Closes what lies over the page, one after the other. What asks for consent stays. */
export const closeNotices = async (controls: Controls): Promise<void> => {
  for (let closed = 0; closed < mostNotices; closed += 1) {
    if (!(await closeNotice(controls))) return;
    await pause(noticeGoneMs);
  }
};

const sparing = (saying: readonly string[]) => ({ dialogs: selectors.ownDialogs, saying: [...reasons, ...saying] });
const spares = sparing([...consents.flatMap(({ patterns }) => patterns), ...leftAlone]);
const dismissals: readonly Sought[] = [
  { labels: labels.decline, where: 'dialog', spares: sparing(neverDeclined) },
  { labels: labels.closeDialog, where: 'dialog', spares },
  { labels: labels.note, where: 'dialog', spares, isAlone: true },
];

/** Closes what lies over something that is to be pressed: also a dialog that nobody knows, where it can be declined or noted. */
export const uncover = async (controls: Controls): Promise<void> => {
  await closeNotices(controls);
  for (const dismissal of dismissals) if (isPressable(await seek(controls, dismissal, true))) return;
};

/** Presses something that may come a moment later, or lie below a dialog. Answers false when it does not come. */
export const pressSoon = async (controls: Controls, sought: Sought, ms: number): Promise<boolean> =>
  (await until(ms, async () => {
    const found = await find(controls, sought);
    if (isPressable(found)) {
      await pressAt(controls, found);
      return true;
    }
    if (found?.isCovered) await uncover(controls);
    return undefined;
  })) === true;

/** Turns something on or off by a button that says what it would do. Safe to repeat. */
export const toggle = async (
  controls: Controls,
  { to, done }: Readonly<Record<'to' | 'done', Pick<Sought, 'labels' | 'mark'>>>,
  within_ms: number,
): Promise<void> => {
  const end_ms = performance.now() + within_ms;
  let pressed_ms = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (await find(controls, { ...done, where: 'page' })) return;
    if (performance.now() >= end_ms) throw controls.missing([...to.labels, ...done.labels].join(' / '));
    const button = await find(controls, { ...to, where: 'page' });
    // A page that is busy may show for a while what it showed before.
    if (button && !button.isDisabled && performance.now() - pressed_ms > 1_500) {
      if (button.isCovered) {
        await uncover(controls);
        await wake(controls);
      } else {
        await pressAt(controls, button);
        pressed_ms = performance.now();
      }
    } else if (!button) await wake(controls);
    await pause(lookEveryMs);
  }
};
