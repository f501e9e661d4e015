/** A page of Google Meet whose connections close as soon as the bot is in, and that goes on looking like a meeting. */
import { expect, it } from 'vitest';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';

const inside = (open: number): PageFacts => ({
  address: 'https://meet.google.com/kvd-hmzp-wqa',
  title: 'Meet',
  status: 200,
  texts: [],
  shown: ['shell.toolbar', 'M27.controls', 'M27.self', 'M28.controls', 'M28.self', 'M28.other'],
  wire: [{ kind: 'meet.peer_connections', open }],
  is_whole: true,
});

/** What it is taken for, by how many connections are open at each moment. */
const takenFor = (open: Readonly<Record<number, number>>) => {
  let now_ms = 1_000_000;
  const recogniser = createRecogniser(
    googleMeet,
    () => undefined,
    () => now_ms,
  );
  recogniser.pressedJoin();
  return Object.entries(open).map(([seconds, count]) => {
    now_ms = 1_000_000 + 1_000 * Number(seconds);
    return recogniser.recognise(inside(count)).phase;
  });
};

it('stays lost when the time in which that happens is over', () => {
  expect(takenFor({ 1: 1, 2: 1, 3: 0, 5: 0, 7: 0, 30: 0 })).toEqual([
    ...['in_meeting', 'in_meeting'],
    ...['connecting', 'connecting', 'connecting', 'connecting'],
  ]);
});

it('is a meeting once it has a connection again, and does not die of losing one later', () => {
  const phases = takenFor({ 1: 1, 2: 1, 3: 0, 7: 0, 8: 1, 60: 0, 70: 0 });
  expect(phases.slice(2)).toEqual(['connecting', 'connecting', 'in_meeting', 'in_meeting', 'in_meeting']);
});
