/**
 * How a bot comes to what it captures: by a browser, which is loaded only then, or by its stream. What it may show and say
 * comes with the first.
 */

import { audioSocketOf } from '../capture/audio-socket/audio-socket.ts';
import type { SessionPorts } from '../capture/session/ports.ts';
import { guardedSockets } from '../capture/streams/rtms/socket.ts';
import { type StreamOrders, streamMeetings } from '../capture/streams/stream-meeting.ts';
import { type AppSession, isAppSession } from '../domain/app-session/app-session.ts';
import type { Bot } from '../domain/bot/bot.ts';
import type { BotOrders } from '../domain/bot/orders.ts';
import type { MediaStore } from '../ports/media-store.ts';
import { clientAddresses, environment, streamServers } from '../process/environment.ts';

/** What of a session depends on how its bot joins. */
export interface Joining extends Pick<SessionPorts, 'meetings' | 'outlet'> {
  /** Hears what the bot is asked to do, whenever that is heard of. */
  readonly hear: (orders: BotOrders) => void;
}

const byStream = ({ stream, state }: AppSession, isRejoin: boolean): Joining => {
  let orders: Pick<BotOrders, 'state' | 'stream'> = { state, stream };
  const { meeting_uuid, rtms_stream_id, signature = '' } = stream;
  const known = (): StreamOrders => ({
    key: { meeting_uuid, rtms_stream_id, signature },
    servers: orders.stream?.server_urls ?? stream.server_urls,
    isOver: orders.state === 'leaving',
  });
  const open = guardedSockets(environment(clientAddresses, streamServers));
  return {
    meetings: streamMeetings({ stream: known, open, isRejoin }),
    hear(heard) {
      orders = heard;
    },
  };
};

const byBrowser = async ({ id: bot_id, bot_image, websocket_settings }: Bot, media: MediaStore): Promise<Joining> => {
  const [{ openMeetings }, { createAgentBrowser }] = await Promise.all([
    import('./meetings.ts'),
    import('../capture/voice-agent/agent-browser.ts'),
  ]);
  const guard = environment(clientAddresses);
  return {
    meetings: openMeetings(),
    outlet: {
      guard,
      openAgents: () => createAgentBrowser(guard),
      ...(websocket_settings && {
        openAudioSocket: audioSocketOf({ settings: websocket_settings.audio, bot_id, guard }),
      }),
      // Read when it is needed.
      ...(bot_image !== undefined && { picture: () => media.get(bot_image) }),
    },
    hear: () => undefined,
  };
};

/** `isRejoin`: an earlier worker of the bot was in its meeting. */
export const joiningOf = async (bot: Bot, media: MediaStore, isRejoin: boolean): Promise<Joining> =>
  isAppSession(bot) ? byStream(bot, isRejoin) : byBrowser(bot, media);
