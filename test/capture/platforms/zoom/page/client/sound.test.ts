import { describe, expect, it } from 'vitest';
import { createTending } from '../../../../../../lib/capture/platforms/zoom/page/client/tend.ts';
import { aClient, aTab } from '../client.ts';

describe('sound', () => {
  const aVoice = (name: string, state = '') =>
    `<div class="join-dialog"><div class="join-audio-by-voip"><button class="zm-btn join-audio-by-voip__join-btn" ${state}>${name}</button></div></div>`;
  const barOf = (label: string, state = '') =>
    `<footer id="wc-footer"><button class="join-audio-container__btn" aria-label="${label}" ${state}></button></footer>`;
  /** When what is pressed, in a client that shows this. */
  const asked = (shown: (now_ms: number) => string, until_ms: number) => {
    const pressed: [number, string][] = [];
    let now_ms = 0;
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    for (; now_ms < until_ms; now_ms += 1_000) {
      const page = aClient(shown(now_ms));
      for (const one of page.querySelectorAll('button'))
        one.addEventListener('click', () => pressed.push([now_ms / 1_000, one.ariaLabel ?? one.textContent]));
      tending.inside(page);
    }
    return pressed;
  };

  it('is asked for once the client can give it, however long that takes', () => {
    const late = (ready: string, waiting: string) => (now_ms: number) => (now_ms < 90_000 ? waiting : ready);
    const join = 'Join Audio by Computer';
    expect(asked(late(aVoice(join), barOf('join audio') + aVoice(join, 'disabled')), 91_000)).toEqual([[90, join]]);
    expect(asked(late(barOf('join audio'), barOf('join audio', 'aria-disabled="true"')), 91_000)).toEqual([
      [90, 'join audio'],
    ]);
  });

  it('is not ended by the button that asked for it', () => {
    expect(asked(() => barOf('mute my microphone') + aVoice('Leave Computer Audio'), 30_000)).toEqual([]);
  });

  it('is asked for once a minute where it was asked for six times in vain', () => {
    expect(asked(() => barOf('join audio'), 160_000).map(([second]) => second)).toEqual([
      0, 5, 10, 15, 20, 25, 85, 145,
    ]);
  });

  /** In which seconds it was known that sound is asked for in vain. */
  const lacking = (shown: (now_ms: number) => string, until_ms: number) => {
    let now_ms = 0;
    const lacked: number[] = [];
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    for (; now_ms < until_ms; now_ms += 1_000) {
      tending.inside(aClient(shown(now_ms)));
      if (tending.lacksSound) lacked.push(now_ms / 1_000);
    }
    return lacked;
  };

  it('is asked for in vain once it was asked for six times and the client still offers that', () => {
    const vain = (now_ms: number) => barOf(now_ms < 60_000 ? 'join audio' : 'mute my microphone');
    const seconds = lacking(vain, 90_000);
    expect([seconds[0], seconds.at(-1), seconds.length]).toEqual([26, 59, 34]);
    expect(lacking(() => barOf('audio'), 90_000)).toEqual([]);
    expect(lacking(() => barOf('join audio', 'aria-disabled="true"'), 90_000)).toEqual([]);
  });

  it('is asked for as often in another room by a bot that may not speak', () => {
    const rooms = (now_ms: number) => barOf(now_ms % 10_000 < 5_000 ? 'join audio' : 'audio');
    expect(asked(rooms, 100_000)).toHaveLength(10);
  });
});
