/** What the bot's agent says: its page, and its server. Pure but for its memory. */
import { createJitterBuffer, mostThroughPages } from '../shared/jitter-buffer.ts';
import { blockSamples, type Samples } from '../shared/sound.ts';

const createPageSound = () => createJitterBuffer({ most_samples: mostThroughPages });
/** Node gives it 60 ms before it is due, 20 ms at a time. */
const createServerSound = () => createJitterBuffer({ most_samples: mostThroughPages, ahead_samples: 8 * blockSamples });

/** What is said while it cannot be heard is not heard later. */
export const createAgentVoice = () => {
  let isHeard = false;
  let pageSound = createPageSound();
  let serverSound = createServerSound();
  return {
    /** Whether it is heard from now on. */
    hear(on: boolean): void {
      if (isHeard && !on) {
        pageSound = createPageSound();
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
