/** What the bot shall show and say, by what it is asked and what is there: video over agent over picture. Pure. */
import type { BotOrders } from '../../../domain/bot/orders.ts';
import type { OutputVideo } from '../../../domain/bot/output-video.ts';
import type { Shown } from '../../programs/protocol/outlet.ts';
import type { AgentWish } from '../../voice-agent/agents.ts';

export type Asked = Pick<BotOrders, 'voice_agent_settings' | 'output_video'>;

/** An empty address switches an agent off. */
export const agentWish = ({ voice_agent_settings }: Asked): AgentWish | undefined => {
  const { url, screenshare_url } = voice_agent_settings ?? {};
  if (url) return { url, as: 'camera' };
  return screenshare_url ? { url: screenshare_url, as: 'screen' } : undefined;
};

/** Whether a video is to be played. One that does not loop is not played again by who comes after a lost worker. */
export const mayPlay = ({ loop, started_at }: OutputVideo): boolean => loop || started_at === undefined;

export interface Present {
  readonly isVideoPlaying: boolean;
  /** Where the agent is to be seen, when there is something to be seen of it. */
  readonly agent: AgentWish['as'] | undefined;
  /** Whether a client's server is there to speak. */
  readonly hasServer: boolean;
  readonly hasPicture: boolean;
}

export const shownOf = ({ isVideoPlaying, agent, hasServer, hasPicture }: Present): Shown => {
  const still = hasPicture ? 'picture' : 'nothing';
  return {
    camera: isVideoPlaying ? 'video' : agent === 'camera' ? 'agent' : still,
    microphone: isVideoPlaying ? 'video' : agent || hasServer ? 'agent' : 'nothing',
    screen: agent === 'screen' ? 'agent' : 'nothing',
  };
};
