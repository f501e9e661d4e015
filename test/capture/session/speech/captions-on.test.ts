import { describe, expect, it } from 'vitest';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const provider: TranscriptionSettings = { stt_a: { language: 'de', model: 'nova-3' } };

interface Course {
  readonly captions?: boolean;
  readonly settings?: TranscriptionSettings;
  /** From which second on captions can be turned on; always, where nothing is said. */
  readonly from?: number;
  /** From which second on somebody else has turned them on. */
  readonly others?: number;
  readonly attempt?: number;
}

/** Four minutes in a meeting: at which seconds the bot tried to turn captions on, and what its client was told. */
const fourMinutes = async ({ captions = true, settings, from = 0, others, attempt = 1 }: Course) => {
  const clock = aRushingClock(start_ms);
  const bot = aFakeBot('joining');
  if (settings) bot.order({ transcription_settings: settings });
  const seconds = (): number => (clock.now_ms() - start_ms) / 1000;
  const tried: number[] = [];
  let hasLeft = false;
  const caption = { id: 'c1', speaker_id: 'ada', speaker_name: 'Ada', start_ms, duration_ms: 500, is_final: true };
  const meeting = aScriptedMeeting({
    capabilities: { captions },
    shows(hasAsked) {
      if (seconds() >= 240 && !hasLeft) bot.move('leave');
      hasLeft = seconds() >= 240;
      const shown = others !== undefined && seconds() >= others ? [{ ...caption, text: 'Good morning.' }] : [];
      return aView({ phase: hasAsked ? 'in_meeting' : 'pre_join', captions: shown }, [aParticipant('Ada')]);
    },
    onAct(act) {
      if (act !== 'settle') return;
      tried.push(Math.floor(seconds()));
      if (captions && seconds() < from) throw new Error('the menu has no captions');
    },
  });
  await runCaptureSession(
    { line: bot, meetings: { open: async () => meeting }, segments: aMemoryStore(), clock },
    anAssignment({ join_at: new Date(start_ms), attempt }),
    neverStopped,
  );
  return { tried, told: bot.warned.map((line) => line.split(' since ')[0]) };
};

describe('captions', () => {
  it('that can be turned on are, once, and nothing is told of them', async () => {
    const { tried, told } = await fourMinutes({});
    expect([tried.length, told]).toEqual([1, []]);
  });

  it('that cannot be turned on at once are missing until they are, and tried again', async () => {
    const { tried, told } = await fourMinutes({ from: 10 });
    expect(tried).toHaveLength(3);
    expect(tried.at(-1)).toBeGreaterThanOrEqual(10);
    expect(told).toEqual(['no_captions', 'no no_captions any more']);
  });

  it('that cannot be turned on at all are missing to the end, and tried five times', async () => {
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY });
    expect([tried.length, told]).toEqual([5, ['no_captions']]);
  });

  it('that somebody else turns on are there', async () => {
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY, others: 12 });
    expect([tried.length, told]).toEqual([2, ['no_captions', 'no no_captions any more']]);
  });

  it('of a platform that has none are missing, and nobody looks for them', async () => {
    const { tried, told } = await fourMinutes({ captions: false });
    expect([tried.length, told]).toEqual([1, ['no_captions']]);
  });

  it('are not missed by a bot whose provider hears the sound', async () => {
    expect((await fourMinutes({ captions: false, settings: provider })).told).toEqual([]);
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY, settings: provider });
    expect([tried.length, told]).toEqual([1, []]);
  });

  it('are said to be there again by the worker that follows one that missed them', async () => {
    expect((await fourMinutes({ attempt: 2 })).told).toContain('no no_captions any more');
  });
});
