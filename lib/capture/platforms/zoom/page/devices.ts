/**
 * Which of the bot's devices are on in the meeting, by the client's bar. What the client turns on by itself on the way in is
 * turned off, once, where nobody has asked for it: the form has it off, but a client may not keep to that.
 */
import { type StageDevice, stageDevices } from '../../../meeting/stage.ts';
import type { DeviceState } from '../handle.ts';
import { type LabelName, labels, selectors } from '../selectors.ts';
import { called } from './dom.ts';

/** What is offered while a device is on, and while it is off. */
const offered: Record<StageDevice, { readonly on: LabelName; readonly off: LabelName }> = {
  camera: { on: 'cameraOff', off: 'cameraOn' },
  microphone: { on: 'microphoneOff', off: 'microphoneOn' },
  screen: { on: 'stopShare', off: 'share' },
};

export interface Devices {
  stateOf(device: StageDevice): DeviceState;
  /** Whether the bot is to be seen or heard by it from now on. */
  want(device: StageDevice, on: boolean): void;
  /** At each look in the meeting. */
  look(): void;
  /** The bot is not in, and comes in anew. */
  forget(): void;
}

export const createDevices = (root: () => ParentNode): Devices => {
  const wanted = new Set<StageDevice>();
  let unseen = new Set<StageDevice>(stageDevices);
  const find = (where: string, label: LabelName): HTMLElement | undefined => called(root(), where, labels[label]);

  const stateOf = (device: StageDevice): DeviceState => {
    const { on, off } = offered[device];
    // Whoever shares is told so in a bar of its own.
    const isOn = find(selectors.footerButton, on) ?? (device === 'screen' ? find(selectors.button, on) : undefined);
    if (isOn) return 'on';
    return find(selectors.footerButton, off) ? 'off' : 'none';
  };

  return {
    stateOf,
    want(device, on) {
      if (on) wanted.add(device);
      else wanted.delete(device);
    },
    look() {
      for (const device of unseen) {
        const state = stateOf(device);
        if (state === 'none') continue;
        unseen.delete(device);
        if (state === 'on' && !wanted.has(device)) find(selectors.footerButton, offered[device].on)?.click();
      }
    },
    forget() {
      unseen = new Set(stageDevices);
    },
  };
};
