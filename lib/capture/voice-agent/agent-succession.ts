/** The voice agent of a bot, and the one that takes its place. */

import type { SessionLog } from '../meeting/log.ts';
import type { AgentBrowser } from './agents.ts';
import { createVoiceAgent, type VoiceAgent } from './voice-agent.ts';

// The agent before a new one is not shown for longer, also when the new one shows nothing by then.
const patienceMs = 5_000;

interface SuccessionInput {
  readonly log: SessionLog;
  readonly open: AgentBrowser['open'];
  /** Ends an agent that is not needed any more. */
  readonly close: (agent: VoiceAgent) => void;
  readonly onPicture: (key: boolean, data: string) => void;
  readonly onSound: (pcm: string) => void;
  /** Hears that there may be something else to be seen. */
  readonly onChange: () => void;
}

export interface AgentSuccession {
  /** The agent that is seen and heard, once it has something to show. */
  readonly agent: VoiceAgent | undefined;
  /**
   * Says which page is wanted, if any; to be repeated now and then. The agent that is seen stays until the next one can
   * be.
   */
  keep(url: string | undefined): void;
}

export const createAgentSuccession = (input: SuccessionInput): AgentSuccession => {
  const { log, open, close, onPicture, onSound, onChange } = input;
  let agent: VoiceAgent | undefined;
  let successor: VoiceAgent | undefined;
  let patient_until_ms = 0;

  const succeed = (): void => {
    if (!successor) return;
    if (agent) close(agent);
    agent = successor;
    successor = undefined;
  };

  const openAgent = (url: string): VoiceAgent => {
    const made: VoiceAgent = createVoiceAgent({
      url,
      log,
      open,
      onPicture: (key, data) => made === agent && onPicture(key, data),
      onSound: (pcm) => made === agent && onSound(pcm),
      onChange() {
        if (made === successor && made.isLive) succeed();
        onChange();
      },
    });
    return made;
  };

  return {
    get agent() {
      return agent;
    },
    keep(url) {
      if (url === undefined) {
        for (const one of [agent, successor]) if (one) close(one);
        agent = successor = undefined;
        return;
      }
      if (url !== (successor ?? agent)?.url) {
        if (successor) close(successor);
        successor = agent?.url === url ? undefined : openAgent(url);
        patient_until_ms = Date.now() + patienceMs;
      }
      // An agent that is not wanted any more is shown for a while only.
      if (!agent?.isLive || Date.now() > patient_until_ms) succeed();
    },
  };
};
