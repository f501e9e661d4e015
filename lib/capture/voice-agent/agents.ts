/** Where the voice agents of a bot live, as the session sees it. */
import type { AgentCommand, AgentMessage } from '../programs/protocol/agent.ts';

/** The agent that is asked for, and where it shall be seen. */
export interface AgentWish {
  readonly url: string;
  readonly as: 'camera' | 'screen';
}

export interface AgentPageOptions {
  readonly url: string;
  readonly onMessage: (message: AgentMessage) => void;
  /** The page is gone and does not come back by itself. */
  readonly onLost: (reason: string) => void;
  /** Hears what the page was not let to: the host and why. */
  readonly onRefused: (reason: string) => void;
}

export interface AgentPage extends AsyncDisposable {
  send(command: AgentCommand): void;
}

export interface AgentBrowser extends AsyncDisposable {
  /** Has the browser ready from now on, so that a page need not wait for it. Never fails, waits for nothing. */
  prepare(): void;
  /** Opens a page that knows nothing of those before it. */
  open(options: AgentPageOptions): Promise<AgentPage>;
}
