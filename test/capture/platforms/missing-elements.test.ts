/**
 * Promise 16 of platform-checks.md: what is said of steps in a page that lacks what they need, on every platform: the first
 * thing, and once the page has that, the next, until nothing is missing that a page without a client behind it can have.
 */
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
import { type Place, handleName as zoomHandle } from '../../../lib/capture/platforms/zoom/handle.ts';
import { type LabelName, labels } from '../../../lib/capture/platforms/zoom/selectors.ts';
import { aGrowingPage } from '../../lab/pages/growing-page.ts';

const still = documentOf('<textarea></textarea>');
vi.stubGlobal('Event', still.createEvent('Event').constructor);
vi.stubGlobal('HTMLTextAreaElement', still.querySelector('textarea')?.constructor);
vi.stubGlobal('getSelection', () => null);
for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
vi.stubGlobal('innerWidth', 1280);
vi.stubGlobal('innerHeight', 720);
afterAll(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, Symbol.for(zoomHandle));
});

/** What says no, but to what is told of. */
const program = (told: Readonly<Record<string, (...input: never[]) => unknown>>) =>
  new Proxy({}, { get: (_, method) => told[String(method)] ?? (() => false) });

/** What other platforms' programs tell. */
const pageProgram = (has: (element: string) => boolean) =>
  program({
    sends: (device: string) => has(`the bot's ${device} turned on`),
    isPastTheDoor: () => has('the meeting in place of the form'),
    isAnswered: () => has('the meeting in place of the form'),
    outcome: () => 'none',
    readers: () => ['everyone'],
    lines: () => [],
  });

/** What Zoom's program in the page tells of what the page was given, by the names that the adapter has for it. */
const zoomProgram = (has: (element: string) => boolean) =>
  program({
    isReady: () => has('the menu of the client, closed'),
    press: (place: Place, label: LabelName) => has(`"${labels[label][0]}" in the ${place}`),
    captions: () => ({ areOn: false, areListed: false }),
    device: () => 'off',
    isDevice: (device: string, state: string) => has(`the ${device}, ${state}`),
    requestRecording: () => has('"Send Request" in the dialog'),
    readers: () => ['everyone'],
    chooseReader: (reader: string) => has(`'${reader}' among those who can be written to`),
  });

/** A page of a platform that has nothing yet. */
const anEmptyPage = () => {
  const grown = aGrowingPage();
  for (const name of [galeneHandle, meetHandle, jitsiHandle])
    Reflect.set(grown.document, Symbol.for(name), pageProgram(grown.has));
  Reflect.set(globalThis, Symbol.for(zoomHandle), zoomProgram(grown.has));
  vi.stubGlobal('document', grown.document);
  vi.stubGlobal('location', new URL('https://example.com/room'));
  const devices = () =>
    (['camera', 'microphone'] as const)
      .filter((device) => grown.has(`a ${device} among the devices`))
      .map((device) => ({ kind: device === 'camera' ? 'videoinput' : 'audioinput', deviceId: device, label: device }));
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: async () => devices() } });
  const page = {
    page: { mainFrame: () => grown.frame, $: async () => null },
    answering: (_: unknown, work: Promise<unknown>) => work,
    outlet: {},
  } as unknown as MeetingPage;
  return { ...grown, page };
};

/** What bots do in a meeting. */
const steps: Readonly<Record<string, (meeting: Meeting) => Promise<unknown> | undefined>> = {
  'prepare to join': (meeting) => meeting.prepare('Notes'),
  join: (meeting) => meeting.join(),
  'turn on captions': (meeting) => meeting.settle(true),
  'choose the language of captions': (meeting) => meeting.captionIn?.('de-DE'),
  'write into the chat': (meeting) => meeting.sendChat?.({ to: 'everyone', text: 'Hello' }),
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
  /** The page had what is told as missing. */
  readonly wasThere: boolean;
}

const mostElements = 12;

/** All that a step lacks, one after the other, in a page that is given each; nothing, where it needs or has nothing. */
const failuresOf = async (
  platform: MeetingPlatform,
  step: string,
  work: (meeting: Meeting) => Promise<unknown> | undefined,
): Promise<readonly Failure[]> => {
  const { page, isThere, give } = anEmptyPage();
  const meeting = meetingIn(page, platform, { meeting_url: 'https://example.com/room' });
  const failures: Failure[] = [];
  while (failures.length < mostElements) {
    const error: unknown = await Promise.resolve(work(meeting)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (error === undefined) break;
    const element = error instanceof ElementMissingError ? error.element : undefined;
    const wasThere = element !== undefined && isThere(element);
    const last = failures.at(-1)?.error;
    // There is no client that would do what is waited for.
    if (!wasThere && last instanceof ElementMissingError && last.element === element) break;
    failures.push({ step, error, wasThere });
    if (element === undefined || wasThere) break;
    give(element);
  }
  return failures;
};

const failuresOn = async (platform: MeetingPlatform): Promise<readonly Failure[]> => {
  const failures: Failure[] = [];
  for (const [step, work] of Object.entries(steps)) failures.push(...(await failuresOf(platform, step, work)));
  return failures;
};
/** That nobody may write is no fault of the page. */
const isClosedChat = ({ error }: Failure): boolean =>
  error instanceof Error && /closed to the bot|can be written to/.test(error.message);

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
        wasThere: false,
        error: expect.objectContaining({ name: 'ElementMissingError', step, element: expect.stringMatching(/\w/) }),
      })),
    );
    expect(told.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['prepare to join', 'join', 'turn the camera on']),
    );
  });

  it('is told so in more than ninety ways, whatever else the page has of what the step needs', () => {
    const told = [...failures.values()].flat().filter((failure) => !isClosedChat(failure));
    expect(told.length).toBeGreaterThanOrEqual(90);
  });
});
