/** What the bot's agent says: its page, and its server. Pure but for its memory. */
import { createJitterBuffer } from '../shared/jitter-buffer.ts';
import { blockSamples, type Samples } from '../shared/sound.ts';

/** Node gives it 60 ms before it is due, 20 ms at a time; a machine that was busy is behind by as long as it stood still, until a pause. */
const createServerSound = () =>
  createJitterBuffer({ most_samples: 40 * blockSamples, ahead_samples: 8 * blockSamples });

/** What is said while it cannot be heard is not heard later. */
export const createAgentVoice = () => {
  let isHeard = false;
  let pageSound = createJitterBuffer();
  let serverSound = createServerSound();
  return {
    /** Whether it is heard from now on. */
    hear(on: boolean): void {
      if (isHeard && !on) {
        pageSound = createJitterBuffer();
        serverSound = createServerSound();
      }
      isHeard = on;
    },
    pageSays(samples: Samples): void {
      if (isHeard) pageSound.push(samples);
    },
    serverSays(samples: Samples): void {
      if (isHeard) serverSound.push(samples);
    },
    /** Nothing of what the server has said is heard any more. */
    hush(): void {
      serverSound = createServerSound();
    },
    mixInto(into: Samples): void {
      pageSound.mixInto(into);
      serverSound.mixInto(into);
    },
  };
};
