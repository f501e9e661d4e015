/**
 * Segments that begin with a picture which leans on those before it, as those of a stream do whose key pictures are further
 * apart than segments are long. The muxer takes none but a key picture as the first of a file, so it is told that there is
 * one, and what it wrote is put right here (ISO 14496-12, 8.8.7 and 8.8.8).
 */

/** It leans on others, and is no place to begin at (8.8.3.1). */
const deltaFlags = 0x01_01_00_00;
const headerBytes = 8;

interface Box {
  readonly type: string;
  /** Where its content begins, and where it ends. */
  readonly at: number;
  readonly end: number;
}

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + headerBytes <= to; ) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
    yield { type, at: at + headerBytes, end: at + size };
    at += size;
  }
}

/** Where flags of a header stand that names only some of its fields: after those that come before them. */
const afterFields = (flags: number, at: number, fields: readonly (readonly [bit: number, bytes: number])[]): number =>
  fields.reduce((sum, [bit, bytes]) => sum + (flags & bit ? bytes : 0), at);

/**
 * Marks the first picture of the first track as one that leans on others. Where all others are key pictures the muxer has
 * no place for that: then the first one stays marked as they are.
 */
export const markFirstAsDelta = (moof: Uint8Array): void => {
  const view = new DataView(moof.buffer, moof.byteOffset, moof.byteLength);
  const [fragment] = boxesIn(view, 0, moof.byteLength);
  if (!fragment) return;
  const track = [...boxesIn(view, fragment.at, fragment.end)].find(({ type }) => type === 'traf');
  if (!track) return;
  const parts = new Map([...boxesIn(view, track.at, track.end)].map((box) => [box.type, box]));
  const [header, run] = [parts.get('tfhd'), parts.get('trun')];
  if (!header || !run) return;
  const flags = view.getUint32(run.at) & 0xff_ffff;
  const first = afterFields(flags, run.at + 8, [[0x1, 4]]);
  if (flags & 0x4) view.setUint32(first, deltaFlags);
  else if (flags & 0x400)
    view.setUint32(
      afterFields(flags, first, [
        [0x100, 4],
        [0x200, 4],
      ]),
      deltaFlags,
    );
  else if (view.getUint32(run.at + 4) === 1) {
    const given = view.getUint32(header.at) & 0xff_ffff;
    view.setUint32(
      afterFields(given, header.at + 8, [
        [0x1, 8],
        [0x2, 4],
        [0x8, 4],
        [0x10, 4],
      ]),
      deltaFlags,
    );
  }
};
