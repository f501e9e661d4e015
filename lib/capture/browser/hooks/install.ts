/** Puts the hooks into a page and the agent where Node finds it. Runs in the page, before the page's scripts. */

import type { ListenOptions } from '../../listening/listener.ts';
import { createPageOutlet } from '../../outlet/page/outlet.ts';
import type { OutletCommand } from '../../outlet/protocol.ts';
import type { PageMessage, RecordingOptions, WorkerMessage } from '../../recorder/page/protocol.ts';
import { createPageRecorder } from '../../recorder/page/recorder.ts';
import type { CameraSizes } from '../../recorder/views/wanted-cameras.ts';
import { createDevices } from './devices.ts';
import { createHearing } from './hearing.ts';
import { createMediaWorker } from './media-worker.ts';
import { watchPeerConnections } from './peer-connections.ts';
import { createRemoteVideo, type ShownPerson } from './remote-video.ts';
import { createRemoteVoices } from './remote-voices.ts';
import { hideVideos } from './unseen-page.ts';

/** The names that Node chose for this page; nobody can guess them. */
export interface HookNames {
  /** The global that holds the agent. */
  readonly agent: string;
  /** The function through which recordings, and wishes of the page, reach Node. */
  readonly binding: string;
  /** The function through which what the bot shows and says reaches Node. */
  readonly outlet: string;
}

/** Whose a media track is, and what of theirs it carries. */
export interface TrackOwner {
  readonly participant_id: string;
  readonly kind: 'voice' | 'camera' | 'screen';
}

/** What a platform knows about its page. */
export interface PlatformPage {
  /** What the page shows now, in the shape of `MeetingView` without what is heard. */
  read(): { readonly participants: readonly ShownPerson[] };
  /** Whose a media track is, while the page shows it; pages use one track for what several shares of a screen show. */
  ownerOf(track: MediaStreamTrack): TrackOwner | undefined;
  /**
   * Has the platform send the pictures of these people's cameras, of about this size, and of nobody else's, as far as it
   * can. Shared screens are not concerned. Safe to repeat. Absent where a platform cannot.
   */
  wantCameras?(sizes: CameraSizes): void;
}

/** What Node can ask of a page with hooks. */
export interface PageAgent {
  read(): object;
  /** Gives the media worker's script, after a `worker_wanted`. */
  provideWorker(script: string): void;
  listen(options: ListenOptions): Promise<void>;
  armRecording(options: RecordingOptions): Promise<void>;
  beginRecording(take: string): boolean;
  stopRecording(): boolean;
  /** Starts the worker that makes what the bot shows and says. */
  startOutlet(script: string): void;
  /** Answers false when that worker is not there. */
  outlet(command: OutletCommand): boolean;
}

type Binding = (payload: string) => void;

export const installHooks = (names: HookNames, platform: PlatformPage): void => {
  const devices = createDevices();
  // Frames inside the page are not the meeting, and find no devices.
  if (globalThis.top !== globalThis.self) return;
  const globals = globalThis as unknown as Record<string, PageAgent | Binding | undefined>;
  const binding = globals[names.binding] as Binding | undefined;
  const send = (message: PageMessage): void => binding?.(JSON.stringify(message));
  const worker = createMediaWorker(
    () => send({ type: 'worker_wanted' }),
    (message) => hear(message),
    (reason) => {
      voices.giveAgain();
      video.tellAgain();
      hearing.askAgain();
      recorder.fail(`the media worker failed: ${reason}`);
    },
  );
  const outletBinding = globals[names.outlet] as Binding | undefined;
  const outlet = createPageOutlet(devices, (message) => outletBinding?.(JSON.stringify(message)));
  const recorder = createPageRecorder(worker, send, devices.captureTab);
  const hearing = createHearing(worker);
  const voices = createRemoteVoices(worker, (track) => platform.ownerOf(track));
  const video = createRemoteVideo(worker, platform);
  const hear = (message: WorkerMessage): void => {
    if (message.type === 'heard') hearing.hear(message);
    else if (message.type === 'listening') hearing.listening();
    else if (message.type === 'piece') send({ ...message, sample_rate: 16_000 });
    else if (message.type === 'watch') video.give(message.tracks);
    else if (message.type === 'cameras') video.want(message.sizes);
    else if (message.type === 'pace') recorder.pace(message.fps);
    else recorder.hear(message);
  };
  watchPeerConnections((track, receiver) => {
    voices.add(track, receiver);
    video.add(track, receiver);
    outlet.hear(track);
  });
  const agent: PageAgent = {
    read: () => {
      const shown = platform.read();
      video.look(shown.participants);
      return { ...shown, ...hearing.take() };
    },
    provideWorker: (script) => worker.provide(script),
    listen: (options) => hearing.listen(options),
    armRecording: async (options) => {
      if (options.pictures?.of !== 'page') hideVideos();
      if (options.pictures?.of === 'page') video.measure();
      else if (options.pictures) video.follow();
      await recorder.arm(options);
    },
    beginRecording: (take) => recorder.begin(take),
    stopRecording: () => recorder.stop(),
    startOutlet: (script) => outlet.start(script),
    outlet: (command) => outlet.take(command),
  };
  Object.defineProperty(globals, names.agent, { value: agent, enumerable: false });
};
