/** A frame of a recording as a picture. */
import { writeFile } from 'node:fs/promises';
import { withPlayer } from './player.ts';

/** Runs in a page: shows the frame at a moment and answers it as base64. */
const frameAt = async (url: string, at_s: number): Promise<string> => {
  const video = Object.assign(document.createElement('video'), { muted: true, src: url });
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(`the browser cannot play it: ${video.error?.message}`));
  });
  const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = Math.min(at_s, video.duration - 0.1);
  await seeked;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
};

/** Writes the frame that the recording shows at a moment as a PNG. */
export const takePicture = async (recording: string, at_s: number, picture: string): Promise<void> => {
  const base64 = await withPlayer(recording, (page, url) => page.evaluate(frameAt, url, at_s));
  await writeFile(picture, Buffer.from(base64, 'base64'));
};
