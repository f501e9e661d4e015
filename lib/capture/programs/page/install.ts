/** Puts the hooks into a page and the agent where Node finds it. Runs in the page, before the page's scripts. */

import type { PageMessage, WorkerNews } from '../protocol/media.ts';
import type { HookNames, PageAgent } from '../protocol/page.ts';
import { createDevices } from '../shared/devices.ts';
import { isPageOrClient, passedOnToClient } from './client-frame.ts';
import { createHeardTracks } from './heard-tracks.ts';
import { createHearing } from './hearing.ts';
import { mediaFacts } from './media-facts.ts';
import { createMediaWorker } from './media-worker.ts';
import { createPageOutlet } from './outlet.ts';
import { createPageOutput } from './page-output.ts';
import { watchPeerConnections } from './peer-connections.ts';
import type { PlatformPage } from './platform-page.ts';
import { createReceivedTracks } from './received-tracks.ts';
import { createPageRecorder } from './recorder.ts';
import { createRemoteVideo } from './remote-video.ts';
import { createRemoteVoices } from './remote-voices.ts';
import { tapChannels } from './taps/channels.ts';
import { tapResponses } from './taps/responses.ts';
import { tapSockets } from './taps/sockets.ts';
import { tapWorkers } from './taps/workers.ts';
import { unpack } from './unpack.ts';
import { hideVideos, pictureVideos } from './unseen-page.ts';

const countEveryMs = 1_000;
const lookEveryMs = 100;

type Binding = (payload: string) => void;

export const installHooks = (names: HookNames, platform: PlatformPage): void => {
  const globals = globalThis as unknown as Record<string, PageAgent | Binding | undefined>;
  // A frame that is still empty keeps its globals when its first document comes.
  if (globals[names.agent]) return;
  const { clientFrame } = platform;
  const devices = createDevices(platform.findsSpeaker);
  // Other frames inside the page are not the meeting, and find no devices.
  if (!isPageOrClient(clientFrame)) return;
  const binding = globals[names.binding] as Binding | undefined;
  const send = (message: PageMessage): void => binding?.(JSON.stringify(message));
  const worker = createMediaWorker(
    () => send({ type: 'worker_wanted' }),
    (message) => hear(message),
    (reason) => {
      voices.giveAgain();
      video.tellAgain();
      hearing.replaced();
      recorder.fail(`the media worker failed: ${reason}`);
    },
  );
  const outletBinding = globals[names.outlet] as Binding | undefined;
  const outlet = createPageOutlet(devices, (message) => outletBinding?.(JSON.stringify(message)));
  const recorder = createPageRecorder(worker, send, devices.captureTab);
  const hearing = createHearing(worker);
  const voices = createRemoteVoices(worker, platform);
  const video = createRemoteVideo(worker, platform);
  const ownerOf: PlatformPage['ownerOf'] = (received) => platform.ownerOf(received);
  const lacksSound = (): boolean => platform.lacksSound?.() === true;
  const output = platform.soundComesBy && createPageOutput(devices.isOwn);
  const heard = createHeardTracks(platform, output, [voices, outlet]);
  const tracks = createReceivedTracks(ownerOf, [heard, video]);
  const hear = (message: WorkerNews): void => {
    if (message.type === 'heard') hearing.hear(message);
    else if (message.type === 'listening') hearing.listening();
    else if (message.type === 'piece' || message.type === 'live') send(message);
    else if (message.type === 'watch') video.give(message.tracks);
    else if (message.type === 'cameras') video.want(message.sizes);
    else if (message.type === 'pace') recorder.pace(message.fps);
    else if (message.type === 'reached') voices.reached(message.voices);
    else recorder.hear(message);
  };
  const { taps = {} } = platform;
  platform.whenEnded?.((wire) => send({ type: 'ended', wire: [...wire] }));
  watchPeerConnections({ onTrack: tracks.add, onChannel: taps.channels && tapChannels(taps.channels) });
  if (taps.sockets) tapSockets(taps.sockets, taps.socketMessagesPerSecond);
  if (taps.responses) tapResponses(taps.responses);
  if (taps.workers) tapWorkers(taps.workers);
  setInterval(tracks.look, countEveryMs);
  if (output || platform.repeats) setInterval(() => heard.look(tracks.used), lookEveryMs);
  if (platform.handsTracksOn) setInterval(video.lookAgain, lookEveryMs);
  const agent: PageAgent = {
    read: () => {
      const shown = platform.read();
      video.look(shown.participants);
      const media = mediaFacts(tracks.used, { ownerOf, lacksSound, voices, video, heard });
      return { ...shown, ...hearing.take(), media, loaded_ms: Math.floor(performance.timeOrigin) };
    },
    accept: (parts) => platform.accept?.(parts) === true,
    provideWorker: (packed) => worker.provide(unpack(packed)),
    listen: (options) => hearing.listen(options),
    armRecording: async (options) => {
      if (options.pictures?.of !== 'page') hideVideos();
      if (options.pictures?.of === 'page') video.measure();
      else if (options.pictures) video.follow();
      await recorder.arm(options);
    },
    beginRecording: (take) => recorder.begin(take),
    stopRecording: () => recorder.stop(),
    pictureVideos,
    startOutlet: (script) => outlet.start(script),
    outlet: (command) => outlet.obey(command),
  };
  const isPage = globalThis.top === globalThis.self;
  const value = isPage && clientFrame !== undefined ? passedOnToClient(agent, names.agent, clientFrame) : agent;
  Object.defineProperty(globals, names.agent, { value, enumerable: false });
};
