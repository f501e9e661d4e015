import { type CameraSettings, createCamera } from './camera.ts';
import { createScreen, type ScreenName } from './screen.ts';
import { createSenses, type Perception } from './senses.ts';
import { createVoice } from './voice.ts';

export interface Actor {
  /** Speaks a clip; answers when its first sound is sent, and how long it lasts. */
  say(clip: string): Promise<{ start_ms: number; duration_ms: number }>;
  /** What the next share of the screen will show. */
  showOnScreen(screen: ScreenName): void;
  /** Looks at somebody, and listens to them for a while. */
  perceive(of: string, for_ms: number): Promise<Perception>;
}

declare global {
  interface Window {
    actorSettings: { name: string; camera: CameraSettings };
    actor: Actor;
  }
}

const { name, camera: cameraSettings } = window.actorSettings;
const voice = createVoice();
const camera = createCamera(name, cameraSettings, voice.level);

/** In place of a camera and a microphone, a scripted person brings a drawn picture and recorded speech. */
const getUserMedia = async ({ audio, video }: MediaStreamConstraints = {}): Promise<MediaStream> => {
  const tracks = [
    ...(audio ? voice.stream().getAudioTracks() : []),
    ...(video && camera ? camera.stream().getVideoTracks() : []),
  ];
  if (tracks.length === 0) throw new DOMException('Requested device not found', 'NotFoundError');
  return new MediaStream(tracks);
};

Object.defineProperty(MediaDevices.prototype, 'getUserMedia', { value: getUserMedia });
const screen = createScreen(name);
Object.defineProperty(MediaDevices.prototype, 'getDisplayMedia', { value: async () => screen.stream() });
window.actor = { say: voice.say, showOnScreen: screen.choose, perceive: createSenses().perceive };

// Nobody looks at this tab: what is not drawn costs nothing.
document.addEventListener('DOMContentLoaded', () => {
  document.body.style.display = 'none';
  // Who is invited to a breakout room goes there.
  new MutationObserver(() => {
    if (document.body.dataset.breakout === 'invited') document.getElementById('accept-breakout')?.click();
  }).observe(document.body, { attributeFilter: ['data-breakout'] });
});
