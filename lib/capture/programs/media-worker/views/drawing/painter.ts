/** Draws names and initials, each once. */
import { BoundedMap } from '../../../../../process/bounded.ts';
import { even } from './geometry.ts';
import { type Mask, maskOf } from './mask.ts';
import { shortened } from './names.ts';

const family = 'system-ui, "Open Sans", "Noto Sans", sans-serif';
const mostKept = 200;
const labelGround = 'rgb(0 0 0 / 58%)';

type Pen = OffscreenCanvasRenderingContext2D;

const penOn = (width: number, height: number, font: string): Pen => {
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('names cannot be drawn here');
  Object.assign(pen, { font, fillStyle: '#fff', textBaseline: 'middle' });
  return pen;
};

const maskFrom = (pen: Pen): Mask => {
  const { width, height } = pen.canvas;
  return maskOf(pen.getImageData(0, 0, width, height).data, width, height);
};

const label = (text: string, font_px: number, room: number): Mask => {
  const font = `500 ${font_px}px ${family}`;
  const margin = Math.round(font_px * 0.6);
  const measure = penOn(2, 2, font);
  const shown = shortened(text, (part) => measure.measureText(part).width + 2 * margin <= room);
  const width = Math.min(even(room), even(measure.measureText(shown).width + 2 * margin + 1));
  const height = even(font_px * 1.8);
  const pen = penOn(Math.max(2, width), height, font);
  pen.fillStyle = labelGround;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#fff';
  pen.fillText(shown, margin, height * 0.53);
  return maskFrom(pen);
};

const emblem = (text: string, font_px: number): Mask => {
  const font = `500 ${font_px}px ${family}`;
  const width = even(penOn(2, 2, font).measureText(text).width + font_px * 0.2);
  const height = even(font_px * 1.3);
  const pen = penOn(Math.max(2, width), height, font);
  pen.textAlign = 'center';
  pen.fillText(text, width / 2, height * 0.53);
  return maskFrom(pen);
};

/** Everything is drawn once and kept while it is used now and then. */
export const createPainter = () => {
  const kept = new BoundedMap<string, Mask>(mostKept);
  const once = (key: string, draw: () => Mask): Mask => {
    const mask = kept.get(key) ?? draw();
    kept.set(key, mask);
    return mask;
  };
  return {
    /** White letters on translucent dark, no wider than `room`. */
    label: (text: string, font_px: number, room: number): Mask =>
      once(JSON.stringify(['label', text, font_px, room]), () => label(text, font_px, room)),
    /** Large white letters. */
    emblem: (text: string, font_px: number): Mask =>
      once(JSON.stringify(['emblem', text, font_px]), () => emblem(text, font_px)),
  };
};
