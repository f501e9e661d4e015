/** Chooses the language that people speak in a Google Meet, in which its captions are written. */
import { pause } from '../../../process/pause.ts';
import type { Controls } from '../controls.ts';
import { closeNotices } from './dialogs.ts';
import { press, pressAt, pressSoon, wake } from './hands.ts';
import { find, type Sought } from './seek.ts';
import { labels, selectors } from './selectors.ts';

const openWithinMs = 4_000;
const chosenWithinMs = 4_000;
const closableWithinMs = 1_000;
/** A list that has just been pressed takes so long to open; another press would close it. */
const listOpensWithinMs = 1_500;

/** The list is beside the captions, while these are on (page), and in the settings (dialog). */
type Place = NonNullable<Sought['where']>;

const step = async (controls: Controls, names: readonly string[], within?: string): Promise<void> => {
  if (!(await pressSoon(controls, { labels: names, ...(within && { within }) }, openWithinMs)))
    throw controls.missing(names.join(' / '));
};

/** How many languages are offered, whether the wanted one is, and where it is, while the list is open. */
const languagesIn = ({ frame }: Controls, language: string, place: Place) =>
  frame.evaluate(
    (selectors, language, place) => {
      const offered = [...document.querySelectorAll<HTMLElement>(selectors.language)].filter(
        (one) => (one.closest(selectors.dialog) ? 'dialog' : 'page') === place,
      );
      const wanted = offered.find((one) => one.dataset.value === language);
      wanted?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left = 0, top = 0, width = 0, height = 0 } = wanted?.getBoundingClientRect() ?? {};
      const at = wanted && width > 0 ? { x: left + width / 2, y: top + height / 2 } : undefined;
      return {
        count: offered.length,
        isOffered: wanted !== undefined,
        at,
        isChosen: wanted?.getAttribute('aria-selected') === 'true',
      };
    },
    selectors,
    language,
    place,
  );

/** Opens the list where it is closed. */
const openedList = (controls: Controls, language: string, place: Place) => {
  let pressed_ms = Number.NEGATIVE_INFINITY;
  return controls.look(openWithinMs, async () => {
    const now = await languagesIn(controls, language, place);
    if (now.at || now.isChosen || (now.count > 0 && !now.isOffered)) return now;
    if (performance.now() - pressed_ms > listOpensWithinMs) {
      if (await press(controls, { labels: labels.meetingLanguage, where: place })) pressed_ms = performance.now();
      else if (place === 'page') await wake(controls);
    }
    return undefined;
  });
};

const choose = async (controls: Controls, language: string, place: Place): Promise<boolean> => {
  const offered = await openedList(controls, language, place);
  if (!offered) throw controls.missing(selectors.language);
  if (offered.isChosen) return true;
  if (!offered.at) return false;
  await pressAt(controls, offered.at);
  const isChosen = await controls.look(chosenWithinMs, async () => {
    const now = await languagesIn(controls, language, place);
    return now.isChosen || now.count === 0 || !now.at ? true : undefined;
  });
  if (!isChosen) throw controls.missing(`captions in ${language}`);
  return true;
};

const closing = { labels: labels.closeDialog, where: 'dialog' } as const;

/** The settings, also where they come late, or the menu that leads to them. */
const close = async (controls: Controls): Promise<void> => {
  if (await pressSoon(controls, closing, closableWithinMs)) return;
  await controls.frame.page().keyboard.press('Escape');
  await pause(0);
};

/** Answers false where the language is not among those that are offered. */
export const captionIn = async (controls: Controls, language: string): Promise<boolean> => {
  await wake(controls);
  await closeNotices(controls);
  if (await find(controls, { labels: labels.meetingLanguage, where: 'page' }))
    return choose(controls, language, 'page');
  // Settings that came too late to an earlier try lie over the page.
  await press(controls, closing);
  await step(controls, labels.moreOptions, selectors.controls);
  try {
    await step(controls, labels.settings);
    await step(controls, labels.captions);
    return await choose(controls, language, 'dialog');
  } finally {
    await close(controls);
  }
};
