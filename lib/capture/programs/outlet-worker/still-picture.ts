/** A still picture for the camera, at one frame a second: enough for whoever comes later. */

const everyMs = 1_000;
const sizes = [
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
] as const;

/** The picture in the middle of a camera's frame, drawn once. */
const framed = async (png: Uint8Array<ArrayBuffer>): Promise<VideoFrame> => {
  using held = new DisposableStack();
  const bitmap = held.adopt(await createImageBitmap(new Blob([png], { type: 'image/png' })), (it) => it.close());
  const [small, large] = sizes;
  const { width, height } = bitmap.width > small.width || bitmap.height > small.height ? large : small;
  const scale = Math.min(width / bitmap.width, height / bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new Error('this browser cannot draw');
  const [w, h] = [bitmap.width * scale, bitmap.height * scale];
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
  return new VideoFrame(canvas, { timestamp: 0 });
};

/** `show` gets a frame of its own each time. */
export const createPicture = (show: (frame: VideoFrame) => void) => {
  let frame: VideoFrame | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const showOnce = (): void => {
    if (frame && timer !== undefined) show(frame.clone());
  };
  return {
    async load(png: Uint8Array<ArrayBuffer>): Promise<void> {
      const drawn = await framed(png);
      frame?.close();
      frame = drawn;
      showOnce();
    },
    run(on: boolean): void {
      if (on === (timer !== undefined)) return;
      clearInterval(timer);
      timer = on ? setInterval(showOnce, everyMs) : undefined;
      showOnce();
    },
  };
};
