/**
 * The media worker of a meeting's page, which lives as long as the page: all media is handled here, off the page's
 * thread. The entry point of a bundle of its own.
 */
import { createMeetingTracks } from '../views/meeting-tracks.ts';
import { createViewPictures } from '../views/view-pictures.ts';
import { createTabPictures, type PictureSource } from './picture-source.ts';
import type { WorkerCommand, WorkerMessage } from './protocol.ts';
import { createTake, type Take } from './take.ts';

declare global {
  interface Uint8Array {
    /** In Chromium since 140; not in TypeScript's library yet. */
    toBase64(): string;
  }
}

const say = (message: WorkerMessage): void => postMessage(message);

type Command<T extends WorkerCommand['type']> = Extract<WorkerCommand, { type: T }>;

const meeting = createMeetingTracks((tracks) => say({ type: 'watch', tracks }));
let take: Take | undefined;

const picturesFor = ({ options: { pictures, width, height }, tab }: Command<'arm'>): PictureSource => {
  if (pictures !== 'page') return createViewPictures({ view: pictures, width, height }, meeting);
  if (!tab) throw new Error('the page is to be recorded, and its pictures were not given');
  return createTabPictures(tab, (fps) => say({ type: 'pace', fps }));
};

const arm = (command: Command<'arm'>): void => {
  take?.abandon();
  const { options, audio } = command;
  take = createTake({ options, pictures: picturesFor(command), audio, say });
};

const hear = ({ changes }: Command<'speech'>): void => {
  for (const { participant_id, type, at_ms } of changes) {
    meeting.director.hear(participant_id, { type, at_ms: at_ms - performance.timeOrigin });
  }
};

addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => {
  if (data.type === 'arm') arm(data);
  if (data.type === 'meet') meeting.meet(data.people, data.tracks);
  if (data.type === 'speech') hear(data);
  if (data.type === 'pictures') meeting.receive(data.track, data.stream);
  if (data.type === 'begin') take?.begin();
  if (data.type === 'stop') {
    take?.stop().catch((error: unknown) => say({ type: 'failed', reason: String(error).slice(0, 500) }));
  }
});
