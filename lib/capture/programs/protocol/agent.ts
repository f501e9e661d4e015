/** What Node, the voice agent's page and the worker in it say to each other. */
import * as z from 'zod';
import { Pcm } from './outlet.ts';

export interface AgentSize {
  readonly width: number;
  readonly height: number;
  readonly max_fps: number;
}

/** Node to page, as it is installed. */
export interface AgentHookOptions {
  /** The globals that hold the commands' way in and the messages' way out. */
  readonly agent: string;
  readonly binding: string;
  /** The worker's script. */
  readonly worker: string;
  readonly size: AgentSize;
}

/** Node to worker, by way of the page. */
export type AgentCommand =
  /** What the meeting sounds like, for the page's microphone. */
  | { readonly type: 'hear'; readonly pcm: string }
  /** The next picture shall need none before it. */
  | { readonly type: 'key' };

/** Page to worker. */
export type AgentInput =
  | AgentCommand
  | { readonly type: 'microphone'; readonly stream: WritableStream<AudioData> }
  | { readonly type: 'sound'; readonly id: number; readonly stream: ReadableStream<AudioData> }
  | { readonly type: 'volume'; readonly id: number; readonly gain: number }
  | { readonly type: 'pictures'; readonly size: AgentSize; readonly stream: ReadableStream<VideoFrame> };

/** Page to Node. Parsed in Node: this page belongs to a client. */
export const AgentMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('picture'), key: z.boolean(), data: z.base64().max(2 * 1024 * 1024) }),
  z.object({ type: z.literal('sound'), pcm: Pcm }),
  z.object({ type: z.literal('failed'), reason: z.string().transform((text) => text.slice(0, 500)) }),
]);
export type AgentMessage = z.infer<typeof AgentMessage>;
