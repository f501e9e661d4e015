/** Chooses the language that people speak in a Google Meet, in which its captions are written. */
import type { Controls } from '../controls.ts';
import { closeNotices, find, pause, press, pressAt, pressSoon, until, wake } from './hands.ts';
import { labels, selectors } from './selectors.ts';

const openWithinMs = 4_000;
const chosenWithinMs = 4_000;

const step = async (controls: Controls, names: readonly string[], within?: string): Promise<void> => {
  if (!(await pressSoon(controls, { labels: names, ...(within && { within }) }, openWithinMs)))
    throw controls.missing(names.join(' / '));
};

/** How many languages are offered, and where the wanted one is. */
const languagesIn = ({ frame }: Controls, language: string) =>
  frame.evaluate(
    (selector, language) => {
      const offered = [...document.querySelectorAll<HTMLElement>(selector)];
      const wanted = offered.find((one) => one.dataset.value === language);
      wanted?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left = 0, top = 0, width = 0, height = 0 } = wanted?.getBoundingClientRect() ?? {};
      const at = wanted && width > 0 ? { x: left + width / 2, y: top + height / 2 } : undefined;
      return { count: offered.length, at, isChosen: wanted?.getAttribute('aria-selected') === 'true' };
    },
    selectors.language,
    language,
  );

const close = async (controls: Controls): Promise<void> => {
  if (await press(controls, { labels: labels.closeDialog, where: 'dialog' })) return;
  await controls.frame.page().keyboard.press('Escape');
  await pause(0);
};

/** Answers false where the language is not among those that are offered. */
export const captionIn = async (controls: Controls, language: string): Promise<boolean> => {
  await wake(controls);
  await closeNotices(controls);
  await step(controls, labels.moreOptions, selectors.controls);
  await step(controls, labels.settings);
  await step(controls, labels.captions);
  try {
    const offered = await until(openWithinMs, async () => {
      const now = await languagesIn(controls, language);
      if (now.at || now.isChosen) return now;
      // The list may have to be opened first.
      if (now.count === 0 || (await find(controls, { labels: labels.meetingLanguage })))
        await press(controls, { labels: labels.meetingLanguage });
      return now.count > 0 && !now.at ? { ...(await languagesIn(controls, language)) } : undefined;
    });
    if (!offered) throw controls.missing(selectors.language);
    if (offered.isChosen) return true;
    if (!offered.at) return false;
    await pressAt(controls, offered.at);
    const isChosen = await until(chosenWithinMs, async () => {
      const now = await languagesIn(controls, language);
      return now.isChosen || now.count === 0 || !now.at ? true : undefined;
    });
    if (!isChosen) throw controls.missing(`captions in ${language}`);
    return true;
  } finally {
    await close(controls);
  }
};
