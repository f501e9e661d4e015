import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OutletCommand } from '../../../../lib/capture/programs/protocol/outlet.ts';
import { createVideoDesk } from '../../../../lib/capture/session/acting/video-desk.ts';
import { systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import type { OutputVideo } from '../../../../lib/domain/bot/output-video.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aSite } from '../../../lab/hosts/site.ts';

const mp4 = await readFile(new URL('../../../lab/fixtures/two-colours.mp4', import.meta.url));
let site: Awaited<ReturnType<typeof aSite>>;
beforeAll(async () => {
  site = await aSite((_, answer) => answer.end(mp4));
});
afterAll(() => site[Symbol.asyncDispose]());

const aVideo = (details: Partial<OutputVideo> = {}): OutputVideo => ({
  id: 'v1',
  url: site.url,
  loop: false,
  asked_at: '2026-01-01T00:00:00Z',
  ...details,
});

/** A desk before a page that plays what it is told to, as the test says. */
const aDesk = (isShown: () => boolean = () => true) => {
  const bot = aFakeBot('joined_recording');
  const played: string[] = [];
  const closing: PromiseLike<void>[] = [];
  const desk = createVideoDesk({
    bot,
    clock: systemSessionClock,
    guard: { allow_loopback: true },
    log: () => undefined,
    start: async () => undefined,
    async send(command: OutletCommand) {
      if (command.type === 'play') played.push(command.id);
      return true;
    },
    close: (player) => void closing.push(player[Symbol.asyncDispose]()),
    isShown,
    onChange: () => undefined,
  });
  onTestFinished(async () => {
    desk.end();
    await Promise.all(closing);
  });
  return {
    desk,
    /** The page is ready to play it, and is to. */
    async begin(id = 'v1'): Promise<void> {
      desk.take({ type: 'ready', id });
      await desk.roll();
    },
    told: bot.told,
    warned: bot.warned,
    played,
    /** Keeps and tells the wish, once the page has been told to play it so often. */
    async keep(wanted: OutputVideo | undefined, plays = played.length): Promise<void> {
      await desk.keep(wanted);
      await expect.poll(() => played.length).toBe(plays);
      await desk.tell(wanted);
    },
  };
};

describe('a video that a bot is asked to play', () => {
  it('is told to have begun and to be over, each once, however late the bot is known not to want it any more', async () => {
    const { desk, begin, keep, told, warned, played } = aDesk();
    const video = aVideo();
    await keep(video, 1);
    expect(told).toEqual([]);
    await begin();
    await keep(video);
    await keep({ ...video, started_at: '2026-01-01T00:00:01Z' });
    expect(told).toEqual(['video v1 started']);
    desk.take({ type: 'played', id: 'v1' });
    for (let pass = 0; pass < 3; pass += 1) await keep(video);
    expect(told).toEqual(['video v1 started', 'video v1 over']);
    expect(warned).toEqual([]);
    await keep(undefined);
    await keep(aVideo({ id: 'v2' }), 2);
    expect(played).toEqual(['v1', 'v2']);
  });

  it('is told to have begun, too, when it was over before that could be told', async () => {
    const { desk, begin, keep, told } = aDesk();
    await keep(aVideo(), 1);
    await begin();
    desk.take({ type: 'played', id: 'v1' });
    await keep(aVideo());
    expect(told).toEqual(['video v1 started', 'video v1 over']);
  });

  it('is over without having begun when it cannot be played, and its client is told so', async () => {
    const { desk, keep, told, warned } = aDesk();
    await keep(aVideo(), 1);
    desk.take({ type: 'not_played', id: 'v1', reason: 'it has no picture' });
    await keep(aVideo());
    await keep(aVideo());
    expect(told).toEqual(['video v1 over']);
    expect(warned).toEqual([
      expect.stringMatching(/^video_not_played at .*Z: the bot's browser could not play it \(it has no picture\)$/),
    ]);
  });

  it.each([false, true])('that breaks off is over, and its client is told why; looping: %s', async (loop) => {
    const { desk, begin, keep, told, warned } = aDesk();
    await keep(aVideo({ loop }), 1);
    await begin();
    await keep(aVideo({ loop }));
    desk.take({ type: 'not_played', id: 'v1', reason: 'EncodingError: Decoding error.' });
    for (let pass = 0; pass < 2; pass += 1) await keep(aVideo({ loop }));
    expect(told).toEqual(['video v1 started', 'video v1 over']);
    expect(warned).toEqual([
      expect.stringMatching(
        /^video_not_played at .*Z: it broke off: the bot's browser could not play it \(EncodingError: Decoding error\.\)$/,
      ),
    ]);
  });

  it('is not said to have broken off where the page is loaded anew once it is over', async () => {
    const { desk, begin, keep, told, warned } = aDesk();
    await keep(aVideo(), 1);
    await begin();
    desk.take({ type: 'played', id: 'v1' });
    desk.end();
    await keep(aVideo());
    expect([told, warned]).toEqual([['video v1 started', 'video v1 over'], []]);
  });

  it('is not played where it cannot be had, and its client is told why', async () => {
    await using gone = await aSite((_, answer) => void answer.writeHead(404).end());
    const { desk, told, warned } = aDesk();
    const video = aVideo({ url: gone.url });
    await desk.keep(video);
    await expect
      .poll(async () => {
        await desk.tell(video);
        return told;
      })
      .toEqual(['video v1 over']);
    expect(warned).toEqual([expect.stringMatching(/^video_not_played at .*Z: its address answers with 404$/)]);
  });

  it('has not begun before anybody can see or hear it, and was not played where nobody ever could', async () => {
    const { desk, begin, keep, told, warned } = aDesk(() => false);
    await keep(aVideo(), 1);
    await begin();
    await keep(aVideo());
    expect(told).toEqual([]);
    desk.take({ type: 'played', id: 'v1' });
    await keep(aVideo());
    expect(told).toEqual(['video v1 over']);
    expect(warned).toEqual([expect.stringMatching(/^video_not_played at .*Z: nobody could see or hear it$/)]);
  });

  it('takes the place of one that loops, and each is told by itself', async () => {
    const { desk, begin, keep, told, warned, played } = aDesk();
    const looping = aVideo({ loop: true });
    await keep(looping, 1);
    await begin();
    await keep(looping);
    const next = aVideo({ id: 'v2' });
    await keep(next, 2);
    expect(desk.isPlaying).toBe(false);
    // What the page still says of the one before.
    desk.take({ type: 'played', id: 'v1' });
    await keep(next);
    expect([played, told]).toEqual([['v1', 'v2'], ['video v1 started']]);
    await begin('v2');
    await keep(next);
    desk.take({ type: 'played', id: 'v2' });
    await keep(next);
    expect(told).toEqual(['video v1 started', 'video v2 started', 'video v2 over']);
    expect(warned).toEqual([]);
  });

  it('is over, and not played again, when the page is loaded anew in the middle of it', async () => {
    const { desk, begin, keep, told, warned, played } = aDesk();
    await keep(aVideo(), 1);
    await begin();
    desk.end();
    await keep(aVideo());
    await keep(aVideo());
    expect(told).toEqual(['video v1 started', 'video v1 over']);
    expect(warned).toEqual([expect.stringContaining('it broke off: the page of the meeting was loaded anew')]);
    expect(played).toEqual(['v1']);
  });

  it('is played again, from its beginning, when the page is loaded anew before anything of it was seen, or while it loops', async () => {
    const { desk, begin, keep, told, played } = aDesk();
    await keep(aVideo(), 1);
    desk.end();
    await keep(aVideo({ loop: true }), 2);
    await begin();
    desk.end();
    await keep(aVideo({ loop: true }), 3);
    expect(played).toEqual(['v1', 'v1', 'v1']);
    expect(told).toEqual(['video v1 started']);
    desk.end();
  });
});
