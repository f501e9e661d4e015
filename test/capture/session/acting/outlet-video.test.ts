import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { NotAllowedError } from '../../../../lib/capture/meeting/errors.ts';
import { createNoOutlet } from '../../../../lib/capture/session/acting/outlet.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aSite } from '../../../lab/hosts/site.ts';
import { anOutlet } from './an-outlet.ts';

describe('a video', () => {
  const asVideo = (url: string) => ({ id: 'v1', url, loop: false, asked_at: '2026-01-01T00:00:00Z' });
  const aFilm = async () => {
    const mp4 = await readFile(new URL('../../../lab/fixtures/two-colours.mp4', import.meta.url));
    return aSite((_, answer) => answer.end(mp4));
  };

  it('begins when it can be seen and heard, and is told to have begun then', async () => {
    await using site = await aFilm();
    const turning: (() => void)[] = [];
    const { outlet, bot, sent, say, turned } = anOutlet({
      turnsOn: () => new Promise((resolve) => void turning.push(resolve)),
    });
    bot.order({ output_video: asVideo(site.url) });
    const now = await bot.bot();
    outlet.keep(now);
    await expect.poll(() => sent('play')).toBe(1);
    say({ type: 'ready', id: 'v1' });
    for (const so_far of [0, 1]) {
      await expect.poll(() => turning.length).toBe(so_far + 1);
      outlet.keep(now);
      await new Promise((resolve) => setImmediate(resolve));
      expect([sent('roll'), bot.told]).toEqual([0, []]);
      turning[so_far]?.();
    }
    await expect.poll(() => bot.told).toEqual(['video v1 started']);
    expect([sent('roll'), turned]).toEqual([1, ['camera on', 'microphone on']]);
    say({ type: 'played', id: 'v1' });
    await expect.poll(() => bot.told).toEqual(['video v1 started', 'video v1 over']);
    expect(bot.warned).toEqual([]);
    await outlet[Symbol.asyncDispose]();
  });

  it('runs out unseen where its devices cannot be turned on, and its client is told that it was not played', async () => {
    await using site = await aFilm();
    const { outlet, bot, sent, say } = anOutlet({
      turnsOn() {
        throw new NotAllowedError('a moderator has to allow it');
      },
    });
    bot.order({ output_video: asVideo(site.url) });
    outlet.keep(await bot.bot());
    await expect.poll(() => sent('play')).toBe(1);
    say({ type: 'ready', id: 'v1' });
    await expect.poll(() => sent('roll')).toBe(1);
    say({ type: 'played', id: 'v1' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
    outlet.keep(await bot.bot());
    await expect.poll(() => bot.told).toEqual(['video v1 over']);
    vi.useRealTimers();
    expect(bot.warned).toContainEqual(expect.stringMatching(/^video_not_played at .*: nobody could see or hear it$/));
    await outlet[Symbol.asyncDispose]();
  });

  it('is over at once where a bot can only watch, and its client is told that it was not played', async () => {
    const bot = aFakeBot('joined_recording');
    const outlet = createNoOutlet({ bot, clock: { now_ms: () => 1_000 }, log: () => undefined });
    bot.order({ output_video: asVideo('https://example.com/film.mp4') });
    const now = await bot.bot();
    for (const _ of [1, 2]) outlet.keep(now);
    expect(bot.told).toEqual(['video v1 over']);
    expect(bot.warned).toEqual(['video_not_played at 1970-01-01T00:00:01.000Z: a bot can only watch in this meeting']);
  });
});

describe('a video that a lost worker had begun to play', () => {
  it('is not played again, and told to be over, once', async () => {
    const { outlet, bot, sent } = anOutlet();
    const video = { id: 'v1', url: 'https://example.com/film.mp4', loop: false, asked_at: '2026-01-01T00:00:00Z' };
    bot.order({ output_video: { ...video, started_at: '2026-01-01T00:00:01Z' } });
    outlet.keep(await bot.bot());
    await expect.poll(() => bot.told).not.toHaveLength(0);
    outlet.keep(await bot.bot());
    await outlet[Symbol.asyncDispose]();
    expect(bot.told).toEqual(['video v1 over']);
    expect(bot.warned).toEqual([expect.stringContaining('it broke off')]);
    expect(sent('play')).toBe(0);
  });
});
