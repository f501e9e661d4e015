/**
 * Which of the bot's devices are on in the meeting, by the client's bar. What the client turns on by itself on the way in, or a
 * moment later, is turned off where nobody has asked for it: the form has it off, but a client may not keep to that.
 */
import type { StageDevice } from '../../../../meeting/stage.ts';
import type { DeviceState } from '../../handle.ts';
import { deviceLabels, type LabelName, labels, selectors } from '../../selectors.ts';
import { called } from './dom.ts';

/** No client shares a screen by itself. */
const turnedOnByItself = ['camera', 'microphone'] as const satisfies readonly StageDevice[];

/** From when the client offers a device: by then it has done with it what it does by itself. */
const settledAfterMs = 15_000;
/** A client that is busy may lose some, and shows what a press has done a moment later. */
const mostPresses = 3;
const pressEveryMs = 2_000;

/** A device that the client may still turn on by itself. */
interface Unsettled {
  readonly since_ms: number;
  presses: number;
  pressed_ms: number;
}

export interface Devices {
  stateOf(device: StageDevice): DeviceState;
  /** Whether the bot is to be seen or heard by it from now on. */
  want(device: StageDevice, on: boolean): void;
  /** At each look in the meeting. */
  look(): void;
  /** The bot is not in, and comes in anew. */
  forget(): void;
}

export const createDevices = (root: () => ParentNode, now: () => number = () => performance.now()): Devices => {
  const wanted = new Set<StageDevice>();
  const unsettled = new Map<StageDevice, Unsettled>();
  const settled = new Set<StageDevice>();
  const find = (where: string, label: LabelName): HTMLElement | undefined => called(root(), where, labels[label]);

  const stateOf = (device: StageDevice): DeviceState => {
    const { on, off } = deviceLabels[device];
    // Whoever shares is told so in a bar of its own.
    const isOn = find(selectors.footerButton, on) ?? (device === 'screen' ? find(selectors.button, on) : undefined);
    if (isOn) return 'on';
    return find(selectors.footerButton, off) ? 'off' : 'none';
  };

  const seeTo = (device: StageDevice): void => {
    const state = stateOf(device);
    if (state === 'none') return;
    const now_ms = now();
    const known = unsettled.get(device) ?? { since_ms: now_ms, presses: 0, pressed_ms: Number.NEGATIVE_INFINITY };
    unsettled.set(device, known);
    const isTurnedOff = state === 'off' && known.presses > 0;
    if (isTurnedOff || known.presses === mostPresses || now_ms - known.since_ms > settledAfterMs) settled.add(device);
    else if (state === 'on' && !wanted.has(device) && now_ms - known.pressed_ms >= pressEveryMs) {
      Object.assign(known, { presses: known.presses + 1, pressed_ms: now_ms });
      find(selectors.footerButton, deviceLabels[device].on)?.click();
    }
  };

  return {
    stateOf,
    want(device, on) {
      if (on) wanted.add(device);
      else wanted.delete(device);
      // Whoever says so presses it: a second press would undo that.
      settled.add(device);
    },
    look() {
      for (const device of turnedOnByItself) if (!settled.has(device)) seeTo(device);
    },
    forget() {
      unsettled.clear();
      settled.clear();
    },
  };
};
