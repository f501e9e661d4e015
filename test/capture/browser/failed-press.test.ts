/** What is known of a page whose form was pressed, and where what was to be done after that failed. */
import { expect, it } from 'vitest';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import { liveKit } from '../../../lib/capture/platforms/livekit/index.ts';
import { aView } from '../../lab/builders/meeting-views.ts';

it('it is known as one that was asked, by what only such a page shows', async () => {
  const facts: PageFacts = {
    address: 'https://meet.example.com/rooms/standup',
    title: 'LiveKit',
    status: 200,
    texts: [],
    shown: ['L02.room'],
    wire: [{ kind: 'livekit.connecting' }],
    is_whole: true,
  };
  const page = {
    page: { mainFrame: () => ({}) },
    answering: (_: unknown, work: Promise<unknown>) => work,
    read: async () => ({ ...aView({ phase: 'unknown' }), facts }),
  } as unknown as MeetingPage;
  const pressJoin = () => Promise.reject(new ElementMissingError('join', 'the meeting in place of the form'));
  const meeting = meetingIn(page, { ...liveKit, pressJoin }, { meeting_url: facts.address });
  await expect(meeting.join()).rejects.toThrow(ElementMissingError);
  expect((await meeting.look()).phase).toBe('connecting');
});
