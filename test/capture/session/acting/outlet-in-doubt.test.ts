/** A page that does not take what it is to show, once its device is on. */
import { afterEach, expect, it, vi } from 'vitest';
import type { OutletCommand } from '../../../../lib/capture/programs/protocol/outlet.ts';
import { anOutlet } from './an-outlet.ts';

afterEach(() => void vi.useRealTimers());

const nothing = { voice_agent_settings: undefined, output_video: undefined };
const picture = async () => Buffer.from('png');

/** `taken`: whether the page takes what it is to show, told for the first time, the second time … */
const aDoubtfulOutlet = (taken: (time: number) => boolean) => {
  let times = 0;
  const world = anOutlet({
    picture,
    async takes({ type }: OutletCommand) {
      if (type !== 'show') return true;
      times += 1;
      return taken(times);
    },
  });
  return { ...world, times: () => times };
};

it('one that answers too late, time after time, is not said to let the bot turn nothing on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { outlet, bot, times } = aDoubtfulOutlet((time) => {
    if (time % 2 === 0) throw new Error('a call of the outlet took longer than 5000 ms');
    return true;
  });
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await expect.poll(() => outlet.keep(nothing) ?? times()).toBe(2 * attempt);
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(6_000);
  }
  await outlet[Symbol.asyncDispose]();
  expect(bot.warned).toEqual([]);
});

it('one that was loaded anew meanwhile does not count as showing it: its device is turned on again', async () => {
  const { outlet, turned } = aDoubtfulOutlet((time) => time !== 2);
  await expect.poll(() => outlet.keep(nothing) ?? turned).toEqual(['camera on', 'camera on']);
  for (let passes = 0; passes < 5; passes += 1) {
    outlet.keep(nothing);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await outlet[Symbol.asyncDispose]();
  expect(turned).toEqual(['camera on', 'camera on']);
});

it('one that has loaded itself anew is given all once more, though nothing is to be sent to it', async () => {
  const { outlet, sent, turned } = anOutlet({
    picture,
    openAudioSocket: () => ({
      ...{ isOpen: true, mayBeHeard: false, voices_rate: undefined, letSpeak: () => undefined },
      ...{ hear: () => undefined, hearVoice: () => undefined, lackVoices: () => undefined },
      [Symbol.dispose]: () => undefined,
    }),
  });
  const done = () => [sent('listen'), sent('picture'), turned.length];
  await expect.poll(() => outlet.keep(nothing) ?? done()).toEqual([1, 1, 1]);
  outlet.restart();
  await expect.poll(() => outlet.keep(nothing) ?? done()).toEqual([2, 2, 2]);
  for (let passes = 0; passes < 5; passes += 1) {
    outlet.keep(nothing);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await outlet[Symbol.asyncDispose]();
  expect(done()).toEqual([2, 2, 2]);
  expect(turned).toEqual(['camera on', 'camera on']);
});
