/** Where a bot is seen and heard by the others in a meeting. */
import type { OutletCommand, OutletMessage } from '../programs/protocol/outlet.ts';

export type StageDevice = 'camera' | 'microphone' | 'screen';

export interface Stage {
  /** Gets ready to show something in the meeting as it is loaded now; nothing happens when it is. */
  start(): Promise<void>;
  /** Answers false when a meeting that was loaded anew knows nothing of what was before. Commands arrive in order. */
  send(command: OutletCommand): Promise<boolean>;
  /** Hears what comes back; only the last listener does. */
  onMessage(listener: (message: OutletMessage) => void): void;
  /** Has the meeting use the bot's device, or not. Safe to repeat; rejects when it finds no such device. */
  turn(device: StageDevice, on: boolean): Promise<void>;
}
