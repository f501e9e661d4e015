import { createHearing, type Sound } from './hearing.ts';
import { look, type Sight } from './sight.ts';

/** What one person sees and hears of another; null for what is switched off or did not come. */
export interface Perception {
  readonly timestamp_ms: number;
  readonly camera: Sight | null;
  readonly screen: Sight | null;
  readonly sound: Sound | null;
  /** What the other has written, as far as it is for this one to read. */
  readonly messages: string[];
}

const trackIn = (selector: string, kind: string): MediaStreamTrack | undefined => {
  const source = document.querySelector<HTMLVideoElement>(selector)?.srcObject;
  return source instanceof MediaStream ? source.getTracks().find((track) => track.kind === kind) : undefined;
};

const messagesOf = (name: string): string[] =>
  [...document.querySelectorAll(`#chat-messages [data-sender-name=${JSON.stringify(name)}] .chat-text`)].map(
    ({ textContent }) => textContent ?? '',
  );

/** Whoever switches it off meanwhile is not waited for. */
const lookAt = async (selector: string): Promise<Sight | null> => {
  const track = trackIn(selector, 'video');
  return track ? look(track, () => trackIn(selector, 'video') === track) : null;
};

/** Eyes and ears for whoever is in the meeting, by name. Pictures are sent for only while somebody looks. */
export const createSenses = () => {
  const hearing = createHearing();

  const wantVideo = (): void => {
    document.querySelector<HTMLElement>('#incoming-video[aria-pressed="false"]')?.click();
  };

  return {
    perceive: async (of: string, for_ms: number): Promise<Perception> => {
      wantVideo();
      const tile = `#tiles [data-participant-name=${JSON.stringify(of)}]`;
      const voice = trackIn(`${tile} video`, 'audio');
      const [camera, screen, sound] = await Promise.all([
        lookAt(`${tile}[data-camera="on"] video`),
        lookAt(`#screens [data-owner-name=${JSON.stringify(of)}] video`),
        voice ? hearing.listen(voice, for_ms) : null,
      ]);
      return { timestamp_ms: Date.now(), camera, screen, sound, messages: messagesOf(of) };
    },
  };
};
