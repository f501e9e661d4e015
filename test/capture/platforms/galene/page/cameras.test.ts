import { describe, expect, it } from 'vitest';
import {
  createGaleneCameras,
  type ShownSize,
  type Tile,
} from '../../../../../lib/capture/platforms/galene/page/cameras.ts';

interface TestTile extends Tile<object> {
  readonly element: { readonly name: string };
  /** By which the page knows what it has asked for. */
  readonly stream: object;
}

const tileOf = (participant_id: string, kind: 'camera' | 'screen' = 'camera'): TestTile => ({
  element: { name: participant_id },
  track: {},
  stream: {},
  owner: { participant_id, kind },
});
const replaced = (tile: TestTile): TestTile => ({ ...tile, track: {}, stream: {} });
/** Turned off and on over the connection that there is. */
const back = (tile: TestTile): TestTile => ({ ...tile, track: {} });

const large = { width: 640, height: 480 };
const small = { width: 320, height: 180 };

/** Galène's page, which asks as its tiles are measured: for less of small ones, and again for all of those that grew. */
const aPage = (...shown: TestTile[]) => {
  let now_ms = 0;
  let isCalm = true;
  let tiles = shown;
  let prompts = 0;
  let size: ShownSize = large;
  const low = new WeakMap<object, boolean>();
  const asked: string[] = [];
  const cameras = createGaleneCameras<object>({
    tiles: () => tiles,
    tileOf: (element) => tiles.find((tile) => tile.element === element),
    measured: () => size,
    isCalm: () => isCalm,
    reconsider: () => {
      prompts += 1;
    },
    now: () => now_ms,
  });
  const measure = (): void => {
    for (const { element, stream } of tiles) {
      const { width, height } = cameras.sizeOf(element) ?? size;
      const isLow = width * height <= 320 * 240;
      if (isLow === (low.get(stream) ?? false)) continue;
      low.set(stream, isLow);
      asked.push(`${isLow ? 'less' : 'all'} of ${element.name}`);
    }
  };
  return {
    cameras,
    asked,
    measure,
    get prompts() {
      return prompts;
    },
    show(...others: TestTile[]) {
      tiles = others;
    },
    shrink() {
      size = { width: 240, height: 180 };
    },
    calm(is: boolean) {
      isCalm = is;
    },
    /** Looks several times a second, and measures whenever it is to. */
    pass(seconds: number, wanted?: Parameters<typeof cameras.want>[0], prompted = measure) {
      for (let looks = 0; looks < 4 * seconds; looks += 1) {
        const before = prompts;
        if (wanted) cameras.want(wanted);
        else cameras.look();
        if (prompts > before) prompted();
        now_ms += 250;
      }
    },
  };
};

describe('the cameras of a Galène group', () => {
  const [ana, ben, eve, screen] = [tileOf('ana'), tileOf('ben'), tileOf('eve'), tileOf('eve', 'screen')];

  it('are as large for the page as the bot would see them; of whom nothing is said, the page says it', () => {
    const { cameras } = aPage(ana, ben, eve);
    cameras.want({ ana: 'large', ben: 'small' });
    expect([ana, ben, eve].map(({ element }) => cameras.sizeOf(element))).toEqual([large, small, undefined]);
    expect(cameras.sizeOf({})).toBeUndefined();
  });

  it('that nobody sees are small, and shared screens are large', () => {
    const { cameras } = aPage(eve, screen);
    cameras.want({ eve: 'none' });
    expect([eve, screen].map(({ element }) => cameras.sizeOf(element))).toEqual([small, large]);
  });

  it('are asked for once each, and again when more is wanted', () => {
    const page = aPage(ana, ben);
    page.pass(10, { ana: 'large', ben: 'small' });
    expect([page.asked, page.prompts]).toEqual([['less of ben'], 1]);
    page.pass(10, { ana: 'large', ben: 'large' });
    expect([page.asked, page.prompts]).toEqual([['less of ben', 'all of ben'], 2]);
  });

  it('that were large stay so for a minute, as people take turns', () => {
    const page = aPage(ana, ben);
    page.pass(5, { ana: 'large', ben: 'none' });
    for (let turns = 0; turns < 4; turns += 1) {
      page.pass(20, { ana: 'none', ben: 'large' });
      page.pass(20, { ana: 'large', ben: 'none' });
    }
    expect(page.asked).toEqual(['less of ben', 'all of ben']);
    page.pass(60, { ana: 'large', ben: 'none' });
    expect(page.asked).toEqual(['less of ben', 'all of ben', 'less of ben']);
  });

  it('are asked for at most once a second, and all of them at once', () => {
    const page = aPage(ana, ben);
    page.pass(0.25, { ana: 'small', ben: 'small' });
    page.pass(0.25, { ana: 'large', ben: 'small' });
    page.pass(0.25, { ana: 'large', ben: 'large' });
    expect(page.asked).toEqual(['less of ana', 'less of ben']);
    page.pass(0.5, { ana: 'large', ben: 'large' });
    expect([page.asked.slice(2), page.prompts]).toEqual([['all of ana', 'all of ben'], 2]);
  });

  it('are asked for nothing while streams come and go, also where the page measures by itself, and then', () => {
    const page = aPage(ana);
    page.calm(false);
    page.pass(5, { ana: 'small' });
    page.measure();
    expect([page.asked, page.prompts]).toEqual([[], 0]);
    page.calm(true);
    page.pass(1, { ana: 'small' });
    expect(page.asked).toEqual(['less of ana']);
    page.calm(false);
    page.pass(5, { ana: 'large' });
    page.measure();
    page.calm(true);
    page.pass(1, { ana: 'large' });
    expect(page.asked).toEqual(['less of ana', 'all of ana']);
  });

  it('are asked for later where streams went between the prompt and the measuring', () => {
    const page = aPage(ana);
    page.cameras.want({ ana: 'small' });
    page.calm(false);
    page.measure();
    page.calm(true);
    page.pass(2, { ana: 'small' });
    expect([page.asked, page.prompts]).toEqual([['less of ana'], 2]);
  });

  it('of a page that the bot records as it is are as large as its tiles, but not before streams have settled', () => {
    const page = aPage(ana, { ...tileOf('own'), owner: undefined });
    page.shrink();
    page.calm(false);
    page.measure();
    expect(page.asked).toEqual([]);
    page.calm(true);
    page.pass(5);
    expect([page.asked, page.prompts]).toEqual([['less of ana', 'less of own'], 1]);
  });

  it('are asked for as a whole again where the bot wants no pictures at all, and then as before', () => {
    const page = aPage(ana, ben);
    page.pass(5, { ana: 'large', ben: 'small' });
    expect(page.cameras.areWhole).toBe(false);
    page.cameras.choose(false);
    page.pass(5, { ana: 'large', ben: 'small' });
    expect([page.asked, page.cameras.areWhole]).toEqual([['less of ben', 'all of ben'], true]);
    page.shrink();
    page.measure();
    expect(page.asked).toHaveLength(2);
    page.cameras.choose(true);
    page.pass(5, { ana: 'large', ben: 'small' });
    expect(page.asked.slice(2)).toEqual(['less of ben']);
  });

  it('that the page does not measure are not asked for again and again', () => {
    const page = aPage(ana);
    page.pass(10, { ana: 'small' }, () => undefined);
    expect([page.asked, page.prompts]).toEqual([[], 1]);
  });

  it('that were small and whose stream was replaced are small until the page has seen so: only then it asks for more', () => {
    const page = aPage(ana);
    page.pass(5, { ana: 'small' });
    page.show(replaced(ana));
    page.pass(5, { ana: 'large' });
    expect(page.asked).toEqual(['less of ana', 'less of ana', 'all of ana']);
    // What was large goes on so.
    page.show(replaced(ana));
    page.pass(5, { ana: 'large' });
    expect(page.asked).toHaveLength(3);
  });

  it('that were small and come back in the stream that there is are small for the page still, which asks for more all the same', () => {
    const page = aPage(ana);
    page.pass(5, { ana: 'small' });
    page.show(back(ana));
    page.pass(5, { ana: 'large' });
    expect(page.asked).toEqual(['less of ana', 'all of ana']);
    page.show(back(ana));
    page.pass(70, { ana: 'small' });
    expect(page.asked.slice(2)).toEqual(['less of ana']);
  });

  it('that were small and whose stream is replaced while others come are asked for nothing before that is over', () => {
    const page = aPage(ana);
    page.pass(5, { ana: 'small' });
    page.show(replaced(ana));
    page.calm(false);
    page.measure();
    expect(page.asked).toEqual(['less of ana']);
    page.calm(true);
    page.pass(1, { ana: 'small' });
    expect(page.asked).toEqual(['less of ana', 'less of ana']);
  });
});
