/**
 * The media worker of a meeting's page, which lives as long as the page: all media is handled here, off the page's
 * thread. The entry point of a bundle of its own.
 */
import { createTabPictures } from './picture-source.ts';
import type { WorkerCommand, WorkerMessage } from './protocol.ts';
import { createTake, type Take } from './take.ts';

declare global {
  interface Uint8Array {
    /** In Chromium since 140; not in TypeScript's library yet. */
    toBase64(): string;
  }
}

const say = (message: WorkerMessage): void => postMessage(message);

let take: Take | undefined;

const arm = ({ options, tab, audio }: Extract<WorkerCommand, { type: 'arm' }>): void => {
  take?.abandon();
  const pictures = createTabPictures(tab, (fps) => say({ type: 'pace', fps }));
  take = createTake({ options, pictures, audio, say });
};

addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => {
  if (data.type === 'arm') arm(data);
  if (data.type === 'begin') take?.begin();
  if (data.type === 'stop') {
    take?.stop().catch((error: unknown) => say({ type: 'failed', reason: String(error).slice(0, 500) }));
  }
});
