/** Looks at a recording the way a person would: reads its head, then plays it and looks and listens. */
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import * as z from 'zod';
import { withPlayer } from './player.ts';

const Played = z.object({
  /** Mean brightness of the brightest of several frames, 0–255. */
  brightness: z.number(),
  /** How much the pixels of a frame differ at most, as a standard deviation: a flat picture has 0. */
  contrast: z.number(),
  /** Loudest tenth of a second, as root mean square of full scale. */
  loudness: z.number(),
});

export interface RecordingFacts extends z.infer<typeof Played> {
  readonly video_codec: string | null;
  readonly audio_codec: string | null;
  readonly width: number;
  readonly height: number;
  readonly duration_s: number;
}

/** Runs in a page: plays the file in steps and measures what is seen and heard. */
const play = async (url: string) => {
  const video = document.createElement('video');
  video.muted = true;
  video.src = url;
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(`the browser cannot play it: ${video.error?.message}`));
  });
  const canvas = new OffscreenCanvas(160, 90);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  let brightness = 0;
  let contrast = 0;
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = video.duration * part;
    await seeked;
    context.drawImage(video, 0, 0, 160, 90);
    const { data } = context.getImageData(0, 0, 160, 90);
    const greys = Array.from(
      { length: data.length / 4 },
      (_, i) => (data[i * 4] ?? 0) / 3 + (data[i * 4 + 1] ?? 0) / 3 + (data[i * 4 + 2] ?? 0) / 3,
    );
    const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
    const deviation = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length);
    brightness = Math.max(brightness, mean);
    contrast = Math.max(contrast, deviation);
  }
  const bytes = await (await fetch(url)).arrayBuffer();
  const audio = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
  const samples = audio.getChannelData(0);
  const step = audio.sampleRate / 10;
  let loudness = 0;
  for (let start = 0; start + step <= samples.length; start += step) {
    const piece = samples.subarray(start, start + step);
    loudness = Math.max(loudness, Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length));
  }
  return { brightness, contrast, loudness };
};

/** Reads and plays an MP4 in a real browser. @throws when it cannot be read or played */
export const inspectRecording = async (path: string): Promise<RecordingFacts> => {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const [video, audio, duration_s] = await Promise.all([
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
    input.computeDuration(),
  ]);
  const played = Played.parse(await withPlayer(path, (page, url) => page.evaluate(play, url)));
  return {
    ...played,
    video_codec: video?.codec ?? null,
    audio_codec: audio?.codec ?? null,
    width: video?.displayWidth ?? 0,
    height: video?.displayHeight ?? 0,
    duration_s,
  };
};
