import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of which it is known when something is pressed in it. */
const aPage = () => {
  const pressed: number[] = [];
  const evaluate = async (): Promise<number> => pressed.push(Date.now()) - 1;
  const opened = {};
  const frame = { evaluate, waitForFunction: async () => undefined, page: () => opened } as unknown as Frame;
  const page = {
    page: Object.assign(opened, { mainFrame: () => frame }),
    answering: (_: unknown, work: Promise<unknown>) => work,
    load: async () => undefined,
    outlet: {},
  } as unknown as MeetingPage;
  const meeting = meetingIn(page, liveKit, { meeting_url: 'https://meet.example.com/rooms/standup' });
  const say = async (text: string) => meeting.sendChat?.({ to: 'everyone', text });
  return { pressed, say, load: () => meeting.load() };
};

it('writes its first message once others have heard who writes, and whatever follows at once', async () => {
  const { pressed, say } = aPage();
  const begun_ms = Date.now();
  const first = say('Hello');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(pressed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await first;
  await say('I take the minutes');
  expect(pressed.map((at_ms) => at_ms - begun_ms)).toEqual([3_000, 3_100]);
});

it('introduces itself anew where its page is loaded anew, as others see somebody new come then', async () => {
  const { pressed, say, load } = aPage();
  const writes = async (): Promise<number> => {
    const begun_ms = Date.now();
    const said = say('Hello');
    await vi.advanceTimersByTimeAsync(3_100);
    await said;
    return (pressed.at(-1) ?? 0) - begun_ms;
  };
  expect([await writes(), await writes()]).toEqual([3_000, 0]);
  await load();
  expect([await writes(), await writes()]).toEqual([3_000, 0]);
});
