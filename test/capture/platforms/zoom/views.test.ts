import { afterEach, expect, it } from 'vitest';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { type ClientView, handleName, type Place } from '../../../../lib/capture/platforms/zoom/handle.ts';
import type { LabelName } from '../../../../lib/capture/platforms/zoom/selectors.ts';
import { showIn } from '../../../../lib/capture/platforms/zoom/views.ts';

const key = Symbol.for(handleName);
afterEach(() => void Reflect.deleteProperty(globalThis, key));

/** A client that offers these views in the menu of its button, which each press of it opens or closes. */
const aClient = (first: ClientView, offers: readonly LabelName[], { isShared = false } = {}) => {
  let view = first;
  let isOpen = false;
  const pressed: LabelName[] = [];
  const handle = {
    isReady: () => true,
    view: () => view,
    shows: (wanted: ClientView) => view === wanted,
    press(place: Place, label: LabelName): boolean {
      if (place === 'menu' && !(isOpen && offers.includes(label))) return false;
      pressed.push(label);
      isOpen = !isOpen;
      if (isShared) view = 'screen';
      if (place === 'menu') view = label === 'galleryView' ? 'gallery_view' : 'speaker_view';
      return true;
    },
  };
  Reflect.set(globalThis, key, handle);
  const page = {};
  const until = async (
    element: string,
    work: (...input: unknown[]) => unknown,
    _: number,
    ...input: unknown[]
  ): Promise<void> => {
    if (work(...input) !== true) throw new Error(`${element} is missing`);
  };
  const controls = {
    frame: {
      page: () => page,
      evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input),
    },
    until,
    once: until,
  } as unknown as Controls;
  return { controls, pressed, isOpen: () => isOpen };
};
const both = ['speakerView', 'galleryView'] as const;

it('has a client that shows people as they are wanted left as it is', async () => {
  const { controls, pressed } = aClient('gallery_view', both);
  expect([await showIn(controls, 'gallery_view'), pressed]).toEqual([true, []]);
});

it.each([
  ['speaker_view', 'gallery_view', 'galleryView'],
  ['gallery_view', 'speaker_view', 'speakerView'],
  ['other', 'speaker_view', 'speakerView'],
] as const)('from %s to %s goes by the menu of the button', async (first, view, item) => {
  const { controls, pressed, isOpen } = aClient(first, both);
  expect([await showIn(controls, view), pressed, isOpen()]).toEqual([true, ['view', item], false]);
});

it('closes the menu again where it offers no such view', async () => {
  const { controls, isOpen } = aClient('speaker_view', []);
  await expect(showIn(controls, 'gallery_view')).rejects.toThrow('"Gallery View" in the menu is missing');
  expect(isOpen()).toBe(false);
});

it('touches nothing while a screen is shown in place of people', async () => {
  const { controls, pressed } = aClient('screen', both);
  expect([await showIn(controls, 'gallery_view'), pressed]).toEqual([undefined, []]);
});

it('lets be what somebody begins to show just then', async () => {
  const { controls, isOpen } = aClient('speaker_view', [], { isShared: true });
  expect([await showIn(controls, 'gallery_view'), isOpen()]).toEqual([undefined, false]);
});
