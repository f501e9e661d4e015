import type { DrawScreen } from './draw-screen.ts';
import { clockText, text } from './text.ts';

const figures = [
  { label: 'Sign-ups today', at: (seconds: number) => String(1_204 + Math.floor(seconds)) },
  { label: 'Meetings now', at: (seconds: number) => String(86 + Math.round(6 * Math.sin(seconds / 4))) },
  { label: 'Errors per hour', at: (seconds: number) => String(Math.floor(seconds / 20) % 4) },
];

/** A dashboard whose figures change. */
export const drawDashboard: DrawScreen = (context, seconds, owner) => {
  context.fillStyle = '#101820';
  context.fillRect(0, 0, 1280, 720);
  text(context, 'Usage, live', { x: 60, y: 84, size: 44, weight: 600, fill: '#f2f6f8' });
  text(context, clockText(seconds), { x: 1220, y: 84, size: 30, fill: '#9fb4c2', align: 'right' });
  for (const [index, { label, at }] of figures.entries()) {
    const x = 60 + index * 395;
    context.fillStyle = '#1c2833';
    context.fillRect(x, 120, 370, 170);
    text(context, label, { x: x + 28, y: 170, size: 26, fill: '#9fb4c2' });
    text(context, at(seconds), { x: x + 28, y: 252, size: 68, weight: 600, fill: '#7fd1ae' });
  }
  for (let bar = 0; bar < 24; bar += 1) {
    const height = 170 + 90 * Math.sin(bar / 3 + seconds / 6) + 50 * Math.sin(bar * 1.7 + seconds / 2);
    context.fillStyle = bar === 23 ? '#f0a04b' : '#3d7ea6';
    context.fillRect(60 + bar * 48.5, 640 - height, 36, height);
  }
  text(context, `Shared by ${owner}`, { x: 60, y: 690, size: 22, fill: '#9fb4c2' });
};
