/**
 * What is said of steps in a page that has nothing of what they need: on every platform, each that needs something. Without a
 * browser, as such a page answers at once and is empty.
 */
import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../bin/judge/documents.ts';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import { handleName as galeneHandle } from '../../../lib/capture/platforms/galene/handle.ts';
import { handleName as meetHandle } from '../../../lib/capture/platforms/google-meet/handle.ts';
import { adapters } from '../../../lib/capture/platforms/index.ts';
import { handleName as jitsiHandle } from '../../../lib/capture/platforms/jitsi/handle.ts';
import type { MeetingPlatform } from '../../../lib/capture/platforms/platform.ts';
import { handleName as zoomHandle } from '../../../lib/capture/platforms/zoom/handle.ts';

const inVain = (): Promise<never> => Promise.reject(new TimeoutError('waited in vain'));

/** What a platform's program in the page tells its adapter: that there is nothing. */
const none = new Proxy({}, { get: () => () => false });
const page = documentOf('<html><body></body></html>');
for (const name of [galeneHandle, meetHandle, jitsiHandle]) Reflect.set(page, Symbol.for(name), none);
vi.stubGlobal('document', page);
vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: async () => [] } });
vi.stubGlobal('innerWidth', 1280);
vi.stubGlobal('innerHeight', 720);
Reflect.set(globalThis, Symbol.for(zoomHandle), none);
afterAll(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, Symbol.for(zoomHandle));
});

const device = { press: async () => undefined, move: async () => undefined };
const pageOfFrame = { keyboard: device, mouse: device };
const frame = {
  ...{ waitForSelector: inVain, waitForFunction: inVain, goto: inVain },
  ...{ $: async () => null, $$: async () => [] },
  $$eval: async (_: string, see: (found: readonly Element[]) => unknown) => see([]),
  // That it answers at all is asked in words.
  evaluate: async (asked: unknown, ...input: unknown[]) => (typeof asked === 'function' ? asked(...input) : true),
  ...{ url: () => 'https://example.com/room', page: () => pageOfFrame },
} as unknown as Frame;

const emptyPage = {
  page: { mainFrame: () => frame, $: async () => null },
  answering: (_: unknown, work: Promise<unknown>) => work,
  outlet: {},
} as unknown as MeetingPage;

/** What bots do in a meeting. */
const steps: Readonly<Record<string, (meeting: Meeting) => Promise<unknown> | undefined>> = {
  'prepare to join': (meeting) => meeting.prepare('Notes'),
  join: (meeting) => meeting.join(),
  'turn on captions': (meeting) => meeting.settle(),
  'choose the language of captions': (meeting) => meeting.captionIn?.('de-DE'),
  'write into the chat': (meeting) => meeting.say?.({ to: 'everyone', text: 'Hello' }),
  'ask to record': (meeting) => meeting.askToRecord?.(),
  'enter the breakout room': (meeting) => meeting.enterBreakoutRoom?.(),
  'turn incoming video on or off': (meeting) => meeting.wantPictures?.(false),
  'turn the camera on': (meeting) => meeting.stage?.turn('camera', true),
  'turn the microphone on': (meeting) => meeting.stage?.turn('microphone', true),
  'turn the screen on': (meeting) => meeting.stage?.turn('screen', true),
};

interface Failure {
  readonly step: string;
  readonly error: unknown;
}

/** What became of all steps in the empty page; those that need nothing of it, or that the platform has not, are left out. */
const failuresOn = async (platform: MeetingPlatform): Promise<readonly Failure[]> => {
  const meeting = meetingIn(emptyPage, platform, { meeting_url: 'https://example.com/room' });
  const failures: Failure[] = [];
  for (const [step, work] of Object.entries(steps)) {
    const failure = await Promise.resolve(work(meeting)).then(
      () => undefined,
      (error: unknown) => ({ step, error }),
    );
    if (failure) failures.push(failure);
  }
  return failures;
};
/** That nobody may write is no fault of the page. */
const isClosedChat = ({ step, error }: Failure): boolean =>
  step === 'write into the chat' && !(error instanceof ElementMissingError) && error instanceof Error;

const failures = new Map<string, readonly Failure[]>();
// What a step looks for is not there, and it takes no real time to wait for it in vain.
vi.useFakeTimers();
let isOver = false;
const tried = (async () => {
  for (const [name, platform] of Object.entries(adapters)) failures.set(name, await failuresOn(platform));
})().finally(() => {
  isOver = true;
});
while (!isOver) await vi.advanceTimersByTimeAsync(100);
vi.useRealTimers();
await tried;

describe('a step that lacks something', () => {
  it.each([...failures.keys()])('on %s is told by its name, and by what it lacks', (name) => {
    const told = (failures.get(name) ?? []).filter((failure) => !isClosedChat(failure));
    expect(told).toEqual(
      told.map(({ step }) => ({
        step,
        error: expect.objectContaining({ name: 'ElementMissingError', step, element: expect.stringMatching(/\w/) }),
      })),
    );
    expect(told.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['prepare to join', 'join', 'turn the camera on']),
    );
  });

  it('is told so in more than thirty of them', () => {
    const told = [...failures.values()].flat().filter((failure) => !isClosedChat(failure));
    expect(told.length).toBeGreaterThanOrEqual(30);
  });
});
