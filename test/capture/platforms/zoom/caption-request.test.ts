import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { forgetPage } from '../../../../lib/capture/platforms/page-memory.ts';
import { handleName, type Place } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import type { LabelName } from '../../../../lib/capture/platforms/zoom/selectors.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

const key = Symbol.for(handleName);
const wasAsked = 'the host does not allow captions, and was asked to';
const meeting_url = 'https://acme.zoom.us/j/1234567890';

/** A client whose host has to allow captions. The dialog of its request can be sent only once `known.send` says so. */
const aClient = () => {
  const known = { send: false, close: 'cancel' as LabelName };
  let menu: readonly LabelName[] = [];
  let isAsking = false;
  let requests = 0;
  const opens: Partial<Record<LabelName, readonly LabelName[]>> = { captions: ['requestCaptions'] };
  const handle = {
    isReady: () => true,
    has: (place: Place, label: LabelName) => (place === 'footer' ? label === 'more' : menu.includes(label)),
    hasOne: (_: Place, ...labels: readonly LabelName[]) => labels.some((label) => menu.includes(label)),
    press(place: Place, label: LabelName): boolean {
      if (place === 'footer' && label === 'more') menu = menu.length > 0 ? [] : ['captions'];
      else if (place === 'menu' && menu.includes(label)) {
        isAsking ||= label === 'requestCaptions';
        menu = opens[label] ?? [];
      } else if (place === 'dialog' && isAsking && label === known.close) isAsking = false;
      else return false;
      return true;
    },
    closeMenu() {
      const wasOpen = menu.length > 0;
      menu = [];
      return wasOpen;
    },
    hasNoMenu: () => menu.length === 0,
    captions: () => ({ areOn: false, areListed: false }),
    sendCaptionRequest(): boolean {
      if (!isAsking || !known.send) return false;
      requests += 1;
      isAsking = false;
      return true;
    },
  };
  Reflect.set(globalThis, key, handle);
  const page = { mouse: { move: async () => undefined }, url: () => meeting_url };
  const until = async (
    element: string,
    does: (...given: unknown[]) => unknown,
    _: number,
    ...given: unknown[]
  ): Promise<void> => {
    if (does(...given) !== true) throw new ElementMissingError('ask for captions', element);
  };
  const controls = someControls({
    frame: {
      page: () => page,
      frameElement: async () => null,
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given),
    },
    shows: async () => undefined,
    isShown: async () => false,
    type: async () => undefined,
    missing: (element: string) => new Error(element),
    until,
    once: until,
  });
  return {
    controls,
    known,
    asks: async () => zoom.settle?.(controls, true),
    isAsking: () => isAsking,
    requests: () => requests,
  };
};

describe("a host who has to allow captions in Zoom's client", () => {
  beforeEach(() => void vi.stubGlobal('document', { querySelector: () => null }));
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, key);
  });

  it.each<LabelName>(['cancel', 'cross'])(
    'was not asked where the request could not be sent, which is closed by its %s, and is asked by the next try',
    async (close) => {
      const { asks, isAsking, known, requests } = aClient();
      known.close = close;
      await expect(asks()).rejects.toThrow('"Send" in the dialog was not found in time');
      await expect(asks()).rejects.toThrow('"Send" in the dialog was not found in time');
      expect([isAsking(), requests()]).toEqual([false, 0]);
      known.send = true;
      await expect(asks()).rejects.toThrow(wasAsked);
      await expect(asks()).rejects.toThrow(wasAsked);
      expect([isAsking(), requests()]).toEqual([false, 1]);
    },
  );

  it('is asked again by a bot that joins anew, in the same page', async () => {
    const { asks, controls, known, requests } = aClient();
    known.send = true;
    await expect(asks()).rejects.toThrow(wasAsked);
    forgetPage(controls.frame.page());
    await expect(asks()).rejects.toThrow(wasAsked);
    expect(requests()).toBe(2);
  });
});
