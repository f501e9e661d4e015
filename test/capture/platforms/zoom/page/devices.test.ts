import { describe, expect, it } from 'vitest';
import { createDevices } from '../../../../../lib/capture/platforms/zoom/page/devices.ts';
import { aBar, aClient } from './client.ts';

const world = () => {
  let client = aClient();
  const pressed: string[] = [];
  const devices = createDevices(() => client);
  return {
    devices,
    pressed,
    look(...buttons: readonly string[]) {
      client = aClient(aBar(...buttons));
      for (const button of client.querySelectorAll('button'))
        button.addEventListener('click', () => pressed.push(button.getAttribute('aria-label') ?? ''));
      devices.look();
    },
  };
};

describe("the bot's devices in Zoom's client", () => {
  it('are turned off once where they are on when it comes in, and each time that it does', () => {
    const { devices, pressed, look } = world();
    look('mute my microphone', 'stop my video', 'Leave');
    expect(pressed).toEqual(['stop my video', 'mute my microphone']);
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
