import { describe, expect, it } from 'vitest';
import { createGaleneCameras, type Tile } from '../../../../../lib/capture/platforms/galene/page/cameras.ts';

const tileOf = (participant_id: string, kind: 'camera' | 'screen' = 'camera') => ({
  element: {},
  track: {},
  participant_id,
  kind,
});

describe('the cameras of a Galène group', () => {
  const [ana, ben, eve, screen] = [tileOf('ana'), tileOf('ben'), tileOf('eve'), tileOf('eve', 'screen')];
  const large = { width: 640, height: 480 };
  const small = { width: 320, height: 180 };

  it('are as large for the page as the bot would see them; of whom nothing is said, the page says it', () => {
    const cameras = createGaleneCameras(
      () => [ana, ben, eve],
      () => undefined,
    );
    cameras.want({ ana: 'large', ben: 'small' });
    expect([ana, ben, eve].map(({ element }) => cameras.sizeOf(element))).toEqual([large, small, undefined]);
  });

  it('that nobody sees are small, and shared screens are large', () => {
    const cameras = createGaleneCameras(
      () => [eve, screen],
      () => undefined,
    );
    cameras.want({ eve: 'none' });
    expect([eve, screen].map(({ element }) => cameras.sizeOf(element))).toEqual([small, large]);
  });

  it('are measured anew when that changes, and when somebody comes, and not before', () => {
    let tiles: Tile<object>[] = [ana];
    let measured = 0;
    const cameras = createGaleneCameras(
      () => tiles,
      () => {
        measured += 1;
      },
    );
    const wanted = { ana: 'small', ben: 'small' } as const;
    cameras.want(wanted);
    cameras.want(wanted);
    expect(measured).toBe(1);
    tiles = [ana, ben];
    cameras.want(wanted);
    cameras.want({ ...wanted, ben: 'large' });
    expect(measured).toBe(3);
  });

  it('that were small and whose stream was replaced are small until the page has seen so: only then it asks for more', () => {
    let tiles: Tile<object>[] = [ana];
    let measured = 0;
    const cameras = createGaleneCameras(
      () => tiles,
      () => {
        measured += 1;
      },
    );
    cameras.want({ ana: 'small' });
    cameras.sizeOf(ana.element);
    tiles = [{ ...ana, track: {} }];
    for (let looks = 0; looks < 3; looks += 1) cameras.want({ ana: 'large' });
    expect([measured, cameras.sizeOf(ana.element)]).toEqual([2, small]);
    cameras.want({ ana: 'large' });
    expect([measured, cameras.sizeOf(ana.element)]).toEqual([3, large]);
    // What was large goes on so.
    tiles = [{ ...ana, track: {} }];
    cameras.want({ ana: 'large' });
    expect(cameras.sizeOf(ana.element)).toEqual(large);
  });

  it('that were small and are wanted large are large at once where their stream is the same', () => {
    const cameras = createGaleneCameras(
      () => [ana],
      () => undefined,
    );
    cameras.want({ ana: 'small' });
    cameras.sizeOf(ana.element);
    cameras.want({ ana: 'large' });
    expect(cameras.sizeOf(ana.element)).toEqual(large);
  });
});
