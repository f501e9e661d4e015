import { describe, expect, it } from 'vitest';
import { MeetingLostError } from '../../../../lib/capture/meeting/errors.ts';
import type { CaptionView } from '../../../../lib/capture/meeting/view.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { type Act, aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');

const asking = (platform_a_language?: string): TranscriptionSettings => ({
  meeting_closed_captions: { ...(platform_a_language !== undefined && { platform_a_language }) },
});

const aCaption = (is_untranslated: boolean): CaptionView => ({
  ...{ id: 'c1', speaker_id: 'ada', speaker_name: 'Ada', start_ms, duration_ms: 500, is_final: true },
  ...{ is_untranslated, text: 'Good morning.' },
});

interface Course {
  /** What the client asks for, from a second on. */
  readonly asked: Readonly<Record<number, TranscriptionSettings>>;
  readonly languages?: readonly string[] | undefined;
  readonly captions?: readonly CaptionView[];
  readonly onAct?: (act: Act) => void;
  /** From when to when the bot is back in the waiting room. */
  readonly putBack?: readonly [number, number];
  /** In which second the meeting is lost, and opened anew. */
  readonly lostIn?: number;
  /** For so many seconds. */
  readonly lasts?: number;
}

/** A minute in a meeting, or longer, and when the bot did something about captions. */
const aMinute = async (course: Course) => {
  const { asked, languages, captions = [], onAct, lasts = 60 } = { languages: ['de-DE', 'fr-FR'], ...course };
  const { putBack = [lasts, lasts], lostIn = lasts + 1 } = course;
  const clock = aRushingClock(start_ms);
  const bot = aFakeBot('joining');
  const acts: { readonly act: string; readonly second: number }[] = [];
  const seconds = (): number => (clock.now_ms() - start_ms) / 1000;
  let hasLeft = false;
  let isLost = false;
  const open = async () =>
    aScriptedMeeting({
      ...(languages ? { languages } : { capabilities: { captions: false } }),
      shows(hasAsked) {
        const [, settings] = Object.entries(asked).findLast(([from]) => Number(from) <= seconds()) ?? [];
        if (settings) bot.order({ transcription_settings: settings });
        if (seconds() >= lasts && !hasLeft) bot.move('leave');
        hasLeft = seconds() >= lasts;
        if (seconds() >= lostIn && !isLost) {
          isLost = true;
          throw new MeetingLostError('the page is gone');
        }
        const isPutBack = seconds() >= putBack[0] && seconds() < putBack[1];
        const inside = isPutBack ? 'waiting_room' : 'in_meeting';
        return aView({ phase: hasAsked ? inside : 'pre_join', captions: [...captions] }, [aParticipant('Ada')]);
      },
      onAct(act) {
        if (act.startsWith('captions') || act === 'settle') acts.push({ act, second: seconds() });
        onAct?.(act);
      },
    });
  await runCaptureSession(
    { line: bot, meetings: { open }, segments: aMemoryStore(), clock },
    anAssignment({ join_at: new Date(start_ms) }),
    neverStopped,
  );
  return { bot, acts, did: acts.map(({ act }) => act) };
};

const told = (bot: FakeBot) => bot.warned.map((line) => line.split(' since ')[0]);

describe('the language of captions', () => {
  it('is chosen once captions are on, and only where one is asked for', async () => {
    expect((await aMinute({ asked: { 0: asking('de-DE') } })).did).toEqual(['settle', 'captions in de-DE']);
    const none = await aMinute({ asked: { 0: asking() } });
    expect([none.did, none.bot.warned]).toEqual([['settle'], []]);
    expect((await aMinute({ asked: { 0: { stt_a: { language: 'de', model: 'nova-3' } } } })).did).toEqual(['settle']);
  });

  it('is missed no more once a provider hears the sound', async () => {
    const provider: TranscriptionSettings = { stt_a: { language: 'ja', model: 'nova-3' } };
    const { bot } = await aMinute({ asked: { 0: asking('ja-JP'), 20: provider } });
    expect(told(bot)).toEqual(['captions_not_offered', 'no other captions']);
  });

  it.each([{ stt_a: { language: 'ja', model: 'nova-3' } }, asking('de-DE'), asking()])(
    'is missed no more by a bot that came back to its meeting, and was asked meanwhile for %o',
    async (meanwhile) => {
      const { bot } = await aMinute({ asked: { 0: asking('ja-JP'), 20: meanwhile }, lostIn: 20 });
      expect(told(bot)).toEqual(['captions_not_offered', 'no other captions']);
    },
  );

  it('changes within two seconds of being asked for', async () => {
    const { acts, bot } = await aMinute({ asked: { 0: asking('de-DE'), 20.1: asking('fr-FR'), 40.1: asking() } });
    expect(acts.map(({ act }) => act)).toEqual(['settle', 'captions in de-DE', 'captions in fr-FR']);
    const changed = acts.at(-1)?.second ?? 0;
    expect(changed).toBeGreaterThanOrEqual(20.1);
    expect(changed).toBeLessThanOrEqual(22.1);
    expect(bot.warned).toEqual([]);
  });

  it('that is not offered is told to the client, until another one is asked for', async () => {
    const { bot } = await aMinute({ asked: { 0: asking('ja-JP'), 20: asking('de-DE') } });
    expect(told(bot)).toEqual(['captions_not_offered', 'no other captions']);
  });

  it('is chosen nowhere where there are no captions', async () => {
    const { bot, did } = await aMinute({ asked: { 0: asking('de-DE') }, languages: undefined });
    expect([did, bot.warned]).toEqual([['settle'], [expect.stringMatching(/^no_captions/)]]);
  });

  it('in which not all could be written is told to the client once', async () => {
    const { bot } = await aMinute({ asked: { 0: asking('de-DE') }, captions: [aCaption(true)] });
    expect(told(bot)).toEqual(['captions_not_translated']);
    const fine = await aMinute({ asked: { 0: asking('de-DE') }, captions: [aCaption(false)] });
    expect(fine.bot.warned).toEqual([]);
    // Whoever asks for none gets what the meeting writes.
    expect((await aMinute({ asked: {}, captions: [aCaption(true)] })).bot.warned).toEqual([]);
  });

  it('is chosen again, once captions are on again, by a bot that was put back into the waiting room', async () => {
    const putBack = [20, 30] as const;
    const { bot, did } = await aMinute({ asked: { 0: asking('de-DE') }, putBack });
    expect(did).toEqual(['settle', 'captions in de-DE', 'settle', 'captions in de-DE']);
    expect(bot.warned).toEqual([]);
    const none = await aMinute({ asked: { 0: asking() }, putBack });
    expect(none.did).toEqual(['settle', 'settle']);
    // What the client knows it is not told again.
    const other = await aMinute({ asked: { 0: asking('ja-JP') }, putBack });
    expect(told(other.bot)).toEqual(['captions_not_offered']);
  });

  /** A menu in which so many tries come to nothing. */
  const inVain = (failures: number) => {
    let left = failures;
    return (act: Act): void => {
      if (!act.startsWith('captions')) return;
      left -= 1;
      if (left >= 0) throw new Error('the menu has no languages');
    };
  };
  const triesIn = ({ acts }: Awaited<ReturnType<typeof aMinute>>): number[] =>
    acts.filter(({ act }) => act.startsWith('captions')).map(({ second }) => second);

  it('is tried again when it could not be chosen, and not offered until it could', async () => {
    const minute = await aMinute({ asked: { 0: asking('de-DE') }, onAct: inVain(2) });
    const tries = triesIn(minute);
    expect(tries).toHaveLength(3);
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(5);
    expect((tries[2] ?? 0) - (tries[1] ?? 0)).toBeGreaterThanOrEqual(15);
    expect(told(minute.bot)).toEqual(['captions_not_offered', 'no other captions']);
  });

  it('is tried five times where it cannot be chosen, and again where another is asked for or the bot was put back', async () => {
    const never = { onAct: inVain(99), lasts: 300 };
    const minutes = await aMinute({ asked: { 0: asking('de-DE') }, ...never });
    expect([triesIn(minutes).length, told(minutes.bot)]).toEqual([5, ['captions_not_offered']]);
    expect(triesIn(await aMinute({ asked: { 0: asking('de-DE') }, ...never, putBack: [200, 210] }))).toHaveLength(9);
    const other = await aMinute({ asked: { 0: asking('de-DE'), 180: asking('fr-FR') }, ...never, lasts: 400 });
    expect(other.did.filter((act) => act === 'captions in fr-FR')).toHaveLength(5);
  });
});
