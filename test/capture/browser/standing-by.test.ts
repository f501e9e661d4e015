/** What lies over a page is closed while nothing is done in the page, or whoever does something waits for it. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { liveKit } from '../../../lib/capture/platforms/livekit/index.ts';
import { aView } from '../../lab/builders/meeting-views.ts';

afterEach(() => void vi.useRealTimers());

it('lets notices be closed while a message waits for its chat, and not while it is written', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const page = {
    page: { mainFrame: () => ({}) },
    answering: (_: unknown, work: Promise<unknown>) => work,
    read: async () => aView({ page: { page_state: 'L06_in_meeting', evidence: [], overlays: ['notice'] } }),
  } as unknown as MeetingPage;
  const [chat, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let closed = 0;
  const meeting = meetingIn(
    page,
    {
      ...liveKit,
      // As the page tells of itself.
      signs: { ...liveKit.signs, states: [] },
      async closeNotices() {
        closed += 1;
      },
      async sendChat(controls) {
        await controls.standBy(() => chat.promise);
        await sent.promise;
      },
    },
    { meeting_url: 'https://meet.example.com/rooms/standup' },
  );
  /** How often they were closed by then. */
  const look = async (): Promise<number> => {
    vi.advanceTimersByTime(2_000);
    await meeting.look();
    await turn();
    return closed;
  };
  const said = meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
  await turn();
  expect([await look(), await look()]).toEqual([1, 2]);
  chat.resolve();
  await turn();
  expect(await look()).toBe(2);
  sent.resolve();
  await said;
  expect(await look()).toBe(3);
});
