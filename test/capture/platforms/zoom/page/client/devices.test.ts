import { describe, expect, it } from 'vitest';
import { createDevices } from '../../../../../../lib/capture/platforms/zoom/page/client/devices.ts';
import { aBar, aClient } from '../client.ts';

const world = () => {
  let [client, now_ms] = [aClient(), 0];
  const pressed: string[] = [];
  const devices = createDevices(
    () => client,
    () => now_ms,
  );
  return {
    devices,
    pressed,
    goOn(ms: number) {
      now_ms += ms;
    },
    look(...buttons: readonly string[]) {
      client = aClient(aBar(...buttons));
      for (const button of client.querySelectorAll('button'))
        button.addEventListener('click', () => pressed.push(button.getAttribute('aria-label') ?? ''));
      devices.look();
    },
  };
};

describe("the bot's devices in Zoom's client", () => {
  it('are turned off where they are on when it comes in, and each time that it does', () => {
    const { devices, pressed, goOn, look } = world();
    look('mute my microphone', 'stop my video', 'Leave');
    expect(pressed).toEqual(['stop my video', 'mute my microphone']);
    look('unmute my microphone', 'start my video', 'Leave');
    goOn(5_000);
    // Somebody has turned them on since.
    look('mute my microphone', 'stop my video', 'Leave');
    expect(pressed).toHaveLength(2);
    devices.forget();
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed.slice(2)).toEqual(['mute my microphone']);
  });

  it('are seen to once the bar offers them, as that of sound may come later', () => {
    const { pressed, look } = world();
    look('Join Audio', 'start my video', 'Leave');
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual(['mute my microphone']);
  });

  it('are turned off also where the client turns them on a moment after it came in', () => {
    const { pressed, goOn, look } = world();
    look('unmute my microphone', 'start my video', 'Leave');
    goOn(3_000);
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual(['mute my microphone']);
  });

  it('are pressed again where a press was lost, three times at most, and not at once', () => {
    const { pressed, goOn, look } = world();
    const times: number[] = [];
    for (let looks = 0; looks < 20; looks += 1) {
      look('mute my microphone', 'start my video', 'Leave');
      times.push(pressed.length);
      goOn(1_000);
    }
    expect(times.slice(0, 8)).toEqual([1, 1, 2, 2, 3, 3, 3, 3]);
    expect(pressed).toHaveLength(3);
  });

  it('are left as they are once it has been there for a while', () => {
    const { pressed, goOn, look } = world();
    look('unmute my microphone', 'start my video', 'Leave');
    goOn(20_000);
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual([]);
  });

  it('are left to whoever wants them on or off from then on: two presses would undo each other', () => {
    const { devices, pressed, look } = world();
    look('unmute my microphone', 'start my video', 'Leave');
    devices.want('microphone', true);
    look('mute my microphone', 'start my video', 'Leave');
    devices.want('microphone', false);
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual([]);
  });

  it('stay on where that is wanted, also after the bot was put back', () => {
    const { devices, pressed, look } = world();
    devices.want('microphone', true);
    look('mute my microphone', 'start my video', 'Leave');
    devices.forget();
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual([]);
    devices.want('microphone', false);
    devices.forget();
    look('mute my microphone', 'start my video', 'Leave');
    expect(pressed).toEqual(['mute my microphone']);
  });
});
