import { afterEach, expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { forgetPage } from '../../../../lib/capture/platforms/page-memory.ts';
import { handleName, type Place } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import { showBar } from '../../../../lib/capture/platforms/zoom/menus.ts';
import type { LabelName } from '../../../../lib/capture/platforms/zoom/selectors.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';
import { until } from '../../../lab/until.ts';

type Asked = (...given: unknown[]) => unknown;
const key = Symbol.for(handleName);
afterEach(() => {
  Reflect.deleteProperty(globalThis, key);
  vi.unstubAllGlobals();
});

/**
 * A client with a menu, which each press of "More" opens or closes, and what was chosen in it. "Captions" in it opens another one
 * in its place, which "More" is not to be pressed for. What it writes down shows in the menu only, as nobody speaks; nor does it
 * show the list of that. `isWide`: captions have found room in its bar, with a button that opens the same menu. `isFlat`: as in
 * 7.2.0, what leads on from captions is in the menu itself, which takes a moment to draw. `losesPresses`: so many presses of "Show Captions" come to nothing. `isTranslated`: for
 * others, so that languages are listed to the bot once it has that too. `hasWindows`: the list of captions may stand apart from those of people and messages. `records`: what its menu offers of that, and whether it
 * leads to a request.
 */
const aClient = ({
  isWide = false,
  isFlat = false,
  losesPresses = 0,
  hasWindows = true,
  isTranslated = false,
  records = { by: 'record' as LabelName, leadsOn: true },
} = {}) => {
  let lost = 0;
  const chosen: LabelName[] = [];
  let menu: readonly LabelName[] = [];
  let openBy: LabelName | undefined;
  let areOn = false;
  let isChoosing = false;
  let looks = 0;
  const isDrawn = (): boolean => {
    looks += 1;
    return !isFlat || looks > 2;
  };
  const languages: string[] = [];
  const leadsTo = (label: LabelName): readonly LabelName[] =>
    label === 'captions' ? [areOn ? 'hideCaptions' : 'showCaptions', 'transcript', 'captionLanguage'] : [];
  const menuOf = (opener: LabelName): readonly LabelName[] | undefined => {
    if (opener === 'more' && isFlat) return [records.by, areOn ? 'hideCaptions' : 'showCaptions'];
    if (opener === 'more') return isWide ? [records.by] : [records.by, 'captions'];
    return isWide && opener === 'captionOptions' ? leadsTo('captions') : undefined;
  };
  const press = (place: Place, label: LabelName): boolean => {
    const opened = place === 'footer' ? menuOf(label) : undefined;
    if (opened) {
      looks = 0;
      openBy = openBy === label ? undefined : label;
      menu = openBy ? opened : [];
      isChoosing = false;
    } else if (place === 'menu' && menu.includes(label) && isDrawn()) {
      chosen.push(label);
      if (label === 'showCaptions') {
        areOn = lost >= losesPresses;
        lost += 1;
      }
      menu = leadsTo(label);
      isChoosing = label === 'captionLanguage' && (!isTranslated || chosen.includes('translation'));
      openBy = menu.length > 0 || isChoosing ? 'captionOptions' : undefined;
    } else return false;
    return true;
  };
  const handle = {
    isReady: () => true,
    has: (place: Place, label: LabelName) => (place === 'footer' ? menuOf(label) !== undefined : menu.includes(label)),
    hasOne: (_: Place, ...labels: readonly LabelName[]) => isDrawn() && labels.some((one) => menu.includes(one)),
    press,
    closeMenu() {
      const wasOpen = openBy !== undefined;
      openBy = undefined;
      menu = [];
      isChoosing = false;
      return wasOpen;
    },
    hasNoMenu: () => openBy === undefined,
    captions: () => ({ areOn: false, areListed: false }),
    translates() {
      if (!isTranslated || !menu.includes('captionLanguage') || chosen.includes('translation')) return false;
      chosen.push('translation');
      menu = [];
      openBy = undefined;
      return true;
    },
    popsOutTranscript: () => hasWindows,
    requestRecording: () => records.leadsOn,
    choose(language: string) {
      if (!isChoosing || language !== 'German') return false;
      languages.push(language);
      isChoosing = false;
      openBy = undefined;
      return true;
    },
  };
  Reflect.set(globalThis, key, handle);
  const page = { mouse: { move: async () => undefined } };
  const untilYes: unknown[] = [];
  /** As a browser does: by and by, and not for ever. */
  const wait = async (element: string, does: Asked, given: readonly unknown[]): Promise<void> => {
    for (let looks = 0; looks < 20; looks += 1) {
      if (does(...given) === true) return;
      await new Promise(setImmediate);
    }
    throw new ElementMissingError('go through the menus', element);
  };
  const controls = someControls({
    frame: {
      page: () => page,
      frameElement: async () => null,
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given),
    },
    missing: (element: string) => new Error(element),
    async until(element: string, does: Asked, _: number, ...given: unknown[]) {
      untilYes.push(given[0]);
      await wait(element, does, given);
    },
    once: async (element: string, does: Asked, _: number, ...given: unknown[]) => wait(element, does, given),
  });
  return {
    controls,
    chosen,
    /** What may be done anew where the page was busy. */
    untilYes: untilYes as readonly unknown[],
    languages,
    isMenuOpen: () => openBy !== undefined,
    /** As somebody else may have left one open. */
    open: (label: LabelName) => press('footer', label),
    /** As when a bot is put back into the waiting room, or into another room. */
    begin() {
      areOn = false;
    },
  };
};

it('is asked for captions and to record one after the other: the menu of one is not closed by the other', async () => {
  const { controls, chosen } = aClient();
  await Promise.all([zoom.settle?.(controls), zoom.askToRecord?.(controls)]);
  expect(chosen).toEqual(['captions', 'showCaptions', 'captions', 'captions', 'transcript', 'record']);
});

it('is asked one after the other also where it is joined anew meanwhile: what was asked before goes on', async () => {
  const { controls, chosen } = aClient();
  const settled = zoom.settle?.(controls);
  forgetPage(controls.frame.page());
  await Promise.all([settled, zoom.askToRecord?.(controls)]);
  expect(chosen).toEqual(['captions', 'showCaptions', 'captions', 'captions', 'transcript', 'record']);
});

it('is asked to record by what records here, and by "Record" where there is nothing else', async () => {
  const here = aClient({ records: { by: 'recordHere', leadsOn: true } });
  await zoom.askToRecord?.(here.controls);
  expect(here.chosen).toEqual(['recordHere']);
  const alone = aClient();
  await zoom.askToRecord?.(alone.controls);
  expect(alone.chosen).toEqual(['record']);
});

it('has not asked where two presses of "Record" led to nothing that is known, nor where what records here did', async () => {
  const alone = aClient({ records: { by: 'record', leadsOn: false } });
  await expect(zoom.askToRecord?.(alone.controls)).rejects.toThrow('"Send Request" in the dialog');
  expect(alone.chosen).toEqual(['record', 'record']);
  const here = aClient({ records: { by: 'recordHere', leadsOn: false } });
  await expect(zoom.askToRecord?.(here.controls)).rejects.toThrow('"Send Request" in the dialog');
});

it('is asked for captions in a menu of their own where they have found room in the bar', async () => {
  const { controls, chosen } = aClient({ isWide: true });
  await Promise.all([zoom.settle?.(controls), zoom.askToRecord?.(controls)]);
  expect(chosen).toEqual(['showCaptions', 'transcript', 'record']);
});

it('is asked for captions where they are in the menu of all by themselves', async () => {
  const { controls, chosen, isMenuOpen } = aClient({ isFlat: true });
  await zoom.settle?.(controls);
  await zoom.settle?.(controls);
  expect([chosen, isMenuOpen()]).toEqual([['showCaptions'], false]);
});

it('is asked for captions as often as one likes: they are turned on where they are not, and not turned off', async () => {
  const { begin, chosen, controls } = aClient();
  const turnedOn = () => chosen.filter((label) => label === 'showCaptions' || label === 'hideCaptions');
  await zoom.settle?.(controls);
  await zoom.settle?.(controls);
  expect(turnedOn()).toEqual(['showCaptions']);
  begin();
  await zoom.settle?.(controls);
  expect(turnedOn()).toEqual(['showCaptions', 'showCaptions']);
});

it.each([
  ['as often as it has gone', true, 2],
  ['once where it takes the place of people and messages', false, 1],
])('is asked for the list of captions %s', async (_, hasWindows, times) => {
  const { chosen, controls } = aClient({ hasWindows });
  await zoom.settle?.(controls);
  await zoom.settle?.(controls);
  expect(chosen.filter((label) => label === 'transcript')).toHaveLength(times);
});

it.each([
  ['in the menu of all', false],
  ['in a menu of their own where they have found room in the bar', true],
])('is asked for captions %s until it offers to hide them: it may lose a press', async (_, isWide) => {
  const { chosen, controls } = aClient({ isWide, losesPresses: 1 });
  await zoom.settle?.(controls);
  expect(chosen.filter((label) => label === 'showCaptions')).toHaveLength(2);
  const lost = aClient({ isWide, losesPresses: 9 });
  await expect(zoom.settle?.(lost.controls)).rejects.toThrow('"Hide Captions" in the menu');
});

it.each([
  ['in the menu of all', false, ['captions', 'captionLanguage']],
  ['in a menu of their own where they have found room in the bar', true, ['captionLanguage']],
])(
  'is asked for captions in a language %s, which is closed where there is none of that name',
  async (_, isWide, way) => {
    const { controls, chosen, languages, isMenuOpen } = aClient({ isWide });
    expect(await zoom.captionIn?.(controls, 'Elvish')).toBe(false);
    expect(isMenuOpen()).toBe(false);
    expect(await zoom.captionIn?.(controls, 'German')).toBe(true);
    expect([languages, chosen]).toEqual([['German'], [...way, ...way]]);
  },
);

it.each<[LabelName, boolean]>([
  ['more', false],
  ['captionOptions', true],
])('goes its way where a menu was left open, which a press would close: %s', async (left, isWide) => {
  const { controls, chosen, isMenuOpen, open } = aClient({ isWide });
  open(left);
  await zoom.settle?.(controls);
  expect([chosen.includes('showCaptions'), isMenuOpen()]).toEqual([true, false]);
});

it.each([
  ['in the menu of all', false, ['captions', 'captionLanguage']],
  ['in a menu of their own where they have found room in the bar', true, ['captionLanguage']],
])('has captions translated %s, once, where others have that and it is offered no language', async (_, isWide, way) => {
  const { controls, chosen, languages, isMenuOpen } = aClient({ isWide, isTranslated: true });
  expect(await zoom.captionIn?.(controls, 'German')).toBe(true);
  expect([languages, chosen]).toEqual([['German'], [...way, ...way.slice(0, -1), 'translation', ...way]]);
  expect(await zoom.captionIn?.(controls, 'Elvish')).toBe(false);
  expect([chosen.filter((one) => one === 'translation'), isMenuOpen()]).toEqual([['translation'], false]);
});

it('is asked on where what was asked before came to nothing', async () => {
  const { controls, chosen } = aClient();
  const lost = zoom.captionIn?.(controls, 'Elvish');
  await Promise.allSettled([lost, zoom.askToRecord?.(controls)]);
  await until(
    () => chosen,
    (all) => all.includes('record'),
  );
});

it('is asked for no message to one of several people of one name, which might go to another', async () => {
  const { controls } = aClient();
  Object.assign(Reflect.get(globalThis, key), { readers: () => 'ambiguous' });
  const sent = zoom.sendChat?.(controls, { to: { participant_id: '2:Maya' }, text: 'The code is 4711' });
  await expect(sent).rejects.toThrow('others in this meeting have the same name');
});

it.each([
  ['has its bar there once that has come back, a moment after the pointer has moved', 3],
  ['is gone on with where its bar does not come back', Number.POSITIVE_INFINITY],
])('%s', async (_, comesAfterLooks) => {
  const { controls } = aClient();
  let looks = Number.NEGATIVE_INFINITY;
  const isThere = (): boolean => looks >= comesAfterLooks;
  const querySelector = () => {
    looks += 1;
    return isThere() ? {} : null;
  };
  vi.stubGlobal('document', { querySelector });
  Reflect.set(globalThis, key, { has: isThere });
  const move = async (): Promise<void> => {
    looks = 0;
  };
  const page = { mouse: { move } };
  await showBar(someControls({ ...controls, frame: { ...controls.frame, page: () => page } }));
  expect(isThere()).toBe(Number.isFinite(comesAfterLooks));
});

it('is asked to press by what a busy page remembers, as more than one press would undo it', async () => {
  const { controls, untilYes, chosen } = aClient();
  vi.stubGlobal('document', { querySelector: () => null });
  await zoom.settle?.(controls);
  expect(chosen).toContain('showCaptions');
  expect(untilYes).toContain('hasOne');
  for (const act of ['press', 'choose', 'translates']) expect(untilYes).not.toContain(act);
});
