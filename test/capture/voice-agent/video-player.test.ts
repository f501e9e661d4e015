import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutletCommand } from '../../../lib/capture/programs/protocol/outlet.ts';
import { createVideoPlayer } from '../../../lib/capture/voice-agent/video-player.ts';
import { aSite } from '../../lab/hosts/site.ts';

const mp4 = await readFile(new URL('../../lab/fixtures/two-colours.mp4', import.meta.url));
const minuteMs = 60_000;

/** A video that the page has been told to play. */
const aPlayer = async ({ loop = false }) => {
  const { promise: sent, resolve } = Promise.withResolvers<OutletCommand>();
  const logged: unknown[] = [];
  const site = await aSite((_, answer) => answer.end(mp4));
  const player = createVideoPlayer({
    video: { id: 'v1', url: site.url, loop, asked_at: '2026-01-01T00:00:00Z' },
    guard: { allow_loopback: true },
    log: (message, { error } = {}) => logged.push([message, error === undefined ? undefined : String(error)]),
    async send(command) {
      resolve(command);
      return true;
    },
    onChange: () => undefined,
  });
  await sent;
  await site[Symbol.asyncDispose]();
  return { player, logged };
};

describe('a video in the meeting', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is over when the page says so, once', async () => {
    const { player, logged } = await aPlayer({});
    player.take({ type: 'ready', id: 'v1' });
    await player.roll();
    player.take({ type: 'played', id: 'v1' });
    vi.advanceTimersByTime(minuteMs);
    expect([player.isOver, logged]).toEqual([true, [['the video is over', undefined]]]);
    await player[Symbol.asyncDispose]();
  });

  it.each([
    ['does not begin', false],
    ['does not come to its end', true],
  ])('is over some time after its length when it %s', async (_, begins) => {
    const { player, logged } = await aPlayer({});
    if (begins) player.take({ type: 'ready', id: 'v1' });
    if (begins) await player.roll();
    expect(player.isOver).toBe(false);
    vi.advanceTimersByTime(minuteMs);
    expect(player.isOver).toBe(true);
    expect(logged).toEqual([['the video could not be played', 'Error: it did not come to its end in time']]);
    await player[Symbol.asyncDispose]();
  });

  it('that loops goes on for as long as it is wanted', async () => {
    const { player, logged } = await aPlayer({ loop: true });
    player.take({ type: 'ready', id: 'v1' });
    vi.advanceTimersByTime(60 * minuteMs);
    expect([player.isPlaying, logged]).toEqual([true, []]);
    await player[Symbol.asyncDispose]();
  });
});
