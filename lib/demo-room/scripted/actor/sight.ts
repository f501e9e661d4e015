/** A picture as somebody would describe it. Colours are written #rrggbb. */
export interface Sight {
  readonly width: number;
  readonly height: number;
  readonly average: string;
  /** The average colours of nine regions, three to a row. */
  readonly regions: string[];
  /** The most frequent colours, roughly, with the part of the picture that each covers. */
  readonly dominant: { colour: string; part: number }[];
}

const width = 96;
const height = 54;
const frameWithinMs = 5_000;
const stillShownEveryMs = 100;
const dominant = 4;
const shades = 8;

type Rgb = [red: number, green: number, blue: number];

const hex = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

const averageOf = (pixels: Rgb[]): Rgb => {
  const sum: Rgb = [0, 0, 0];
  for (const pixel of pixels) for (const channel of [0, 1, 2] as const) sum[channel] += pixel[channel];
  return sum.map((value) => value / Math.max(1, pixels.length)) as Rgb;
};

const dominantOf = (pixels: Rgb[]): Sight['dominant'] => {
  const groups = Map.groupBy(pixels, (pixel) => pixel.map((value) => Math.floor((value * shades) / 256)).join());
  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, dominant)
    .map((group) => ({ colour: hex(averageOf(group)), part: group.length / pixels.length }));
};

const describe = (frame: VideoFrame): Sight => {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser cannot draw');
  context.drawImage(frame, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = Array.from({ length: width * height }, (_, at): Rgb => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    return [red, green, blue];
  });
  const regionOf = (at: number): number =>
    Math.floor((Math.floor(at / width) * 3) / height) * 3 + Math.floor(((at % width) * 3) / width);
  const regions = Array.from({ length: 9 }, (_, region) => pixels.filter((_, at) => regionOf(at) === region));
  return {
    width: frame.displayWidth,
    height: frame.displayHeight,
    average: hex(averageOf(pixels)),
    regions: regions.map((region) => hex(averageOf(region))),
    dominant: dominantOf(pixels),
  };
};

/** The next picture of a video track; none when no picture comes for seconds, or it is not shown any more before that. */
export const look = async (track: MediaStreamTrack, isShown: () => boolean): Promise<Sight | null> => {
  const own = track.clone() as MediaStreamVideoTrack;
  const reader = new MediaStreamTrackProcessor({ track: own }).readable.getReader();
  const late_ms = performance.now() + frameWithinMs;
  const timer = setInterval(() => {
    if (performance.now() > late_ms || !isShown()) void reader.cancel();
  }, stillShownEveryMs);
  try {
    const { value: frame } = await reader.read();
    if (!frame) return null;
    try {
      return describe(frame);
    } finally {
      frame.close();
    }
  } finally {
    clearInterval(timer);
    await reader.cancel();
    own.stop();
  }
};
