import { describe, expect, it } from 'vitest';
import type { ArrangedTile } from '../../../../../../lib/capture/programs/media-worker/views/choosing/arrangement.ts';
import {
  camerasFor,
  createWantedCameras,
} from '../../../../../../lib/capture/programs/media-worker/views/choosing/wanted-cameras.ts';
import type { CameraSizes } from '../../../../../../lib/capture/programs/protocol/people.ts';

const aTile = (participant_id: string | undefined, height: number, is_main = false): ArrangedTile => ({
  key: `camera ${participant_id}`,
  participant_id,
  rect: { x: 0, y: 0, width: (height * 16) / 9, height },
  is_main,
  track: undefined,
  label: undefined,
  emblem: { text: '', font_px: 10 },
});
const silence = { speaking: new Set<string>(), recent: [], isSpeakerLarge: true };

describe('the cameras for an arrangement', () => {
  it('are large where its tiles are', () => {
    const tiles = [aTile('ada', 720, true), aTile('ben', 144), aTile(undefined, 144)];
    expect(camerasFor(tiles, silence)).toEqual({ large: new Set(['ada']), small: new Set(['ben']) });
  });

  it('are also those of the last three who spoke', () => {
    const talk = { speaking: new Set<string>(), recent: ['ben', 'cem', 'dee', 'eve'], isSpeakerLarge: true };
    expect(camerasFor([aTile('ada', 720, true)], talk).small).toEqual(new Set(['ben', 'cem', 'dee']));
  });

  it('are also those of who speaks, large if they may come to be', () => {
    const talk = { speaking: new Set(['ben']), recent: [], isSpeakerLarge: true };
    expect(camerasFor([aTile('ada', 720, true)], talk).large).toEqual(new Set(['ada', 'ben']));
    const equal = { ...talk, isSpeakerLarge: false };
    expect(camerasFor([aTile('ada', 180)], equal)).toEqual({ large: new Set(), small: new Set(['ada', 'ben']) });
  });
});

interface Wish {
  readonly large?: readonly string[];
  readonly small?: readonly string[];
  /** Who is known by then. */
  readonly known?: readonly string[];
}

/** What is told when, as `[at_ms, sizes]`, given what is wanted from when on. */
const told = (wishes: readonly (readonly [from_ms: number, wish: Wish])[]) => {
  const changes: [number, CameraSizes][] = [];
  let now_ms = 0;
  const cameras = createWantedCameras((sizes) => changes.push([now_ms, sizes]));
  for (; now_ms <= 80_000; now_ms += 50) {
    const { large, small, known } = wishes.findLast(([from_ms]) => from_ms <= now_ms)?.[1] ?? {};
    cameras.want({ large: new Set(large), small: new Set(small) }, known ?? ['ada', 'ben'], now_ms);
  }
  return changes;
};

describe('wanted cameras', () => {
  it('are told once, at the larger size', () => {
    expect(told([[0, { large: ['ada'], small: ['ada', 'ben'] }]])).toEqual([[0, { ada: 'large', ben: 'small' }]]);
  });

  it("are nobody's where nobody is shown, which is told as well", () => {
    expect(told([[0, {}]])).toEqual([[0, { ada: 'none', ben: 'none' }]]);
  });

  it('of which nothing is known yet are not spoken of: who comes sends pictures until it is known that nobody sees them', () => {
    expect(
      told([
        [0, { known: [] }],
        [1_000, { known: ['ada'], large: ['ada'] }],
        [2_000, { known: ['ada', 'ben'], large: ['ada'], small: ['ben'] }],
        [3_000, { known: ['ada', 'ben', 'cy'], large: ['ada'], small: ['ben'] }],
      ]),
    ).toEqual([
      [0, {}],
      [1_000, { ada: 'large' }],
      [2_000, { ada: 'large', ben: 'small' }],
      [3_000, { ada: 'large', ben: 'small', cy: 'none' }],
    ]);
  });

  it('become more at once, smaller after ten seconds and fewer after a minute', () => {
    expect(
      told([
        [0, { large: ['ada'] }],
        [5_000, { large: ['ben'] }],
      ]),
    ).toEqual([
      [0, { ada: 'large', ben: 'none' }],
      [5_000, { ada: 'large', ben: 'large' }],
      [14_950, { ada: 'small', ben: 'large' }],
      [64_950, { ada: 'none', ben: 'large' }],
    ]);
  });

  it('stay as they are while somebody speaks now and then', () => {
    const wishes = Array.from({ length: 10 }, (_, index) => index * 8_000).flatMap((at_ms) => [
      [at_ms, { large: ['ada', 'ben'] }] as const,
      [at_ms + 500, { large: ['ada'] }] as const,
    ]);
    expect(told(wishes)).toEqual([[0, { ada: 'large', ben: 'large' }]]);
  });
});
