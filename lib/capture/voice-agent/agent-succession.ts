/** The voice agent of a bot, and the one that takes its place. */

import type { SessionLog } from '../meeting/log.ts';
import type { AgentBrowser, AgentWish } from './agents.ts';
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
  /** Where that is to be seen. */
  readonly as: AgentWish['as'] | undefined;
  /**
   * Says which page is wanted, and where, if any; to be repeated now and then. The agent that is seen stays where it is until the
   * next one can be.
   */
  keep(wish: AgentWish | undefined): void;
}

interface Placed {
  readonly agent: VoiceAgent;
  as: AgentWish['as'];
}

export const createAgentSuccession = (input: SuccessionInput): AgentSuccession => {
  const { log, open, close, onPicture, onSound, onChange } = input;
  let current: Placed | undefined;
  let successor: Placed | undefined;
  let patient_until_ms = 0;

  const succeed = (): void => {
    if (!successor) return;
    if (current) close(current.agent);
    current = successor;
    successor = undefined;
  };

  const openAgent = (url: string): VoiceAgent => {
    const made: VoiceAgent = createVoiceAgent({
      url,
      log,
      open,
      onPicture: (key, data) => made === current?.agent && onPicture(key, data),
      onSound: (pcm) => made === current?.agent && onSound(pcm),
      onChange() {
        if (made === successor?.agent && made.isLive) succeed();
        onChange();
      },
    });
    return made;
  };

  return {
    get agent() {
      return current?.agent;
    },
    get as() {
      return current?.as;
    },
    keep(wish) {
      if (!wish) {
        for (const one of [current, successor]) if (one) close(one.agent);
        current = successor = undefined;
        return;
      }
      const { url, as } = wish;
      if (url !== (successor ?? current)?.agent.url) {
        if (successor) close(successor.agent);
        successor = current?.agent.url === url ? undefined : { agent: openAgent(url), as };
        patient_until_ms = Date.now() + patienceMs;
      }
      const wanted = successor ?? current;
      if (wanted) wanted.as = as;
      // An agent that is not wanted any more is shown for a while only.
      if (!current?.agent.isLive || Date.now() > patient_until_ms) succeed();
    },
  };
};
