/** What a worker says to be missing of the meeting that has come to relieve another one, which has the bot for half a minute yet. */
import { describe, expect, it } from 'vitest';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const relievesS = 30;

interface Course {
  readonly asked: TranscriptionSettings;
  readonly hasCaptions?: boolean;
}

/** A minute in the meeting: which captions were said to be missing or not, and in which second. */
const warnedBy = async ({ asked, hasCaptions = true }: Course) => {
  const clock = aRushingClock(start_ms);
  const seconds = (): number => (clock.now_ms() - start_ms) / 1000;
  const bot = aFakeBot('joined_recording');
  bot.order({ transcription_settings: asked });
  let hasLeft = false;
  const languages: string[] = [];
  const meeting = aScriptedMeeting({
    languages: ['fr-FR'],
    shows(hasAsked) {
      if (seconds() >= 60 && !hasLeft) bot.move('leave');
      hasLeft = seconds() >= 60;
      return aView({ phase: hasAsked ? 'in_meeting' : 'pre_join' });
    },
    onAct(act) {
      if (act === 'settle' && !hasCaptions) throw new Error('there is no such button');
      if (act.startsWith('captions in')) languages.push(act);
    },
  });
  const reported = { utterances: [], participant_events: [], chat_messages: [] };
  const predecessor = {
    get isAtWork() {
      return seconds() < relievesS;
    },
    takeOver: async () => false,
    async told() {
      while (predecessor.isAtWork) await clock.pause(250);
      return { reported };
    },
  };
  const succession = {
    ...{ predecessor, isExpected: false, relieved: neverStopped },
    isRelieved: async () => false,
    isReplaced: async () => false,
    handOver: async () => undefined,
  };
  await runCaptureSession(
    { line: bot, meetings: { open: async () => meeting }, segments: aMemoryStore(), clock, succession },
    anAssignment({ join_at: new Date(start_ms), attempt: 2, reported }),
    neverStopped,
  );
  const ofCaptions = bot.warned.filter((line) => line.includes('captions'));
  const warned = ofCaptions.map((line) => {
    const [what = '', since = ''] = line.split(' since ');
    return [what, Math.round((Date.parse(since) - start_ms) / 1000)];
  });
  return { warned, languages };
};

describe('a worker that takes over a bot says', () => {
  const captions = { meeting_closed_captions: {} };

  it('that there are no captions, which it found before', async () => {
    const { warned } = await warnedBy({ asked: captions, hasCaptions: false });
    expect(warned).toEqual([['no_captions', relievesS]]);
  });

  it('that there are captions, which the worker before it may have said to be missing', async () => {
    const { warned } = await warnedBy({ asked: captions });
    expect(warned).toEqual([
      ['no no_captions any more', relievesS],
      ['no other captions', relievesS],
    ]);
  });

  it.each([
    [
      'that captions are not offered in their language',
      'ja-JP',
      [
        ['no captions_not_translated any more', relievesS],
        ['captions_not_offered', relievesS],
      ],
    ],
    ['nothing of captions that are', 'fr-FR', [['no other captions', relievesS]]],
  ])('%s, and chooses none again for that', async (_, platform_a_language, expected) => {
    const { warned, languages } = await warnedBy({ asked: { meeting_closed_captions: { platform_a_language } } });
    expect(warned).toEqual([['no no_captions any more', relievesS], ...expected]);
    expect(languages).toEqual([`captions in ${platform_a_language}`]);
  });
});
