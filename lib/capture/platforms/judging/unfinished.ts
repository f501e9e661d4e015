/**
 * Whether a page is still on its way to what it will be, as far as it tells. What ends a meeting mostly leads somewhere, or is
 * called an error by the page; what has only begun to load may show nothing but the name of the meeting.
 */
import { allIn, type Eyes, mostOfOneSelector, textWithoutIcons } from './seek.ts';

const onTheWay =
  /^(?:(?:re)?connecting|joining|loading|starting|preparing|getting ready|please wait|(?:one|just a) moment)(?:$|(?: .{0,40})?\.\.\.$)|^trying to (?:re)?connect/;

/** Whether who says so, in normal text, goes on by itself. */
export const saysItGoesOn = (normal: string): boolean => onTheWay.test(normal);

const named = (word: string): string => `[class~="${word}" i], [class^="${word}-" i], [class*=" ${word}-" i]`;
const loads = [
  '[role="progressbar"], progress, [aria-busy="true"], [id^="loading" i]',
  '[class*="spinner" i], [class*="skeleton" i]',
  ...['loading', 'loader'].map(named),
];
const buttons = 'button, [role="button"]';
/** Whoever is out is not shown to themselves, and turns no device on. */
const preview = ['video', ...['microphone', 'camera'].map((device) => `:is(${buttons})[aria-label*="${device}" i]`)];
const unfinished = [...loads, ...preview].join(', ');

const presses = `${buttons}, input:is([type="submit"], [type="button"])`;
/** What stands around a page whatever it is about. */
const around = 'header, nav, footer, [role="banner"], [role="navigation"], [role="contentinfo"], [role="toolbar"]';
const leads = [
  { selector: presses, around: `${around}, :disabled, [aria-disabled="true"]` },
  { selector: 'a[href]', around: `${around}, [class*="footer" i], [class*="header" i]` },
  { selector: named('error'), around },
];
const aWord = /\p{L}{2}/u;
const says = (element: Element): boolean => aWord.test(element.getAttribute('value') ?? textWithoutIcons(element));

/** `on_its_way`: also where there is more to look at, or it takes longer, than a look goes on. `dead_end`: nothing leads on. */
export type Progress = 'on_its_way' | 'dead_end' | 'finished';

export const progressOf = (roots: readonly ParentNode[], { isSeen }: Eyes, hasTime: () => boolean): Progress => {
  const isThere = (elements: readonly Element[], isOne: (element: Element) => boolean): boolean => {
    for (const element of elements) {
      if (!hasTime()) return false;
      if (isOne(element) && isSeen(element)) return true;
    }
    return false;
  };
  const loading = allIn(roots, unfinished);
  if (loading.length >= mostOfOneSelector) return 'on_its_way';
  if (isThere(loading, (element) => !element.matches('html, body'))) return 'on_its_way';
  const doesLead = leads.some(({ selector, around }) =>
    isThere(allIn(roots, selector), (one) => !one.closest(around) && says(one)),
  );
  if (doesLead) return 'finished';
  return hasTime() ? 'dead_end' : 'on_its_way';
};
