import { describe, expect, it } from 'vitest';
import type { CaptionView, MeetingView, SpeechView } from '../../../../lib/capture/meeting/view.ts';
import { createObserver } from '../../../../lib/capture/session/people/observer.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import type { ChatMessage, ParticipantEvent, Utterance } from '../../../../lib/domain/captured/captured.ts';
import type {
  SpeechOrder,
  TranscriptionSettings,
} from '../../../../lib/domain/transcription/transcription-settings.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { start_ms } from '../attended-meeting.ts';

const maya = aParticipant('Maya');
const caption: CaptionView = {
  id: 'c1',
  speaker_id: maya.id,
  speaker_name: maya.name,
  start_ms,
  duration_ms: 2_000,
  is_final: true,
  text: 'Good morning.',
};

/** An observer, what it tells, and how what is said was to be written down at each look. */
const telling = (time = createTranscribedTime()) => {
  const utterances: Utterance[] = [];
  const messages: ChatMessage[] = [];
  const events: ParticipantEvent[] = [];
  const orders: (SpeechOrder | undefined)[] = [];
  const observer = createObserver(anAssignment(), {
    reports: {
      add(entries) {
        utterances.push(...(entries.utterances ?? []));
        messages.push(...(entries.chat_messages ?? []));
        events.push(...(entries.participant_events ?? []));
      },
    },
    time,
    people: createPeopleSeen(),
    attribution: { look: (order) => void orders.push(order) },
  });
  const told = () => utterances.map(({ transcription }) => transcription.transcript);
  return { observer, utterances, messages, events, orders, told };
};

/** What an observer makes of a look at a meeting with a caption, for a bot with these settings. */
const lookedAt = (settings: TranscriptionSettings) => {
  const { observer, orders, told } = telling();
  observer.observe(aView({ captions: [] }, [maya]), start_ms, settings);
  observer.observe(aView({ captions: [caption] }, [maya]), start_ms + 3_000, settings);
  return { utterances: told(), order: orders.at(-1) };
};

describe('a meeting whose page is another one', () => {
  it('has heard whoever spoke until it was seen last, also of what was not told by then', () => {
    const { observer, events } = telling();
    const ben = aParticipant('Ben');
    const begins = (participant_id: string, seconds: number): SpeechView => ({
      ...{ participant_id, type: 'speech_start', at_ms: start_ms + seconds * 1000 },
    });
    observer.observe(aView({}, [maya, ben]), start_ms, undefined);
    observer.observe(aView({ speech: [begins(maya.id, 1)] }, [maya, ben]), start_ms + 2_000, undefined);
    observer.lookAnew([begins(ben.id, 2)]);
    observer.observe(aView({ speech: [begins(maya.id, 9)] }, [maya, ben]), start_ms + 10_000, undefined);
    expect(observer.isQuiet).toBe(false);
    const told = events.map((one) => `${one.participant_name} ${one.event_type} ${one.timestamp_ms - start_ms}`);
    expect(told.slice(2)).toEqual([
      'Maya speech_start 1000',
      'Ben speech_start 2000',
      'Maya speech_stop 2000',
      'Ben speech_stop 2000',
      'Maya speech_start 9000',
    ]);
  });
});

describe('what is said in a meeting', () => {
  it('is read from captions where the bot was told so', () => {
    expect(lookedAt({ meeting_closed_captions: {} })).toEqual({ utterances: ['Good morning.'], order: undefined });
  });

  it('is whose it was, with role and lasting id, also where they have left by the time that it is final', () => {
    const { observer, utterances, messages } = telling();
    const host = { ...maya, user_uuid: 'user-maya', is_host: true };
    const look = (second: number, view: Partial<MeetingView>, people = [host]) =>
      observer.observe(aView(view, people), start_ms + second * 1000, { meeting_closed_captions: {} });
    const message = {
      ...{ id: 'm1', sender_id: maya.id, sender_name: 'Maya', to: 'everyone', text: 'Hello' },
      ...{ timestamp_ms: start_ms + 2_000, edited_at_ms: null },
    };
    look(0, { captions: [{ ...caption, is_final: false }] });
    for (const second of [2, 4, 6]) look(second, { captions: [{ ...caption, is_final: false }] }, []);
    look(8, { captions: [caption], messages: [message] }, []);
    expect([...utterances, ...messages]).toMatchObject([
      { speaker_name: 'Maya', speaker_user_uuid: 'user-maya', speaker_is_host: true },
      { sender_name: 'Maya', sender_user_uuid: 'user-maya' },
    ]);
  });

  it.each<[TranscriptionSettings, SpeechOrder]>([
    [{ custom_async: { language: 'de' } }, { provider: 'custom_async', parameters: { language: 'de' } }],
    [{ stt_b: { model: 'gpt-transcribe' } }, { provider: 'stt_b', parameters: { model: 'gpt-transcribe' } }],
  ])('is never read from captions in the place of another provider: %j', (settings, order) => {
    expect(lookedAt(settings)).toEqual({ utterances: [], order });
  });

  it('is read from captions until a provider hears it, and from then on again when captions are to be read once more', () => {
    const { observer, orders, told } = telling();
    const captions = { meeting_closed_captions: {} };
    const heard = { custom_async: {} };
    let at_ms = start_ms;
    const look = (
      settings: TranscriptionSettings,
      ...shown: readonly (readonly [text: string, is_final: boolean])[]
    ) => {
      at_ms += 3_000;
      const views = shown.map(
        ([text, is_final]): CaptionView => ({
          ...caption,
          ...{ id: text.slice(0, 3), text, is_final, start_ms: at_ms - 1_000, duration_ms: 500 },
        }),
      );
      observer.observe(aView({ captions: views }, [maya]), at_ms, settings);
    };
    look(captions);
    look(captions, ['One.', true], ['Two', false]);
    look(heard, ['Two, three', false]);
    expect(told()).toEqual(['One.', 'Two, three']);
    look(heard, ['Two, three, four.', true], ['Five.', true]);
    look(captions, ['Five.', true], ['Six', false]);
    expect(told()).toEqual(['One.', 'Two, three']);
    look(captions, ['Five.', true], ['Six, seven.', true], ['Eight.', true]);
    // What the provider heard of a sentence is not told again.
    expect(told()).toEqual(['One.', 'Two, three', 'seven.', 'Eight.']);
    const providers = orders.map((order) => order?.provider);
    expect(providers).toEqual([undefined, undefined, 'custom_async', 'custom_async', undefined, undefined]);
  });

  it('is told whole over both, where a sentence was heard by a provider in its middle', () => {
    const { observer, told } = telling();
    const look = (settings: TranscriptionSettings | undefined, at_ms: number, text: string, is_final = false) => {
      const shown = { ...caption, text, is_final, duration_ms: at_ms - 1_000 };
      observer.observe(aView({ captions: [shown] }, [maya]), start_ms + at_ms, settings);
    };
    const [captions, heard] = [{ meeting_closed_captions: {} }, { custom_async: {} }];
    observer.observe(aView({}, [maya]), start_ms, captions);
    look(captions, 2_000, 'One');
    look(heard, 4_000, 'One two');
    look(captions, 6_000, 'One two three');
    look(captions, 8_000, 'One two three, four.', true);
    // "three" is what the provider heard.
    expect(told()).toEqual(['One two', 'four.']);
  });

  it('is not read of a pause, where a provider heard what was said before it', () => {
    const { observer, told } = telling();
    const said = { ...caption, start_ms: start_ms + 15_000, text: 'The secret, and so on.' };
    const look = (settings: TranscriptionSettings | undefined, at_ms: number, ...captions: CaptionView[]) =>
      observer.observe(aView({ captions }, [maya]), start_ms + at_ms, settings);
    look({ custom_async: {} }, 0);
    look(undefined, 10_000);
    look(undefined, 16_000, { ...said, is_final: false });
    look({ meeting_closed_captions: {} }, 20_000, { ...said, is_final: false });
    look({ meeting_closed_captions: {} }, 22_000, { ...said, duration_ms: 6_000 });
    expect(told()).toEqual([]);
  });

  it.each([
    ['at once, also before that could be seen', [], true],
    ['only later, from then on', [1_000, 5_000], false],
  ])('is written down where the meeting allows it and the bot goes by it %s', (_, waits, isHeld) => {
    const time = createTranscribedTime();
    const { observer } = telling(time);
    const allowed = { ...aView({}, [maya]), allowed_since_ms: start_ms };
    for (const at_ms of waits) observer.observe(allowed, start_ms + at_ms, undefined);
    observer.observe(allowed, start_ms + 6_000, { meeting_closed_captions: {} });
    observer.observe(allowed, start_ms + 9_000, { meeting_closed_captions: {} });
    expect(time.hold(start_ms + 500, start_ms + 4_000)).toBe(isHeld);
    expect(time.hold(start_ms + 6_500, start_ms + 8_000)).toBe(true);
  });
});

describe('who was speaking as the meeting ended', () => {
  const says = (type: SpeechView['type'], after_ms: number): SpeechView => ({
    participant_id: maya.id,
    type,
    at_ms: start_ms + after_ms,
  });

  const anObserver = () => {
    const { observer, events } = telling();
    const told = () => events.map(({ event_type, timestamp_ms }) => `${event_type} ${timestamp_ms - start_ms}`);
    return { observer, told };
  };

  /** What is told of a meeting that is over at 3 s, of a bot whose session ends after a minute. */
  const endOf = (...last: readonly SpeechView[]) => {
    const { observer, told } = anObserver();
    observer.observe(aView({}, [maya]), start_ms, undefined);
    observer.observe(aView({ speech: [says('speech_start', 1_500)] }, [maya]), start_ms + 2_000, undefined);
    observer.readLast(aView({ speech: [...last] }), start_ms + 3_000);
    observer.readLast(aView({}), start_ms + 4_000);
    observer.close(start_ms + 60_000);
    return told();
  };

  it('is told when they ceased to, as the last looks have it', () => {
    expect(endOf(says('speech_stop', 2_300))).toEqual(['join 0', 'speech_start 1500', 'speech_stop 2300']);
  });

  it('is told with what they began meanwhile', () => {
    const begun = endOf(says('speech_stop', 2_100), says('speech_start', 2_400));
    expect(begun).toEqual(['join 0', 'speech_start 1500', 'speech_stop 2100', 'speech_start 2400', 'speech_stop 3000']);
  });

  it('spoke until the meeting was over, and not until the bot has gone', () => {
    expect(endOf()).toEqual(['join 0', 'speech_start 1500', 'speech_stop 3000']);
  });

  it('spoke until the last sound where the page was heard for longer than it showed the meeting', () => {
    const { observer, told } = anObserver();
    observer.observe(aView({}, [maya]), start_ms, undefined);
    observer.readLast(aView({ phase: 'connecting' }), start_ms + 3_000);
    const speech = [says('speech_start', 20_000)];
    observer.readLast(aView({ phase: 'connecting', speech, last_sound_ms: start_ms + 20_000 }), start_ms + 20_250);
    observer.readLast(aView({ phase: 'ended', last_sound_ms: start_ms + 40_000 }), start_ms + 40_000);
    observer.close(start_ms + 60_000);
    expect(told()).toEqual(['join 0', 'speech_start 20000', 'speech_stop 40000']);
  });

  it('spoke until the meeting was over, however long it was not there before', () => {
    const { observer, told } = anObserver();
    observer.observe(aView({ speech: [says('speech_start', 1_500)] }, [maya]), start_ms + 1_500, undefined);
    observer.readLast(aView({ phase: 'connecting', last_sound_ms: start_ms + 8_000 }), start_ms + 3_000);
    observer.observe(aView({}, [maya]), start_ms + 5_000, undefined);
    observer.readLast(aView({ phase: 'ended' }), start_ms + 6_000);
    observer.close(start_ms + 60_000);
    expect(told()).toEqual(['join 1500', 'speech_start 1500', 'speech_stop 6000']);
  });

  it('spoke until the last look at a meeting that is lost', () => {
    const { observer, told } = anObserver();
    observer.observe(aView({ speech: [says('speech_start', 1_500)] }, [maya]), start_ms + 2_000, undefined);
    observer.close(start_ms + 60_000);
    expect(told().at(-1)).toBe('speech_stop 2000');
  });
});
