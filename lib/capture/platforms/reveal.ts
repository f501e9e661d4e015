/** Bars that pages put away while no pointer moves. */
import { type Controls, comes } from './controls.ts';

/** Of a client that is the page itself. */
const anywhere = { x: 300, y: 300 };
const step = 20;
export const barWithinMs = 1_500;

/** Moves the pointer over the client: what it had put away, out of sight or out of the page, comes back. */
export const reveal = async ({ frame }: Pick<Controls, 'frame'>): Promise<void> => {
  const { mouse } = frame.page();
  const box = await (await frame.frameElement())?.boundingBox();
  const { x, y } = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : anywhere;
  await mouse.move(x, y);
  await mouse.move(x + step, y + step);
};

/** Has a bar come back that is out of the page: it is there at once, or a moment after. `hasOne`: whether there is one to come. */
export const revealBar = async (
  controls: Controls,
  bar: string,
  hasOne: () => Promise<boolean> = async () => true,
): Promise<void> => {
  await reveal(controls);
  if (await hasOne()) await comes(controls.appears(bar, barWithinMs, 'the bar of the meeting'));
};
