import { describe, expect, it } from 'vitest';
import { streamStates } from '../../../../lib/capture/streams/rtms/numbers.ts';
import { streamStopOf } from '../../../../lib/domain/app-session/stop-reasons.ts';
import * as numbers from '../../../facsimiles/rtms/numbers.ts';
import { maya } from '../../../facsimiles/rtms/script.ts';
import { aStreamWorld } from '../../../lab/worlds/streams/stream-world.ts';
import { flowing } from './flowing.ts';

// Each has a time of its own, and waits outside of it for connections to be made.
describe.concurrent('a stream goes on while one session of several does', () => {
  const withTwo = async () => {
    const world = await aStreamWorld();
    const client = await flowing(world);
    const tell = async (who: string, state: keyof typeof numbers.sessionStates, more: object = {}) => {
      const rtms_session_id = who === 'first' ? `session-of-${world.stream.rtms_stream_id}` : who;
      const message = { msg_type: 9, state: numbers.sessionStates[state], rtms_session_id };
      world.stream.sayRaw(
        'signaling',
        JSON.stringify({ ...message, stop_reason: state === 'STOPPED' ? 3 : 0, ...more }),
      );
      await world.pass(1);
    };
    await world.pass(1);
    return { world, client, tell, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  it('and another stops; with the last it is over, also without a word', async () => {
    await using two = await withTwo();
    await two.tell('second', 'STARTED');
    await two.tell('second', 'STOPPED');
    await two.world.pass(60);
    expect(two.client.told.ends).toEqual([]);
    await two.tell('first', 'STOPPED');
    await two.world.pass(20);
    await two.tell('first', 'RESUMED');
    await two.world.pass(60);
    expect(two.client.told.ends).toEqual([]);
    await two.tell('first', 'STOPPED');
    await two.world.pass(35);
    expect(two.client.told.ends).toEqual(['stopped']);
  });

  const terminated = JSON.stringify({ msg_type: 8, state: streamStates.terminated });

  it('and the reason of a session that was not the last is none of the end', async () => {
    await using two = await withTwo();
    await two.tell('second', 'STARTED');
    await two.tell('second', 'STOPPED', { stop_reason: 8 });
    await two.world.pass(60);
    two.world.stream.sayRaw('signaling', terminated);
    await two.world.pass(5);
    expect(two.client.told.ends).toEqual(['stopped']);
  });

  it.each([6, 8])('and the reason of the last is the end’s, unless another comes after it: %d', async (stop_reason) => {
    await using two = await withTwo();
    await two.tell('first', 'STOPPED', { stop_reason });
    await two.tell('second', 'STARTED');
    await two.world.pass(60);
    expect(two.client.told.ends).toEqual([]);
    await two.tell('second', 'STOPPED', { stop_reason });
    two.world.stream.sayRaw('signaling', terminated);
    await two.world.pass(5);
    expect(two.client.told.ends).toEqual([streamStopOf(stop_reason)]);
  });

  it('and another pauses', async () => {
    await using two = await withTwo();
    await two.tell('second', 'STARTED');
    await two.tell('second', 'PAUSED');
    expect(two.client.told.paused.at(-1)).toBe(false);
    await two.tell('first', 'PAUSED');
    expect(two.client.told.paused.at(-1)).toBe(true);
    await two.tell('second', 'RESUMED');
    expect(two.client.told.paused.at(-1)).toBe(false);
  });

  it('and of a resumption that it was not told of, but by what comes', async () => {
    await using two = await withTwo();
    await two.tell('first', 'PAUSED');
    await two.world.pass(20);
    expect(two.client.told.paused.at(-1)).toBe(true);
    using _ = await two.world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
    await two.world.pass(10);
    expect(two.client.told.paused.at(-1)).toBe(false);
  });

  it.each(['first', 'unknown'])('and pauses once that one is told to pause: %s', async (who) => {
    await using two = await withTwo();
    await two.tell('first', 'PAUSED');
    using _ = await two.world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
    await two.world.pass(20);
    expect(two.client.told.paused.at(-1)).toBe(false);
    await two.tell(who, 'PAUSED');
    expect(two.client.told.paused.at(-1)).toBe(true);
  });

  it('and pauses once the one that it was not told of has stopped, and another had paused', async () => {
    await using two = await withTwo();
    await two.tell('first', 'PAUSED');
    using _ = await two.world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
    await two.world.pass(20);
    await two.tell('unknown', 'STOPPED');
    expect(two.client.told.paused.at(-1)).toBe(true);
  });

  it('and stays paused while what comes is of before the pause', async () => {
    await using two = await withTwo();
    await two.tell('first', 'PAUSED', { timestamp: two.world.time.now().getTime() + 60_000 });
    using _ = await two.world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
    await two.world.pass(10);
    expect(two.client.told.media.some(({ kind }) => kind === 'audio')).toBe(true);
    expect(two.client.told.paused.at(-1)).toBe(true);
  });

  it.each([3, 6, 8])(
    'of which it was not told, but by what comes, after a stop for the reason %d',
    async (stop_reason) => {
      await using two = await withTwo();
      await two.tell('first', 'STOPPED', { stop_reason });
      using _ = await two.world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
      await two.world.pass(60);
      expect(two.client.told.ends).toEqual([]);
      two.world.stream.sayRaw('signaling', terminated);
      await two.world.pass(5);
      expect(two.client.told.ends).toEqual(['stopped']);
    },
  );
});
