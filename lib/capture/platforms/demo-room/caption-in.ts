/**
 * Chooses the language of the demo room's captions. The room stands in for any platform, so its languages go by what each of
 * them calls them: `de-DE`, `de-de`, `German`.
 */
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

const chosenWithinMs = 5_000;

/** A name may carry the kind of a language in parentheses, and a code may carry its country. */
const isCalled = (wanted: string, { code, name }: { readonly code: string; readonly name: string }): boolean =>
  wanted.split('-')[0]?.toLowerCase() === code || wanted.split(' (')[0] === name;

export const captionIn = async (controls: Controls, wanted: string): Promise<boolean> => {
  const menu = await controls.frame.$(selectors.captionLanguage);
  if (!menu) throw controls.missing(selectors.captionLanguage);
  const offered = await menu.evaluate((select) =>
    [...(select as HTMLSelectElement).options].map(({ value, text }) => ({ code: value, name: text })),
  );
  const language = offered.find((one) => isCalled(wanted, one));
  if (!language) return false;
  await menu.select(language.code);
  await controls.until(
    `captions in ${language.name}`,
    (captions, code) => document.querySelector<HTMLElement>(captions)?.dataset.language === code,
    chosenWithinMs,
    selectors.captions,
    language.code,
  );
  return true;
};
