import { describe, expect, it, vi } from 'vitest';
import { ConsentNeededError, NotAllowedError } from '../../../../lib/capture/meeting/errors.ts';
import type { Asked } from '../../../../lib/capture/session/acting/outlet-plan.ts';
import { anOutlet } from './an-outlet.ts';

const asked = (changes: Partial<Asked>): Asked => ({
  voice_agent_settings: undefined,
  output_video: undefined,
  ...changes,
});
const showing = (url: string): Asked => asked({ voice_agent_settings: { url, reserve_resources: true } });
const [one, other] = ['https://one.example.com/', 'https://other.example.com/'];

describe('a voice agent', () => {
  it('is shown until there is something to be seen of the next, and not any more then', async () => {
    const { outlet, give, pictures, closed, turned } = anOutlet();
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toHaveLength(2);
    outlet.keep(showing(other));
    await give(one, 'one 2');
    expect(closed).toEqual([]);
    await give(other, 'other 1');
    await give(one, 'one 3');
    await expect.poll(() => closed).not.toHaveLength(0);
    await give(other, 'other 2');
    expect(pictures()).toEqual(['one 1', 'one 2', 'other 1', 'other 2']);
    expect(closed).toEqual([one]);
    expect(turned).toEqual(['camera on', 'microphone on']);
    outlet.keep(asked({}));
    await expect.poll(() => turned).toHaveLength(4);
    await outlet[Symbol.asyncDispose]();
    expect(closed).toEqual([one, other]);
    expect(turned.slice(2).toSorted()).toEqual(['camera off', 'microphone off']);
  });

  it.each(['camera', 'screen'] as const)(
    'stays in its %s until there is something to be seen of the next, which is to be seen elsewhere',
    async (first) => {
      const second = first === 'camera' ? 'screen' : 'camera';
      const shownAs = { camera: 'url', screen: 'screenshare_url' } as const;
      const as = (place: 'camera' | 'screen', url: string) =>
        asked({ voice_agent_settings: { [shownAs[place]]: url, reserve_resources: true } });
      const { outlet, give, pictures, turned } = anOutlet();
      outlet.keep(as(first, one));
      await give(one, 'one 1');
      await expect.poll(() => turned).toContain(`${first} on`);
      outlet.keep(as(second, other));
      await give(one, 'one 2');
      outlet.keep(as(second, other));
      await new Promise((resolve) => setImmediate(resolve));
      expect([pictures(), turned.filter((device) => !device.startsWith('microphone'))]).toEqual([
        ['one 1', 'one 2'],
        [`${first} on`],
      ]);
      await give(other, 'other 1');
      await expect.poll(() => turned).toContain(`${second} on`);
      expect(turned.filter((device) => !device.startsWith('microphone'))).toEqual([
        `${first} on`,
        `${first} off`,
        `${second} on`,
      ]);
      await outlet[Symbol.asyncDispose]();
    },
  );

  it('keeps no meeting from being closed where the store does not answer for the picture of the bot', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { outlet } = anOutlet({ picture: () => new Promise(() => undefined) });
      outlet.keep(showing(one));
      let isClosed = false;
      const closed = Promise.resolve(outlet[Symbol.asyncDispose]()).then(() => {
        isClosed = true;
      });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(isClosed).toBe(true);
      await closed;
    } finally {
      vi.useRealTimers();
    }
  });

  it('that is wanted again, before there was anything of the next, has never been away', async () => {
    const { outlet, give, closed, turned } = anOutlet();
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toHaveLength(2);
    outlet.keep(showing(other));
    await expect.poll(() => outlet.keep(showing(one)) ?? closed).not.toHaveLength(0);
    expect(closed).toEqual([other]);
    await outlet[Symbol.asyncDispose]();
  });

  it('that may be asked for in the middle of the meeting has its browser ready', async () => {
    const { outlet, prepared } = anOutlet();
    outlet.keep(asked({ voice_agent_settings: { reserve_resources: false } }));
    outlet.keep(asked({}));
    await outlet[Symbol.asyncDispose]();
    expect(prepared()).toBe(0);
    const reserved = anOutlet();
    reserved.outlet.keep(asked({ voice_agent_settings: { reserve_resources: true } }));
    await expect.poll(reserved.prepared).toBeGreaterThan(0);
    await reserved.outlet[Symbol.asyncDispose]();
  });

  it('is shown again by the worker that comes after a lost one', async () => {
    const before = anOutlet();
    before.outlet.keep(showing(one));
    await before.give(one, 'before');
    const after = anOutlet({ bot: before.bot });
    after.outlet.keep(showing(one));
    await after.give(one, 'after');
    await expect.poll(() => after.turned).toHaveLength(2);
    expect(after.pictures()).toEqual(['after']);
    await before.outlet[Symbol.asyncDispose]();
    await after.outlet[Symbol.asyncDispose]();
  });
});

describe('what is heard in the meeting', () => {
  it('reaches an agent’s page and a server alike, and neither while the bot may not record', async () => {
    const serverHeard: string[] = [];
    const { outlet, give, say, agentHeard, turned } = anOutlet({
      openAudioSocket: () => ({
        ...{ isOpen: true, mayBeHeard: false, voices_rate: undefined },
        hear: (pcm) => void serverHeard.push(pcm),
        ...{ letSpeak: () => undefined, hearVoice: () => undefined, lackVoices: () => undefined },
        [Symbol.dispose]: () => undefined,
      }),
    });
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toHaveLength(2);
    for (const [mayHear, pcm] of [
      [undefined, 'before it was asked'],
      [true, 'allowed'],
      [false, 'paused'],
      [true, 'resumed'],
    ] as const) {
      if (mayHear !== undefined) outlet.share(mayHear);
      say({ type: 'heard', pcm });
    }
    await outlet[Symbol.asyncDispose]();
    expect([agentHeard, serverHeard]).toEqual([
      ['allowed', 'resumed'],
      ['allowed', 'resumed'],
    ]);
  });
});

describe('a voice agent whose page does not load', () => {
  it('is told to the client from the second time on, until there is something to be seen of it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { outlet, bot, turned, fail, give } = anOutlet();
    outlet.keep(showing(one));
    await fail(one);
    await new Promise((resolve) => setImmediate(resolve));
    expect(bot.warned).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await fail(one);
    await expect.poll(() => bot.warned).toHaveLength(1);
    expect(bot.warned[0]).toMatch(
      /^not_shown since .*: the page of its voice agent does not load, and is opened again$/,
    );
    await vi.advanceTimersByTimeAsync(4_000);
    await give(one, 'one 1');
    await expect.poll(() => bot.warned.at(-1)).toMatch(/^no not_shown any more/);
    vi.useRealTimers();
    await expect.poll(() => turned).toEqual(['camera on', 'microphone on']);
    await outlet[Symbol.asyncDispose]();
  });

  it('is not missed any more once the client wants none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { outlet, bot, fail } = anOutlet();
    outlet.keep(showing(one));
    await fail(one);
    await vi.advanceTimersByTimeAsync(2_000);
    await fail(one);
    vi.useRealTimers();
    await expect.poll(() => bot.warned).toHaveLength(1);
    outlet.keep(asked({}));
    await expect.poll(() => bot.warned.at(-1)).toMatch(/^no not_shown any more/);
    await outlet[Symbol.asyncDispose]();
  });
});

describe('the picture of a bot', () => {
  it.each([
    ['does not answer at first', () => Promise.reject(new Error('too slow'))],
    ['has nothing at first that could show it', () => Promise.resolve(false)],
  ])('is shown at the next attempt where the page %s', async (_, first) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let attempts = 0;
    const { outlet, turned } = anOutlet({
      picture: async () => Buffer.from('png'),
      takes: async ({ type }) => {
        if (type !== 'picture') return true;
        attempts += 1;
        return attempts > 1 || first();
      },
    });
    outlet.keep(asked({}));
    await expect.poll(() => attempts).toBe(1);
    expect(turned).toEqual([]);
    const later = () => {
      vi.advanceTimersByTime(1_000);
      outlet.keep(asked({}));
      return turned;
    };
    await expect.poll(later).not.toHaveLength(0);
    await outlet[Symbol.asyncDispose]();
    vi.useRealTimers();
    expect([attempts, turned]).toEqual([2, ['camera on']]);
  });

  it('is given up after three attempts, and never shown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let read = 0;
    const { outlet, turned } = anOutlet({
      picture: async () => {
        read += 1;
        throw new Error('no such file');
      },
    });
    for (let second = 0; second < 60; second += 1) {
      outlet.keep(asked({}));
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1_000);
    }
    await outlet[Symbol.asyncDispose]();
    vi.useRealTimers();
    expect([read, turned]).toEqual([3, []]);
  });
});

describe('a bot that the meeting does not let turn its devices on', () => {
  it('has its client know once who forbids it, also where its page is only busy in between', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let tries = 0;
    const { outlet, bot } = anOutlet({
      picture: async () => Buffer.from('png'),
      turnsOn() {
        tries += 1;
        throw tries % 2 === 1 ? new NotAllowedError('the host forbids cameras') : new Error('no such button');
      },
    });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect.poll(() => outlet.keep(asked({})) ?? tries).toBe(attempt);
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(6_000);
    }
    await outlet[Symbol.asyncDispose]();
    vi.useRealTimers();
    expect(bot.warned).toEqual([expect.stringMatching(/^not_shown since .*: the host forbids cameras$/)]);
  });

  it('is not said to be forbidden any more what fails twice otherwise', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let tries = 0;
    const { outlet, bot } = anOutlet({
      picture: async () => Buffer.from('png'),
      turnsOn() {
        tries += 1;
        throw tries === 1 ? new NotAllowedError('the host forbids cameras') : new Error('no such button');
      },
    });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await expect.poll(() => outlet.keep(asked({})) ?? tries).toBe(attempt);
      await new Promise((resolve) => setImmediate(resolve));
      expect(bot.warned).toHaveLength(attempt < 3 ? 1 : 2);
      vi.advanceTimersByTime(6_000);
    }
    await outlet[Symbol.asyncDispose]();
    vi.useRealTimers();
    expect(bot.warned.map((line) => line.replace(/^.* since .*?Z: /, ''))).toEqual([
      'the host forbids cameras',
      'the meeting did not let it turn its devices on',
    ]);
  });

  it('has its client know from the second time on, until it may', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let tries = 0;
    const { outlet, bot, turned } = anOutlet({
      picture: async () => Buffer.from('png'),
      turnsOn() {
        tries += 1;
        if (tries <= 3) throw new Error('the host forbids cameras');
      },
    });
    const warnedAfter: string[][] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await expect.poll(() => outlet.keep(asked({})) ?? tries).toBe(attempt);
      await new Promise((resolve) => setImmediate(resolve));
      warnedAfter.push(bot.warned.map((line) => line.split(' since ')[0] ?? ''));
      vi.advanceTimersByTime(6_000);
    }
    await outlet[Symbol.asyncDispose]();
    vi.useRealTimers();
    expect(warnedAfter.slice(0, 3)).toEqual([[], ['not_shown'], ['not_shown']]);
    expect(bot.warned.map((line) => line.split(' since ')[0])).toEqual(['not_shown', 'no not_shown any more']);
    expect(turned).toEqual(['camera on']);
  });

  it('has its client know at once, and why, where to turn them on would be consent that was not given', async () => {
    const { outlet, bot, turned } = anOutlet({
      picture: async () => Buffer.from('png'),
      turnsOn() {
        throw new ConsentNeededError('whoever turns a device on agrees to be recorded');
      },
    });
    outlet.keep(asked({}));
    await expect.poll(() => bot.warned).toHaveLength(1);
    await outlet[Symbol.asyncDispose]();
    expect(bot.warned[0]).toMatch(
      /^not_shown since .*: whoever turns a device on agrees to be recorded; bots agree to nothing unless their operator lets them/,
    );
    expect(turned).toEqual([]);
  });

  it('turns them on again when the meeting has turned them off by itself, once for each time', async () => {
    const { outlet, bot, turned } = anOutlet({ picture: async () => Buffer.from('png') });
    outlet.keep(asked({}));
    await expect.poll(() => turned).toEqual(['camera on']);
    outlet.keep(asked({}), { turned_off_ms: 1_000 });
    await expect.poll(() => turned).toEqual(['camera on', 'camera on']);
    outlet.keep(asked({}), { turned_off_ms: 1_000 });
    await outlet[Symbol.asyncDispose]();
    expect(turned).toHaveLength(2);
    expect(bot.warned).toEqual([]);
  });

  it('has its client know what the meeting forbids, and is heard where it may only not be seen', async () => {
    const { outlet, bot, turned, give } = anOutlet({
      turnsOn(device) {
        if (device === 'camera') throw new NotAllowedError('a moderator has to allow cameras');
      },
    });
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toEqual(['microphone on']);
    await expect.poll(() => bot.warned).toHaveLength(1);
    await outlet[Symbol.asyncDispose]();
    expect(bot.warned[0]).toMatch(/^not_shown since .*: a moderator has to allow cameras$/);
  });

  it('does not turn on what somebody has turned off, but says so, until they let it', async () => {
    const { outlet, bot, turned, give } = anOutlet();
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toEqual(['camera on', 'microphone on']);
    outlet.keep(showing(one), { muted: ['microphone'] });
    await expect.poll(() => bot.warned).toHaveLength(1);
    expect(bot.warned[0]).toMatch(/^not_shown since .*: somebody in the meeting has turned off its microphone$/);
    outlet.keep(showing(one), { muted: ['microphone'], turned_off_ms: 1_000 });
    await expect.poll(() => turned).toEqual(['camera on', 'microphone on', 'camera on']);
    outlet.keep(showing(one), { muted: [], turned_off_ms: 1_000 });
    await expect.poll(() => turned).toEqual(['camera on', 'microphone on', 'camera on', 'microphone on']);
    await expect.poll(() => bot.warned.at(-1)).toMatch(/^no not_shown any more/);
    await outlet[Symbol.asyncDispose]();
  });

  it('turns on what somebody has turned off once it is asked for anew', async () => {
    const { outlet, turned, give } = anOutlet();
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toHaveLength(2);
    outlet.keep(asked({}), { muted: ['camera'] });
    await expect.poll(() => turned.slice(2).toSorted()).toEqual(['camera off', 'microphone off']);
    // Its page forgets by that who had turned it off, and may say so a look later.
    outlet.keep(showing(other), { muted: ['camera'] });
    await give(other, 'other 1');
    await expect
      .poll(() => outlet.keep(showing(other)) ?? turned.slice(4).toSorted())
      .toEqual(['camera on', 'microphone on']);
    await outlet[Symbol.asyncDispose]();
  });

  it('turns them on again once the bot is back in its room, and off what is not wanted any more', async () => {
    const { outlet, give, turned } = anOutlet({ picture: async () => Buffer.from('png') });
    outlet.keep(showing(one));
    await give(one, 'one 1');
    await expect.poll(() => turned).toEqual(['camera on', 'microphone on']);
    outlet.doubt();
    outlet.keep(asked({}));
    await outlet[Symbol.asyncDispose]();
    expect(turned).toEqual(['camera on', 'microphone on', 'microphone off', 'camera on']);
  });

  it('tells nothing where all is as it was asked for', async () => {
    const { outlet, bot, turned } = anOutlet({ picture: async () => Buffer.from('png') });
    outlet.keep(asked({}));
    await expect.poll(() => turned).toEqual(['camera on']);
    await outlet[Symbol.asyncDispose]();
    expect(bot.warned).toEqual([]);
  });
});

describe('what a server says as soon as it is there', () => {
  it.each([
    ['the microphone is on', () => undefined],
    ['the meeting has not let it be turned on', () => Promise.reject(new NotAllowedError('no microphones here'))],
  ])('waits until %s', async (_, turns) => {
    let spoke = 0;
    const { promise: turning, resolve: turn } = Promise.withResolvers<void>();
    let tries = 0;
    const { outlet } = anOutlet({
      openAudioSocket: () => ({
        ...{ isOpen: true, mayBeHeard: true, voices_rate: undefined },
        letSpeak: () => {
          spoke += 1;
        },
        ...{ hear: () => undefined, hearVoice: () => undefined, lackVoices: () => undefined },
        [Symbol.dispose]: () => undefined,
      }),
      async turnsOn() {
        tries += 1;
        await turning;
        await turns();
      },
    });
    outlet.keep(asked({}));
    await expect.poll(() => tries).toBe(1);
    outlet.keep(asked({}));
    await new Promise((resolve) => setImmediate(resolve));
    expect(spoke).toBe(0);
    turn();
    await expect.poll(() => spoke).toBeGreaterThan(0);
    await outlet[Symbol.asyncDispose]();
  });
});
