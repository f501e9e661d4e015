/**
 * Zoom's own part of its page: an AudioWorklet that plays what comes, and canvases. Runs in the page; a program's entry
 * point, after the common one.
 */
import type { StageHandle } from '../stage/protocol.ts';

type Told =
  | { readonly type: 'start'; readonly rate: number }
  | { readonly type: 'sound'; readonly base64: string }
  | { readonly type: 'stop' };

const { stage } = globalThis as unknown as { stage: StageHandle };
let player: { readonly context: AudioContext; readonly node: AudioWorkletNode } | undefined;
let played = 0;

const start = async (rate: number): Promise<void> => {
  const context = new AudioContext({ sampleRate: rate });
  await context.audioWorklet.addModule('/_player.js');
  const node = new AudioWorkletNode(context, 'player', { numberOfInputs: 0, outputChannelCount: [1] });
  node.connect(context.destination);
  player = { context, node };
};

const samplesOf = (base64: string): Float32Array => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768);
};

const play = (base64: string): void => {
  if (!player) return;
  const samples = samplesOf(base64);
  played += samples.length;
  player.node.port.postMessage(samples, [samples.buffer]);
};

stage.onTold((value) => {
  const told = value as Told;
  if (told.type === 'start') void start(told.rate).then(() => stage.tell({ type: 'started' }));
  else if (told.type === 'sound') play(told.base64);
  else {
    void player?.context.close();
    player = undefined;
  }
});

/** Something moves in each picture. */
const paint = (): void => {
  for (const canvas of document.body.querySelectorAll<HTMLCanvasElement>('canvas[data-colour]')) {
    const pen = canvas.getContext('2d');
    if (!pen) continue;
    pen.fillStyle = canvas.dataset.colour ?? '#202020';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = '#ffffff';
    pen.fillRect((Date.now() / 20) % canvas.width, canvas.height - 12, 8, 8);
  }
};
stage.onDrawn(paint);
setInterval(paint, 200);
setInterval(() => {
  if (played > 0) stage.tell({ type: 'played', samples: played });
}, 500);
