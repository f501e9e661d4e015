/** Bots that come to their meeting by its stream: app sessions. There is no browser, and nothing to show or say. */
import { withheldSoFar } from '../capture/session/attending/withheld.ts';
import { guardedSockets } from '../capture/streams/rtms/socket.ts';
import { type StreamOrders, streamMeetings } from '../capture/streams/stream-meeting.ts';
import { isAppSession } from '../domain/app-session/app-session.ts';
import type { BotOrders } from '../domain/bot/orders.ts';
import { streamServers } from '../process/environment/streams.ts';
import { clientAddresses, environment } from '../process/environment.ts';
import type { GetReady, Join } from './joining.ts';

/** Rejects for a bot that has no stream: it was given to the wrong worker. */
export const joinByStream: Join = async (bot, _, isRejoin) => {
  if (!isAppSession(bot)) throw new Error(`${bot.id} has no stream: its worker must have a browser`);
  const { stream, state } = bot;
  let orders: Pick<BotOrders, 'state' | 'stream'> = { state, stream };
  const { meeting_uuid, rtms_stream_id, signature = '' } = stream;
  const { meeting_closed_captions: captions } = bot.transcription_settings;
  /** The newest; those of a stream that is over are forgotten. */
  const servers = (): readonly string[] => {
    const { server_urls = [] } = orders.stream ?? {};
    return server_urls.length > 0 ? server_urls : stream.server_urls;
  };
  const known = (): StreamOrders => ({
    key: { meeting_uuid, rtms_stream_id, signature },
    servers: servers(),
    hasTranscript: captions !== undefined,
    language: captions?.platform_b_language,
    isOver: orders.state === 'leaving',
  });
  const open = guardedSockets(environment(clientAddresses, streamServers));
  return {
    meetings: streamMeetings({
      stream: known,
      open,
      streamed: isRejoin ? { withheld: withheldSoFar(bot) } : undefined,
    }),
    hear(heard) {
      orders = heard;
    },
  };
};

/** There is nothing to get ready: the program is read. */
export const readyByStream: GetReady = async () => ({
  join: joinByStream,
  [Symbol.asyncDispose]: async () => undefined,
});
