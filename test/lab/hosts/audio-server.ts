/** A client's server that hears a meeting over a WebSocket, and speaks in it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Something that was heard, and when it came here by this process's clock. */
export interface HeardChunk {
  readonly at_ms: number;
  readonly message: {
    readonly bot_id: string;
    readonly trigger: string;
    readonly data: Readonly<Record<string, unknown>> & { readonly timestamp_ms: number; readonly sample_rate: number };
  };
  readonly samples: Int16Array;
}

export const loudestOf = (samples: Int16Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** A tone at half the loudness that there is, as 16-bit PCM. */
export const aTone = (hertz: number, seconds: number, rate: number): Buffer =>
  Buffer.from(
    Int16Array.from({ length: Math.round(seconds * rate) }, (_, n) =>
      Math.round(16_000 * Math.sin((2 * Math.PI * hertz * n) / rate)),
    ).buffer,
  );

export interface AudioServer extends AsyncDisposable {
  readonly url: string;
  /** What everybody sounded like together. */
  readonly heard: readonly HeardChunk[];
  /** What single people sounded like. */
  readonly voices: readonly HeardChunk[];
  /** What it was told besides. */
  readonly notices: readonly unknown[];
  /** How often somebody has connected. */
  readonly connections: number;
  send(message: unknown): void;
  say(pcm: Buffer, sample_rate?: number): void;
  clear(): void;
  /** Breaks the connection. */
  cut(): void;
  /** Reads nothing any more, until it thaws. */
  freeze(): void;
  thaw(): void;
}

/** `isClosed`: it closes each connection as soon as it is there. */
export const anAudioServer = async ({ isClosed = false } = {}): Promise<AudioServer> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const heard: HeardChunk[] = [];
  const voices: HeardChunk[] = [];
  const notices: unknown[] = [];
  let connections = 0;
  let current: WebSocket | undefined;
  server.on('connection', (socket) => {
    connections += 1;
    current = socket;
    socket.on('error', () => undefined);
    if (isClosed) socket.close(4401);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.data.chunk === undefined) {
        notices.push(message);
        return;
      }
      const bytes = Buffer.from(message.data.chunk, 'base64');
      const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
      const chunks = message.trigger === 'realtime_audio.mixed' ? heard : voices;
      chunks.push({ at_ms: performance.now(), message, samples });
    });
  });
  const send = (message: unknown): void =>
    current?.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/meeting`,
    heard,
    voices,
    notices,
    get connections() {
      return connections;
    },
    send,
    say(pcm, sample_rate) {
      const data = { chunk: pcm.toString('base64'), ...(sample_rate !== undefined && { sample_rate }) };
      send({ trigger: 'realtime_audio.bot_output', data });
    },
    clear: () => send({ trigger: 'realtime_audio.clear' }),
    cut: () => current?.terminate(),
    freeze: () => current?.pause(),
    thaw: () => current?.resume(),
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
};
