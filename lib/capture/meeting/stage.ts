/** Where a bot is seen and heard by the others in a meeting. */
import type { OutletCommand, OutletMessage } from '../programs/protocol/outlet.ts';

export const stageDevices = ['camera', 'microphone', 'screen'] as const;
export type StageDevice = (typeof stageDevices)[number];

export interface Stage {
  /** Gets ready to show something in the meeting as it is loaded now; nothing happens when it is. */
  start(): Promise<void>;
  /** Answers false when a meeting that was loaded anew knows nothing of what was before. Commands arrive in order. */
  send(command: OutletCommand): Promise<boolean>;
  /** Hears what comes back; only the last listener does. */
  onMessage(listener: (message: OutletMessage) => void): void;
  /**
   * Has the meeting use the bot's device, or not. Safe to repeat; rejects when it finds no such device, and with a
   * NotAllowedError where the meeting does not let the bot. Whoever turned it off before has no say in it any more.
   */
  turn(device: StageDevice, on: boolean): Promise<void>;
}
