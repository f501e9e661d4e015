import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { Recording } from '../../../lib/domain/captured/recording.ts';
import { type AfterMeetingPorts, createAfterMeeting } from '../../../lib/usecases/lifecycle/after-meeting.ts';
import { aBot, aBotEvent, aRecording } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';

const recording: Recording = aRecording();
const events = [aBotEvent(), aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })];
const processing: Partial<Bot> = { state: 'post_processing', events };

const madeRecording: AfterMeetingPorts['makeRecording'] = async (save) => {
  await save(recording);
  return recording;
};

/** A bot whose meeting is over, and what is done about it, in order. Time passes only while it is waited. */
const setUp = (details: Partial<Bot>, changes: Partial<AfterMeetingPorts> = {}) => {
  const clock = aClock();
  const bot = aBot(details);
  const done: string[] = [];
  const stop = new AbortController();
  const ports: AfterMeetingPorts = {
    bots: { get: async () => bot },
    line: {
      saveRecording: async (saved) => void done.push(`saved ${saved?.key ?? 'nothing'}`),
      trigger: async (trigger) => {
        done.push(trigger);
        return 'ended';
      },
    },
    speech: { transcribed: async () => true },
    makeRecording: madeRecording,
    removeSegments: async () => void done.push('removed segments'),
    clock,
    transcription_timeout_seconds: 120,
    pause: async (duration_ms) => clock.advance(duration_ms / 1000),
    log: (message) => void done.push(message),
    ...changes,
  };
  const ref = { project_id: bot.project_id, bot_id: bot.id };
  return { done, clock, stop, finish: () => createAfterMeeting(ports)(ref, stop.signal) };
};

/** Does something only after it has failed so many times. */
const failing = <A extends unknown[], T>(times: number, work: (...given: A) => Promise<T>) => {
  let failures = 0;
  return async (...given: A): Promise<T> => {
    failures += 1;
    if (failures <= times) throw new Error('slow down');
    return work(...given);
  };
};

describe('after the meeting', () => {
  it('the recording is finished, then the bot, and then the segments are removed', async () => {
    const { done, finish } = setUp(processing);
    await finish();
    expect(done).toEqual(['saved k', 'processed', 'removed segments']);
  });

  it('a bot of which nothing was recorded is known to have no recording', async () => {
    const { done, finish } = setUp(processing, { makeRecording: async () => undefined });
    await finish();
    expect(done).toEqual(['saved nothing', 'processed', 'removed segments']);
  });

  it.each<[string, Partial<Bot>]>([
    ['has its recording', { ...processing, recording }],
    [
      'has none, as nothing was to be recorded',
      { ...processing, recording_settings: { ...aBot().recording_settings, format: 'none' } },
    ],
    ['was never in its meeting', { state: 'post_processing' }],
  ])('a bot that %s is only ended', async (_, details) => {
    const { done, finish } = setUp(details);
    await finish();
    expect(done).toEqual(['processed', 'removed segments']);
  });

  it('a failed bot keeps its state, and gets its recording', async () => {
    const { done, finish } = setUp({ state: 'fatal_error', events });
    await finish();
    expect(done).toEqual(['saved k', 'removed segments']);
  });

  it.each(['joined_recording', 'leaving'] as const)('nothing is done for a bot that is %s', async (state) => {
    const { done, finish } = setUp({ state, events });
    await finish();
    expect(done).toEqual([]);
  });

  it('a transcript that is still to come holds nothing up for ever', async () => {
    const { done, finish } = setUp(processing, { speech: { transcribed: async () => false } });
    await finish();
    expect(done).toEqual([
      'saved k',
      'the transcript is not complete yet: what is still to come is added',
      'processed',
      'removed segments',
    ]);
  });

  it('a store that refuses for minutes costs nothing but time, and it is said once', async () => {
    const { done, finish } = setUp(processing, {
      makeRecording: failing(100, madeRecording),
    });
    await finish();
    expect(done).toEqual([
      'finishing the recording is tried again until it succeeds',
      'saved k',
      'processed',
      'removed segments',
    ]);
  });

  it('a table that refuses to remember the recording has it made again', async () => {
    const saved: unknown[] = [];
    const line = {
      saveRecording: failing(2, async (one: Recording | null) => void saved.push(one)),
      trigger: failing(2, async () => 'ended' as const),
    };
    const { done, finish } = setUp(processing, { line });
    await finish();
    expect(saved).toEqual([recording]);
    expect(done.at(-1)).toBe('removed segments');
  });

  it('a store that never comes back is given up after half an hour, with its fault', async () => {
    const { clock, finish } = setUp(processing, {
      makeRecording: failing(Number.POSITIVE_INFINITY, async () => recording),
    });
    const began_ms = clock.now().getTime();
    await expect(finish()).rejects.toThrow('slow down');
    expect((clock.now().getTime() - began_ms) / 60_000).toBeCloseTo(30, 0);
  });

  it('a worker that is told to stop does so, and leaves the rest to the next one', async () => {
    const given = setUp(processing, {
      makeRecording: failing(Number.POSITIVE_INFINITY, async () => recording),
      pause: async () => given.stop.abort(),
    });
    await expect(given.finish()).rejects.toThrow('slow down');
    expect(given.done).toEqual(['finishing the recording is tried again until it succeeds']);
  });

  it('a worker that is told to stop leaves what it recorded to the next one, which may be at it already', async () => {
    const given = setUp(
      { state: 'fatal_error', events },
      {
        makeRecording: async (save) => {
          await madeRecording(save);
          given.stop.abort();
          return recording;
        },
      },
    );
    await given.finish();
    expect(given.done).toEqual(['saved k']);
  });
});
