/** Frames of a video as a camera would give them. */
import type { VideoSample } from 'mediabunny';

const mostWidth = 1280;
const mostHeight = 720;

const even = (length: number): number => Math.max(2, 2 * Math.round(length / 2));

/**
 * Makes frames that meetings take: at most 720 lines and upright. Most videos are that already and are passed on as
 * they were decoded; the others are drawn anew.
 */
export const createFitting = () => {
  let canvas: OffscreenCanvas | undefined;

  const drawn = (sample: VideoSample, timestamp: number): VideoFrame => {
    const { displayWidth, displayHeight } = sample;
    const portrait = displayHeight > displayWidth;
    const [w, h] = portrait ? [mostHeight, mostWidth] : [mostWidth, mostHeight];
    const scale = Math.min(1, w / displayWidth, h / displayHeight);
    const [width, height] = [even(displayWidth * scale), even(displayHeight * scale)];
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d', { alpha: false });
    if (!pen) throw new Error('this browser cannot draw');
    sample.draw(pen, 0, 0, width, height);
    return new VideoFrame(canvas, { timestamp });
  };

  return (sample: VideoSample, timestamp: number): VideoFrame => {
    const { displayWidth, displayHeight, rotation, flip } = sample;
    const [long, short] = [Math.max(displayWidth, displayHeight), Math.min(displayWidth, displayHeight)];
    if (rotation !== 0 || flip || long > mostWidth || short > mostHeight) return drawn(sample, timestamp);
    const frame = sample.toVideoFrame();
    const stamped = new VideoFrame(frame, { timestamp });
    frame.close();
    return stamped;
  };
};
