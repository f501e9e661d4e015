import { describe, expect, it } from 'vitest';
import {
  type Layout,
  layOut,
  type Scene,
} from '../../../../../../lib/capture/programs/media-worker/views/choosing/layout.ts';
import type { Size } from '../../../../../../lib/capture/programs/media-worker/views/drawing/geometry.ts';
import type { Rect } from '../../../../../../lib/capture/programs/media-worker/views/drawing/picture.ts';
import type { Person } from '../../../../../../lib/capture/programs/protocol/people.ts';

const size: Size = { width: 1280, height: 720 };

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    participant_id: `p${index + 1}`,
    name: `Person ${index + 1}`,
    has_camera: true,
    is_sharing: false,
  }));

const scene = (changes: Partial<Scene>): Scene => ({
  view: 'speaker_view',
  size,
  people: people(2),
  recent: [],
  speaker: undefined,
  sharer: undefined,
  seats: [],
  ...changes,
});

const whole: Rect = { x: 0, y: 0, ...size };
const shown = ({ tiles }: Layout) => tiles.map(({ participant_id }) => participant_id);
const large = ({ tiles }: Layout) => tiles.find(({ is_main }) => is_main);
const views = ['speaker_view', 'gallery_view', 'speaker_view_no_sidebar'] as const;
const sizes: Size[] = [size, { width: 1920, height: 1080 }];
const every = views.flatMap((view) =>
  sizes.flatMap((size) => [1, 2, 3, 6, 12, 17, 40].map((count) => ({ view, size, count }))),
);

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe.each(every)('$view of $count people at $size.height lines', ({ view, size, count }) => {
  it.each([undefined, 'p1'])(
    'has even tiles inside of the picture that do not touch, with the screen of %s',
    (sharer) => {
      const { tiles, more } = layOut(scene({ view, size, people: people(count), sharer }));
      const rects = [...tiles.map(({ rect }) => rect), ...(more ? [more.rect] : [])];
      expect(rects.flatMap(({ x, y, width, height }) => [x, y, width, height]).every((value) => value % 2 === 0)).toBe(
        true,
      );
      for (const [index, { x, y, width, height }] of rects.entries()) {
        expect([x >= 0, y >= 0, x + width <= size.width, y + height <= size.height]).toEqual([true, true, true, true]);
        expect(rects.slice(index + 1).filter((other) => overlap(other, { x, y, width, height }))).toEqual([]);
      }
    },
  );
});

describe('speaker view', () => {
  it('shows the speaker large and the others at the side', () => {
    const layout = layOut(scene({ people: people(3), speaker: 'p2' }));
    expect(large(layout)).toMatchObject({ participant_id: 'p2', shows: 'camera' });
    expect(shown(layout)).toEqual(['p2', 'p1', 'p3']);
  });

  it('shows whoever came first until somebody speaks', () => {
    expect(large(layOut(scene({})))?.participant_id).toBe('p1');
  });

  it('fills the picture with somebody who is alone', () => {
    expect(layOut(scene({ people: people(1) })).tiles).toEqual([
      { participant_id: 'p1', shows: 'camera', rect: whole, is_main: true },
    ]);
  });

  it('lets the speaker change places with the one before, and leaves the others where they are', () => {
    const before = layOut(scene({ people: people(4), speaker: 'p1' }));
    const after = layOut(scene({ people: people(4), speaker: 'p3', recent: ['p3', 'p1'], seats: before.seats }));
    expect([shown(before), shown(after)]).toEqual([
      ['p1', 'p2', 'p3', 'p4'],
      ['p3', 'p2', 'p1', 'p4'],
    ]);
  });

  it('prefers those who spoke of late when there are more than six, and counts the rest', () => {
    const layout = layOut(scene({ people: people(9), speaker: 'p9', recent: ['p9', 'p7', 'p8'] }));
    expect(shown(layout)).toEqual(['p9', 'p7', 'p8', 'p1', 'p2']);
    expect(layout.more?.count).toBe(4);
  });

  it('shows nothing where nobody is', () => {
    expect(layOut(scene({ people: [] }))).toEqual({ tiles: [], more: undefined, seats: [] });
  });
});

describe('gallery view', () => {
  it.each([
    [2, 1],
    [4, 2],
    [6, 2],
    [9, 3],
    [12, 3],
    [16, 4],
  ])('puts %i people into %i rows of equal tiles', (count, rows) => {
    const { tiles } = layOut(scene({ view: 'gallery_view', people: people(count) }));
    expect(new Set(tiles.map(({ rect }) => rect.y)).size).toBe(rows);
    expect(new Set(tiles.map(({ rect }) => rect.width)).size).toBe(1);
  });

  it('keeps everybody in place when the speaker changes, and fills the place of who leaves from the rest', () => {
    const gallery = scene({ view: 'gallery_view', people: people(20) });
    const before = layOut(gallery);
    const spoke = layOut({ ...gallery, speaker: 'p5', recent: ['p5'], seats: before.seats });
    expect(shown(spoke)).toEqual(shown(before));
    const heard = layOut({ ...gallery, speaker: 'p19', recent: ['p19', 'p5'], seats: spoke.seats });
    expect(shown(heard)).toEqual(shown(before).map((id) => (id === 'p15' ? 'p19' : id)));
    expect(heard.more?.count).toBe(5);
    const left = layOut({
      ...gallery,
      people: gallery.people.filter(({ participant_id }) => participant_id !== 'p2'),
      recent: ['p19', 'p5'],
      seats: heard.seats,
    });
    expect(shown(left)).toEqual(shown(heard).map((id) => (id === 'p2' ? 'p15' : id)));
  });
});

describe('speaker view without sidebar', () => {
  it('shows only the speaker', () => {
    const layout = layOut(scene({ view: 'speaker_view_no_sidebar', people: people(5), speaker: 'p4', recent: ['p4'] }));
    expect(layout.tiles).toEqual([{ participant_id: 'p4', shows: 'camera', rect: whole, is_main: true }]);
  });
});

describe('a shared screen', () => {
  it.each(['speaker_view', 'gallery_view'] as const)('is large in %s, with people at the side', (view) => {
    const layout = layOut(scene({ view, people: people(3), sharer: 'p2', speaker: 'p3', recent: ['p3'] }));
    expect(large(layout)).toMatchObject({ participant_id: 'p2', shows: 'screen' });
    expect(layout.tiles.slice(1).map(({ participant_id, shows }) => [participant_id, shows])).toEqual([
      ['p3', 'camera'],
      ['p1', 'camera'],
      ['p2', 'camera'],
    ]);
  });

  it('is alone where there is no sidebar', () => {
    const layout = layOut(scene({ view: 'speaker_view_no_sidebar', people: people(3), sharer: 'p2', speaker: 'p3' }));
    expect(layout.tiles).toEqual([{ participant_id: 'p2', shows: 'screen', rect: whole, is_main: true }]);
  });
});
