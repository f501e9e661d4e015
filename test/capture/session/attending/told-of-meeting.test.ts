import { describe, expect, it } from 'vitest';
import type { MeetingRecorder } from '../../../../lib/capture/meeting/source.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import type { RecordingSettings } from '../../../../lib/domain/bot/settings.ts';
import type { MeetingCapabilities } from '../../../../lib/domain/meeting/capabilities.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');

interface Course {
  readonly pictures?: MeetingCapabilities['pictures'];
  readonly isOfPage?: boolean;
  readonly settings?: Partial<RecordingSettings>;
  /** What the meeting shows meanwhile, from a second on. */
  readonly shows?: Readonly<Record<number, Partial<MeetingView>>>;
  readonly attempt?: number;
}

/** What the client is told of a minute in a meeting. */
const aMinute = async ({
  pictures = 'track_per_person',
  isOfPage = true,
  settings,
  shows = {},
  attempt = 1,
}: Course) => {
  const clock = aRushingClock(start_ms);
  const bot = aFakeBot('joining');
  const seconds = (): number => (clock.now_ms() - start_ms) / 1000;
  const recorder: MeetingRecorder = {
    isOfPage,
    arm: async () => undefined,
    source: () => ({ start: async () => undefined, stop: async () => undefined, look: () => undefined }),
  };
  let hasLeft = false;
  const meeting = aScriptedMeeting({
    capabilities: { pictures },
    recorder,
    shows(hasAsked) {
      if (seconds() >= 60 && !hasLeft) bot.move('leave');
      hasLeft = seconds() >= 60;
      const [, stage] = Object.entries(shows).findLast(([second]) => Number(second) <= seconds()) ?? [];
      return hasAsked ? aView(stage, [aParticipant('Ada')]) : aView({ phase: 'pre_join' });
    },
  });
  const recording_settings = { format: 'mp4', view: 'gallery_view', resolution: '720p', ...settings } as const;
  await runCaptureSession(
    { line: bot, meetings: { open: async () => meeting }, segments: aMemoryStore(), clock },
    anAssignment({ join_at: new Date(start_ms), attempt, recording_settings }),
    neverStopped,
  );
  return bot.warned.map((line) => line.replace(/ since [^Z]*Z/, ''));
};

describe('a view that was asked for', () => {
  it('is told as not followed where the operator has the page recorded, though people could be arranged so', async () => {
    expect(await aMinute({})).toEqual(['other_view']);
  });

  it.each<[string, Course]>([
    ['people are arranged', { isOfPage: false }],
    ['the speaker is asked for', { settings: { view: 'speaker_view' } }],
    ['no pictures are recorded', { settings: { format: 'mp3' } }],
    ['the platform has its page recorded, as its client knows from the first answer on', { pictures: 'page' }],
  ])('is not told of where %s', async (_, course) => {
    expect(await aMinute(course)).toEqual([]);
  });
});

describe('a meeting with more people than it tells of', () => {
  const settings = { view: 'speaker_view' } as const;

  it('is told of once it has been so for half a minute, until it tells of all', async () => {
    expect(await aMinute({ settings, shows: { 5: { untold: 2 }, 15: { untold: 1 }, 50: { untold: 0 } } })).toEqual([
      'people_untold',
      'no people_untold any more',
    ]);
  });

  it.each<[string, NonNullable<Course['shows']>]>([
    ['shorter', { 5: { untold: 2 }, 30: {}, 35: { untold: 1 } }],
    ['never', { 5: { untold: 0 } }],
  ])('is not told of where it is so for %s', async (_, shows) => {
    expect(await aMinute({ settings, shows })).toEqual([]);
  });

  it('is not any more where an earlier worker has told so', async () => {
    expect(await aMinute({ settings, attempt: 2 })).toContain('no people_untold any more');
  });
});

describe('a meeting that is encrypted end to end', () => {
  const settings = { view: 'speaker_view' } as const;

  it('is told of once, as noise, for as long as it is', async () => {
    const encrypted = { encrypted: 'media' } as const;
    expect(await aMinute({ settings, shows: { 10: encrypted, 20: { ...encrypted, messages: [] }, 30: {} } })).toEqual([
      'encrypted: what is recorded and written down of them is noise',
      'no encrypted any more',
    ]);
  });

  it('is told of where only its chat is', async () => {
    expect(await aMinute({ settings, shows: { 10: { encrypted: 'chat' } } })).toEqual([
      'encrypted: what they write into the chat is not read, nor captions that are sent the same way',
    ]);
  });

  it('is not any more where an earlier worker has told so', async () => {
    expect(await aMinute({ settings, attempt: 2 })).toContain('no encrypted any more');
  });
});
