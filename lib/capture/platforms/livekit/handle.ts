/** By this handle in the page the adapter tells its program what it is about to do. */
import type { StageDevice } from '../../meeting/stage.ts';

export interface LiveKitHandle {
  /** The bot turns it on or off anew: that the server had muted it is over. */
  turns(device: StageDevice): void;
  /** Whether the server passes on what the bot writes. */
  mayWrite(): boolean;
}

/** By which it is found (../page/put-handle.ts). */
export const handleName = 'meeting-bots.livekit';
