/** The least that a client of the protocol must do, by the pages; it keeps all that it is told. The product's own is elsewhere, and not used here. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod';
import type { ConfEvent } from '../conf/events.ts';
import { anApp } from '../conf/people.ts';
import { signatureOf } from './handshakes.ts';
import type { MediaParams } from './messages.ts';
import { eventTypes, mediaTypes, messageTypes, sampleRates, unaskedEvents } from './numbers.ts';

const Message = z.looseObject({ msg_type: z.int() });
export type Told = z.infer<typeof Message>;
const Answer = z.looseObject({
  status_code: z.int(),
  reason: z.string(),
  media_server: z.object({ server_urls: z.record(z.string(), z.string()) }).exactOptional(),
});
const Started = z.object({ meeting_uuid: z.string(), rtms_stream_id: z.string(), server_urls: z.string() });

export const streamOf = (event: ConfEvent): z.infer<typeof Started> =>
  Started.parse('object' in event.payload ? event.payload.object : event.payload);

/** One socket: answers keep-alives unless told not to. */
export const dial = async (url: string, options: { ca?: string; mute?: boolean } = {}) => {
  const socket = new WebSocket(url, options.ca ? { ca: options.ca } : {});
  const told: Told[] = [];
  const binary: boolean[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data, isBinary) => {
    const message = Message.parse(JSON.parse(data.toString()));
    binary.push(isBinary);
    if (message.msg_type === messageTypes.KEEP_ALIVE_REQ && !options.mute) {
      socket.send(JSON.stringify({ ...message, msg_type: messageTypes.KEEP_ALIVE_RESP }));
    }
    told.push(message);
    for (const wake of waiting.splice(0)) wake();
  });
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  socket.once('close', () => close());
  await once(socket, 'open');
  const say = (message: object): void => socket.send(JSON.stringify(message));
  return {
    told,
    binary,
    say,
    closed,
    isOpen: () => socket.readyState === socket.OPEN,
    of: (type: number) => told.filter(({ msg_type }) => msg_type === type),
    /** Waits until the server has read what was said. */
    async settled(): Promise<void> {
      socket.ping();
      await once(socket, 'pong');
    },
    /** Says something, and waits for the answer of a type. */
    async ask(message: object, type: number): Promise<z.infer<typeof Answer>> {
      say(message);
      for (;;) {
        const answer = told.findLast(({ msg_type }) => msg_type === type);
        if (answer) return Answer.parse(answer);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    end: () => socket.terminate(),
  };
};
export type Dialled = Awaited<ReturnType<typeof dial>>;

export interface ClientOptions {
  readonly ca?: string;
  readonly media_type?: number;
  readonly media_params?: MediaParams;
  readonly buffer_data?: boolean;
  readonly secret?: string;
}

/** The handshake of signaling. */
export const signalingShake = (event: ConfEvent, { buffer_data, secret }: ClientOptions = {}) => {
  const { meeting_uuid, rtms_stream_id } = streamOf(event);
  const app = anApp(secret === undefined ? {} : { client_secret: secret });
  return {
    msg_type: messageTypes.SIGNALING_HAND_SHAKE_REQ,
    protocol_version: 1,
    meeting_uuid,
    rtms_stream_id,
    sequence: 7,
    signature: signatureOf(app, { meeting_uuid, rtms_stream_id }),
    ...(buffer_data !== undefined && { buffer_data }),
  };
};
export const mediaShake = (
  event: ConfEvent,
  { media_type = mediaTypes.ALL, media_params, secret }: ClientOptions = {},
) => ({
  ...signalingShake(event, secret === undefined ? {} : { secret }),
  msg_type: messageTypes.DATA_HAND_SHAKE_REQ,
  media_type,
  payload_encryption: false,
  ...(media_params && { media_params }),
});

/** The sound of each speaker by itself, a tenth of a second at a time. */
export const separate = { audio: { data_opt: 2, sample_rate: sampleRates.SR_16K, send_rate: 100 } } as const;

/** Both sockets, shaken and ready, with all events subscribed to. */
export const connect = async (event: ConfEvent, options: ClientOptions = {}) => {
  const tls = options.ca === undefined ? {} : { ca: options.ca };
  const { server_urls, rtms_stream_id } = streamOf(event);
  const signaling = await dial(server_urls.split(',')[0] ?? '', tls);
  const { media_server } = await signaling.ask(signalingShake(event, options), messageTypes.SIGNALING_HAND_SHAKE_RESP);
  const subscribe = true;
  const asked = Object.values(eventTypes).filter((event_type) => !unaskedEvents.has(event_type));
  const events = asked.map((event_type) => ({ event_type, subscribe }));
  signaling.say({ msg_type: messageTypes.EVENT_SUBSCRIPTION, events });
  const url = media_server?.server_urls.all ?? '';
  /** A media connection, and the word that it is ready. */
  const openMedia = async (): Promise<Dialled> => {
    const media = await dial(url, tls);
    await media.ask(mediaShake(event, options), messageTypes.DATA_HAND_SHAKE_RESP);
    signaling.say({ msg_type: messageTypes.CLIENT_READY_ACK, rtms_stream_id });
    await signaling.settled();
    return media;
  };
  return { signaling, media: await openMedia(), openMedia };
};
