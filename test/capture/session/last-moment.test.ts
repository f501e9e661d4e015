/** What is said and written in the last moment of a meeting, or of a bot in it. */
import { describe, expect, it } from 'vitest';
import type { MessageView, SpeechView } from '../../../lib/capture/meeting/view.ts';
import { aView } from '../../lab/builders/meeting-views.ts';
import { ada, aMeeting, attended, type MeetingOptions, start_ms } from './attended-meeting.ts';

describe('what somebody writes in the last moment', () => {
  const goodbye: MessageView = {
    id: 'm1',
    sender_id: 'ada',
    sender_name: 'Ada',
    to: 'everyone',
    timestamp_ms: start_ms + 30_000,
    edited_at_ms: null,
    text: 'Thank you, goodbye.',
  };
  const written = async (options: MeetingOptions): Promise<string[]> => {
    const meeting = aMeeting(options);
    await meeting.attend();
    return meeting.seen.chat_messages.map(({ text }) => text);
  };

  it('is read although no look showed it before the meeting was over, and once', async () => {
    const shows: MeetingOptions['shows'] = (seconds) =>
      seconds < 30 ? aView({}, [ada]) : aView({ phase: 'ended', messages: [goodbye] });
    expect(await written({ state: 'joined_recording', shows })).toEqual([goodbye.text]);
  });

  it('is read while the bot leaves', async () => {
    let hasLeft = false;
    const shows: MeetingOptions['shows'] = () =>
      hasLeft ? aView({ phase: 'left', messages: [goodbye] }) : aView({}, [ada]);
    const asked: MeetingOptions['asked'] = (seconds) => (seconds >= 20 ? 'leave' : undefined);
    const onLeave = (): void => {
      hasLeft = true;
    };
    expect(await written({ state: 'joined_recording', shows, asked, onLeave })).toEqual([goodbye.text]);
  });

  it('is not read where others wait to be let in', async () => {
    const shows: MeetingOptions['shows'] = (seconds) => {
      if (seconds < 30) return aView({}, [ada]);
      return seconds < 40 ? aView({ phase: 'waiting_room', messages: [goodbye] }) : aView({ phase: 'ended' });
    };
    expect(await written({ state: 'joined_recording', shows })).toEqual([]);
  });
});

describe('who spoke in the last moment', () => {
  const says = (type: SpeechView['type'], seconds: number): SpeechView => ({
    participant_id: ada.id,
    type,
    at_ms: start_ms + seconds * 1_000,
  });
  const spoken = async (options: MeetingOptions): Promise<string[]> => {
    const { events } = await attended(options);
    return events.map(({ event_type, timestamp_ms }) => `${event_type} ${(timestamp_ms - start_ms) / 1_000}`);
  };
  /** Speech is told once, by the first look that is late enough. */
  const hearing = (...all: readonly SpeechView[]) => {
    let rest = all;
    return (seconds: number): SpeechView[] => {
      const speech = rest.filter(({ at_ms }) => at_ms <= start_ms + seconds * 1_000);
      rest = rest.filter((one) => !speech.includes(one));
      return speech;
    };
  };

  it('is told as having ceased when that was, also where no look showed it before the meeting was over', async () => {
    const heard = hearing(says('speech_start', 25), says('speech_stop', 30));
    const shows: MeetingOptions['shows'] = (seconds) =>
      seconds < 29.9
        ? aView({ speech: heard(seconds) }, [ada])
        : aView({ phase: seconds < 30.5 ? 'unknown' : 'ended', speech: heard(seconds) });
    expect(await spoken({ state: 'joined_recording', shows })).toEqual(['join 0', 'speech_start 25', 'speech_stop 30']);
  });

  it('is told so of those whom the bot hears while it leaves', async () => {
    const heard = hearing(says('speech_start', 15), says('speech_stop', 20.1));
    let hasLeft = false;
    const shows: MeetingOptions['shows'] = (seconds) =>
      aView({ phase: hasLeft ? 'left' : 'in_meeting', speech: heard(hasLeft ? 21 : Math.min(seconds, 20)) }, [ada]);
    const asked: MeetingOptions['asked'] = (seconds) => (seconds >= 20 ? 'leave' : undefined);
    const onLeave = (): void => {
      hasLeft = true;
    };
    const told = await spoken({ state: 'joined_recording', shows, asked, onLeave });
    expect(told).toEqual(['join 0', 'speech_start 15', 'speech_stop 20.1']);
  });
});
