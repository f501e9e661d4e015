/** A platform's streams on this machine, and clients of ours, in a time that stands still until it is moved on. */
import { type Connection, connectToStream, type StreamEnd } from '../../../../lib/capture/streams/rtms/connection.ts';
import type { SoundForm, WantedPictures } from '../../../../lib/capture/streams/rtms/handshakes.ts';
import type { EventMessage, Media } from '../../../../lib/capture/streams/rtms/messages.ts';
import type { MediaKind } from '../../../../lib/capture/streams/rtms/numbers.ts';
import { guardedSockets, type OpenSocket, type SocketOptions } from '../../../../lib/capture/streams/rtms/socket.ts';
import { ConfRtms } from '../../../../lib/domain/app-session/stream.ts';
import type { ConfEvent } from '../../../facsimiles/conf/events.ts';
import { anApp } from '../../../facsimiles/conf/people.ts';
import { signatureOf } from '../../../facsimiles/rtms/handshakes.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { anRtms, type PlayedStream, type Rtms, type RtmsOptions } from '../../../facsimiles/rtms/rtms.ts';
import { type HeldTime, heldTime } from '../../../facsimiles/time.ts';
import { longestMs } from '../../until.ts';
import { watchedSockets } from './watched-sockets.ts';

/** What a client was told. */
export interface Told {
  readonly streaming: SoundForm[];
  /** What was wanted and is not given. */
  withheld: readonly MediaKind[];
  readonly paused: boolean[];
  readonly events: EventMessage[];
  readonly media: { readonly kind: MediaKind; readonly media: Media }[];
  readonly notes: { readonly message: string; readonly fields: unknown }[];
  unread: number;
  ends: StreamEnd[];
}

export interface ClientOptions extends SocketOptions {
  readonly signature?: string;
  readonly pictures?: WantedPictures;
  readonly hasTranscript?: boolean;
  readonly language?: string;
  readonly isRejoin?: boolean;
  readonly withheld?: readonly MediaKind[];
  readonly open?: OpenSocket;
  readonly onStreaming?: () => void;
}

export interface StreamWorld extends AsyncDisposable {
  readonly rtms: Rtms;
  readonly time: HeldTime;
  readonly stream: PlayedStream;
  /** The webhooks that the platform sent. */
  readonly webhooks: ConfEvent[];
  connect(options?: ClientOptions): Connection & { readonly told: Told };
  /** Lets so many seconds pass, a second at a time, and everybody react to each. */
  pass(seconds: number): Promise<void>;
  /** Lets time pass until something is so. */
  passUntil(is: () => boolean): Promise<void>;
}

export const noticeOf = (event: ConfEvent) => ConfRtms.parse(event);

export const aStreamWorld = async (quirks: RtmsQuirks = {}, more: RtmsOptions = {}): Promise<StreamWorld> => {
  const time = heldTime();
  const webhooks: ConfEvent[] = [];
  const rtms = await anRtms({ time, quirks, tell: (event) => void webhooks.push(event), ...more });
  const stream = rtms.startStream();
  const clients: Connection[] = [];
  const sockets = watchedSockets(rtms);
  const step = async (ms: number): Promise<void> => {
    time.advance(ms);
    await sockets.settled();
  };
  return {
    rtms,
    time,
    stream,
    webhooks,
    connect({
      signature,
      pictures = 'hd',
      hasTranscript = true,
      language,
      isRejoin = false,
      withheld = [],
      open,
      onStreaming,
      ...options
    } = {}) {
      const { server_urls, ...ids } = noticeOf(stream.started());
      const key = { ...ids, signature: signature ?? signatureOf(anApp(), ids) };
      const told: Told = {
        streaming: [],
        withheld: [],
        paused: [],
        events: [],
        media: [],
        notes: [],
        unread: 0,
        ends: [],
      };
      const connection = connectToStream(
        open ?? sockets.watch(guardedSockets({ allow_loopback: true, ...options })),
        time,
        { key, servers: server_urls, wanted: { pictures, hasTranscript, language }, isRejoin, withheld },
        {
          onStreaming(sound, lacking) {
            told.streaming.push(sound);
            told.withheld = lacking;
            onStreaming?.();
          },
          onInterrupted: () => undefined,
          onPaused: (isPaused) => void told.paused.push(isPaused),
          onEvent: (event) => void told.events.push(event),
          onMedia: (kind, media) => void told.media.push({ kind, media }),
          onUnread() {
            told.unread += 1;
          },
          onNote: (message, fields) => void told.notes.push({ message, fields }),
          onEnd: (end) => void told.ends.push(end),
        },
      );
      clients.push(connection);
      return Object.assign(connection, { told });
    },
    async pass(seconds) {
      for (let left_ms = seconds * 1000; left_ms > 0; left_ms -= 1000) await step(Math.min(left_ms, 1000));
    },
    async passUntil(is) {
      const end_ms = performance.now() + longestMs;
      while (!is()) {
        if (performance.now() > end_ms) throw new Error('waited in vain');
        await step(200);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client[Symbol.dispose]();
      await rtms[Symbol.asyncDispose]();
    },
  };
};
