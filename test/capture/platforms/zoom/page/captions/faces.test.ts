import { describe, expect, it } from 'vitest';
import { captionsIn, createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { createFacedLook, facedIn } from '../../../../../../lib/capture/platforms/zoom/page/captions/faces.ts';
import { aClient, aFace, aList, aRow, aSubtitle } from '../client.ts';

const faces = {
  notes: aFace('N', 'rgb(14, 114, 237)'),
  ada: aFace('AL', 'rgb(39, 174, 96)'),
  ben: aFace('B', 'rgb(142, 68, 173)'),
  /** Of those whose names begin so. */
  twins: aFace('M', 'rgb(41, 128, 185)'),
  picture: aFace('https://us02web.zoom.us/p/v2/1f'),
};
const me = aRow(0, 'Notes', { label: '(Me)', face: faces.notes });
const ada = aRow(1, 'Ada Lovelace', { face: faces.ada });
const ben = aRow(2, 'Ben', { face: faces.ben });
const all = [me, ada, ben];
const [ofAda, ofBen] = [{ name: 'Ada Lovelace', place: undefined }, { name: 'Ben' }];

const saidBy = (face: string, heard: { readonly name: string } | undefined, rows = all, count = 3) => {
  const client = aClient(aList(...rows), aSubtitle('Shall we begin?', face));
  const [row] = captionsIn(client);
  return facedIn(client, row?.face, heard, { count })?.name;
};

describe("whose words stand below the picture of Zoom's client", () => {
  it.each([
    ['whoever is heard, where the face is theirs', faces.ben, ofBen, 'Ben'],
    ['whoever has the face, where somebody else is heard by now', faces.ada, ofBen, 'Ada Lovelace'],
    ['whoever has the face, where nobody is heard any more', faces.ada, undefined, 'Ada Lovelace'],
    ['the bot, where the face is its own', faces.notes, ofBen, 'Notes'],
    ['nobody, where the face is none of those who are there', faces.picture, ofBen, undefined],
    ['whoever is heard, where no face is beside the words', '', ofBen, 'Ben'],
  ])('is %s', (_, face, heard, name) => {
    expect(saidBy(face, heard)).toBe(name);
  });

  it('is whoever has the picture, where it is one', () => {
    const chloe = aRow(3, 'Chloe', { face: faces.picture });
    expect(saidBy(faces.picture, ofBen, [...all, chloe], 4)).toBe('Chloe');
  });

  it('is nobody, where several others have the face', () => {
    const twins = ['Maya', 'Mara'].map((name, at) => aRow(3 + at, name, { face: faces.twins }));
    expect(saidBy(faces.twins, ofBen, [...all, ...twins], 5)).toBeUndefined();
    expect(saidBy(faces.twins, { name: 'Mara' }, [...all, ...twins], 5)).toBe('Mara');
  });

  it('is whoever is heard, where they are not in view in the list, and nobody where they are, and others are not', () => {
    expect(saidBy(faces.ada, { name: 'Zoe' }, all, 30)).toBe('Zoe');
    expect(saidBy(faces.ada, ofBen, all, 30)).toBeUndefined();
  });

  it('is whoever is heard, in a client whose list has no faces', () => {
    expect(saidBy(faces.ada, ofBen, [aRow(0, 'Notes'), aRow(1, 'Ada Lovelace'), aRow(2, 'Ben')])).toBe('Ben');
  });

  it('is nobody, where no face is beside the words of a client that shows faces, and draws them in its list', () => {
    const look = createFacedLook();
    const spoken = (face: string, ...rows: readonly string[]) => {
      const client = aClient(aList(...rows), aSubtitle('Shall we begin?', face));
      return look(client, captionsIn(client)[0]?.face, ofBen, { count: 3 })?.name;
    };
    expect(spoken('', ...all)).toBe('Ben');
    expect(spoken(faces.ada, ...all)).toBe('Ada Lovelace');
    expect(spoken('', ...all)).toBeUndefined();
    expect(spoken('', aRow(0, 'Notes'), aRow(1, 'Ada Lovelace'), aRow(2, 'Ben'))).toBe('Ben');
  });

  it('is told which one of one name', () => {
    const rows = [me, aRow(1, 'Ben', { face: faces.picture }), aRow(2, 'Ben', { face: faces.ben })];
    const client = aClient(aList(...rows), aSubtitle('Yes.', faces.ben));
    const face = captionsIn(client)[0]?.face;
    expect(facedIn(client, face, ofAda, { count: 3 })).toEqual({ name: 'Ben', place: 2 });
    expect(facedIn(client, face, { name: 'Ben' }, { count: 3 })).toEqual({ name: 'Ben', place: 2 });
  });

  it('is asked with the face of words that came late too, and that they did', () => {
    let now_ms = 0;
    const asked: unknown[] = [];
    const captions = createZoomCaptions(
      (_, face, isLate) => void asked.push([face?.trim(), isLate]),
      () => now_ms,
    );
    const look = (...lines: readonly string[]) => captions.look(captionsIn(aClient(...lines)));
    look(aSubtitle('Shall we begin?', faces.ada));
    now_ms = 5_000;
    look(aSubtitle('Good morning.', faces.ben));
    expect(asked).toEqual([
      ['rgb(39, 174, 96) AL', false],
      ['rgb(142, 68, 173) B', true],
    ]);
  });

  it('is asked with the face of the words, each time that they are told anew', () => {
    let now_ms = 0;
    const captions = createZoomCaptions(
      (_, face = '') => ({ id: face, name: face.trim() }),
      () => now_ms,
    );
    const look = (...lines: readonly string[]) => captions.look(captionsIn(aClient(...lines)));
    for (; now_ms < 3_000; now_ms += 500) look(aSubtitle('Shall we begin?', faces.ada));
    look(aSubtitle('Shall we begin? Yes, all are here.', faces.ada), aSubtitle('Good morning.', faces.ben));
    expect(captions.captions.map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
      ['rgb(39, 174, 96) AL', 'Shall we begin?'],
      ['rgb(39, 174, 96) AL', 'Yes, all are here.'],
      ['rgb(142, 68, 173) B', 'Good morning.'],
    ]);
  });
});
