/** What is said in a meeting, as sound. */

import type { AttributedSound, SpokenSound } from '../programs/protocol/speech.ts';

export type { AttributedSound, SpokenSound };

/**
 * Hands over what each person sounds like as it comes, within a tenth of a second or so. Of those who are silent nothing
 * comes.
 */
export interface VoiceFeed {
  /**
   * From now on, also after the meeting has been loaded anew, at a rate that divides 48,000 samples a second; only the last
   * listener hears.
   */
  start(sample_rate: number, listener: (sound: AttributedSound) => void): Promise<void>;
}

/** Hands over what is said, piece by piece, in order for each participant. */
export interface SpeechFeed {
  /** From now on, also after the meeting has been loaded anew; only the last listener hears. */
  start(listener: (sound: AttributedSound) => void): Promise<void>;
  /** What is being said is cut off here. All that was said before has been handed over when it resolves. */
  stop(): Promise<void>;
}
