import { describe, expect, it } from 'vitest';
import { followSuccession } from '../../lib/capture-home/succession.ts';
import type { Captured } from '../../lib/domain/captured/captured.ts';
import type { Standing } from '../../lib/usecases/worker/succession.ts';
import { anUtterance } from '../lab/builders/records.ts';
import { aRushingClock } from '../lab/doubles/session-clock.ts';

const utterance = anUtterance();
const reported: Captured = { utterances: [utterance], participant_events: [], chat_messages: [] };
/** What waits to be transcribed. */
const piece = { speaker_uuid: 'ben', timestamp_ms: 5_000, duration_ms: 1_000 };

/** A worker that stands like this so many seconds after its start, and what it made of it. */
const followed = async (
  standing: (seconds: number) => Standing,
  before: (seconds: number) => Date | 'telling' | 'lost' = () => 'telling',
  read: () => Promise<typeof reported> = async () => reported,
) => {
  const clock = aRushingClock(0);
  const seconds = () => clock.now_ms() / 1000;
  const stop = new AbortController();
  let stopped_s: number | undefined;
  stop.signal.addEventListener('abort', () => {
    stopped_s = seconds();
  });
  const claims = {
    standing: async () => standing(seconds()),
    takeOver: async () => true,
    handOver: async () => undefined,
    predecessor: async () => before(seconds()),
  };
  const ports = { claims, reported: read, waiting: async () => [piece], clock, log: () => undefined };
  const succession = await followSuccession(ports, stop);
  return { clock, succession, stop, seconds, stopped: () => stopped_s };
};

describe('a worker whose table does not answer when it starts', () => {
  const awayUntil = (second: number) => (seconds: number) => {
    if (seconds < second) throw new Error('no table');
    return 'standby' as const;
  };

  it('asks again, and then stands as any other does', async () => {
    const { succession } = await followed(awayUntil(20));
    expect(succession.predecessor?.isAtWork).toBe(true);
  });

  it('gives up after a while', async () => {
    await expect(followed(awayUntil(1_000))).rejects.toThrow('no table');
  });
});

describe('a worker that is told that it will end', () => {
  it('goes on until a successor has taken over, and is stopped when it has not left half a minute later', async () => {
    const { clock, succession, stopped } = await followed((seconds) => (seconds < 20 ? 'at_work' : 'relieved'));
    expect(succession.isExpected).toBe(false);
    succession.warn(105_000);
    expect(succession.isExpected).toBe(true);
    await clock.pause(19_000);
    expect(succession.relieved.aborted).toBe(false);
    await clock.pause(3_000);
    expect([succession.relieved.aborted, await succession.isRelieved(), stopped()]).toEqual([true, true, undefined]);
    await clock.pause(40_000);
    expect(stopped()).toBe(50);
  });

  it('is stopped when nobody has come by its end', async () => {
    const { clock, succession, stopped } = await followed(() => 'at_work');
    succession.warn(105_000);
    await clock.pause(200_000);
    expect(stopped()).toBe(105);
  });

  it('is stopped at once when another one has its bot', async () => {
    const { clock, succession, stopped } = await followed(() => 'superseded');
    succession.look();
    await clock.pause(1);
    expect(stopped()).toBe(0);
  });

  it.each([
    ['at_work', false],
    ['standby', false],
    ['relieved', true],
    ['superseded', true],
  ] as const)('knows by asking whether it was replaced: %s', async (standing, isReplaced) => {
    const { succession } = await followed(() => standing);
    expect(await succession.isReplaced()).toBe(isReplaced);
  });

  it('is left alone once it is over', async () => {
    const { clock, succession, stopped } = await followed(() => 'at_work');
    succession.warn(105_000);
    succession[Symbol.dispose]();
    await clock.pause(200_000);
    expect(stopped()).toBeUndefined();
  });
});

describe('a worker that is to relieve another one', () => {
  it('has nobody to relieve who was started for a bot of its own', async () => {
    const { succession } = await followed(() => 'at_work');
    expect(succession.predecessor).toBeUndefined();
  });

  it('is told what the other one told, and until when', async () => {
    const until = new Date(25_000);
    const { clock, succession, seconds } = await followed(
      () => 'standby',
      (seconds) => (seconds < 30 ? 'telling' : until),
    );
    await clock.pause(20_000);
    expect(await succession.predecessor?.takeOver()).toBe(true);
    expect(succession.predecessor?.isAtWork).toBe(false);
    expect(await succession.predecessor?.told()).toEqual({ reported, until_ms: 25_000 });
    expect(seconds()).toBe(30);
  });

  it('waits no longer than it takes to tell everything', async () => {
    const { succession, seconds } = await followed(() => 'standby');
    await succession.predecessor?.takeOver();
    expect(await succession.predecessor?.told()).toEqual({ reported, said: [utterance, piece] });
    expect(seconds()).toBe(45);
  });

  it('asks a few times for what was told, and no more', async () => {
    let asked = 0;
    const { succession } = await followed(
      () => 'standby',
      () => new Date(0),
      async () => {
        asked += 1;
        throw new Error('no table');
      },
    );
    await succession.predecessor?.takeOver();
    await expect(succession.predecessor?.told()).rejects.toThrow('no table');
    expect(asked).toBe(20);
  });

  it('has the bot within a second when the other one is lost, and waits for nothing then', async () => {
    const { clock, succession, seconds } = await followed(
      (seconds) => (seconds < 20 ? 'standby' : 'at_work'),
      () => 'lost',
    );
    await clock.pause(19_500);
    expect(succession.predecessor?.isAtWork).toBe(true);
    expect(await succession.predecessor?.told()).toEqual({ reported, said: [utterance, piece] });
    expect([succession.predecessor?.isAtWork, seconds()]).toEqual([false, 20]);
  });
});
