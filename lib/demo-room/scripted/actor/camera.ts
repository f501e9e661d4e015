export interface CameraSettings {
  readonly style: 'portrait' | 'waves' | 'off';
  readonly colour: string;
  readonly quality?: 'small' | 'plain' | 'high';
}

const width = 640;
const height = 360;
/** The size that a drawing is made for is multiplied. */
const qualities = {
  small: { scale: 0.5, framesPerSecond: 5 },
  plain: { scale: 1, framesPerSecond: 12 },
  high: { scale: 2, framesPerSecond: 25 },
} as const;

type Draw = (context: CanvasRenderingContext2D, seconds: number, loudness: number) => void;

const circle = (context: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void => {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
};

/** The wall behind somebody, painted once: it is most of the picture and never changes. */
const wallOf = (colour: string): OffscreenCanvas => {
  const wall = new OffscreenCanvas(width, height);
  const context = wall.getContext('2d', { alpha: false });
  const paint = context?.createLinearGradient(0, 0, width, height);
  if (!context || !paint) throw new Error('this browser cannot draw');
  paint.addColorStop(0, colour);
  paint.addColorStop(1, '#10161d');
  context.fillStyle = paint;
  context.fillRect(0, 0, width, height);
  return wall;
};

const drawEyes = (context: CanvasRenderingContext2D, x: number, y: number, seconds: number): void => {
  const isBlinking = seconds % 3.7 < 0.16;
  for (const side of [-24, 24]) {
    context.fillStyle = '#2b211d';
    context.beginPath();
    context.ellipse(x + side, y - 10, 6, isBlinking ? 1 : 7.5, 0, 0, 2 * Math.PI);
    context.fill();
  }
};

const skins = ['#f0c9a8', '#c68e63', '#8a5a3c', '#e8b48c'];
const hairs = ['#3a2c27', '#1d1a1c', '#7a4a2b', '#b98a4a'];

const looksOf = (name: string) => {
  const seed = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);
  const pick = (shift: number): number => (seed >>> shift) & 3;
  return { skin: skins[pick(3)] ?? '', hair: hairs[pick(9)] ?? '', hasLongHair: pick(15) >= 2 };
};

/** A friendly face that breathes, blinks, and opens its mouth as it speaks; everybody looks different. */
const portrait = (colour: string, name: string): Draw => {
  const { skin, hair, hasLongHair } = looksOf(name);
  const wall = wallOf(colour);
  return (context, seconds, loudness) => {
    context.drawImage(wall, 0, 0);
    const x = width / 2 + Math.sin(seconds * 0.7) * 7;
    const y = 158 + Math.sin(seconds * 1.6) * 3 - loudness * 5;
    context.fillStyle = hair;
    if (hasLongHair) context.fillRect(x - 84, y - 14, 168, 108);
    circle(context, x, y - 14, 84, hair);
    context.fillStyle = skin;
    context.fillRect(x - 22, y + 50, 44, 60);
    context.fillStyle = colour;
    context.beginPath();
    context.ellipse(width / 2, height + 44, 172, 138, 0, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = '#ffffff2e';
    context.fill();
    context.fillStyle = skin;
    circle(context, x, y + 4, 72, skin);
    context.fillStyle = hair;
    context.beginPath();
    context.ellipse(x, y - 58, 66, 30, 0, Math.PI, 2 * Math.PI);
    context.fill();
    drawEyes(context, x, y + 2, seconds);
    context.fillStyle = '#8c3b3b';
    context.beginPath();
    context.ellipse(x, y + 38, 19, 3 + loudness * 15, 0, 0, 2 * Math.PI);
    context.fill();
  };
};

/** Slow waves that rise with the voice. */
const waves = (colour: string): Draw => {
  const wall = wallOf(colour);
  return (context, seconds, loudness) => {
    context.drawImage(wall, 0, 0);
    for (const layer of [0, 1, 2]) {
      context.fillStyle = `rgb(255 255 255 / ${0.1 + layer * 0.06})`;
      context.beginPath();
      context.moveTo(0, height);
      for (let x = 0; x <= width; x += 20) {
        const height = 26 + loudness * 60;
        context.lineTo(x, 190 + layer * 46 + Math.sin(x / 90 + seconds * (0.7 + layer * 0.3) + layer) * height);
      }
      context.lineTo(width, height);
      context.fill();
    }
  };
};

const drawings = { portrait, waves };

/** A camera with a drawn picture, or none. */
export const createCamera = (
  name: string,
  { style, colour, quality = 'plain' }: CameraSettings,
  level: () => number,
) => {
  if (style === 'off') return undefined;
  const draw = drawings[style](colour, name);
  let stream: MediaStream | undefined;

  const start = (): MediaStream => {
    const canvas = document.createElement('canvas');
    const { scale, framesPerSecond } = qualities[quality];
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser cannot draw');
    context.scale(scale, scale);
    const made = canvas.captureStream(0);
    const [track] = made.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
    // An interval, because a tab in the background is given no animation frames.
    setInterval(() => {
      draw(context, performance.now() / 1000, Math.min(1, level() * 2.5));
      context.font = '600 18px system-ui, "Open Sans", sans-serif';
      context.fillStyle = '#ffffffe0';
      context.textAlign = 'center';
      context.fillText(name, width / 2, 300, 240);
      track?.requestFrame();
    }, 1000 / framesPerSecond);
    return made;
  };

  return {
    stream: (): MediaStream => {
      stream ??= start();
      return stream;
    },
  };
};
