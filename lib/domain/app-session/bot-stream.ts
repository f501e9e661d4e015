import type { StreamNotice } from './stream.ts';

/** A session's stream, as its record has it. */
export interface BotStream extends StreamNotice {
  /** Opens this stream and nothing else; gone, as its servers are, once the session is over, and where the project has no app. */
  readonly signature?: string;
  /** With whose secret it was made. */
  readonly conf_oauth_app_id: string | null;
}

/** A stream that nobody opens any more: where it was, and what opened it, is forgotten. */
export const closed = ({ signature: _, ...stream }: BotStream): BotStream => ({ ...stream, server_urls: [] });
