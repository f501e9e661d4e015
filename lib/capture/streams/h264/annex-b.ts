/** H.264 as streams carry it: units behind start codes (ITU-T H.264, annex B). Pure. */

const startCode = Buffer.from([0, 0, 1]);

/** Types of units (table 7-1). */
export const unitTypes = { slice: 1, key_slice: 5, sps: 7, pps: 8, delimiter: 9 } as const;
export const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** The units of a picture, without copying them. */
export const unitsOf = (picture: Buffer): Buffer[] => {
  const units: Buffer[] = [];
  let at = picture.indexOf(startCode);
  while (at >= 0) {
    const from = at + startCode.length;
    at = picture.indexOf(startCode, from);
    let end = at < 0 ? picture.length : at;
    // Zeros after a unit are no part of it: no unit ends with one.
    while (end > from && picture[end - 1] === 0) end -= 1;
    if (end > from) units.push(picture.subarray(from, end));
  }
  return units;
};

/**
 * The units as MP4 keeps them, each behind its length (ISO 14496-15). Its parameter sets stay in a key picture: Chromium finds
 * them nowhere else once they have changed.
 */
export const sampleOf = (units: readonly Uint8Array[]): Buffer => {
  const kept = units.filter((unit) => typeOf(unit) !== unitTypes.delimiter);
  const sample = Buffer.allocUnsafe(kept.reduce((size, { length }) => size + 4 + length, 0));
  let at = 0;
  for (const unit of kept) {
    sample.writeUInt32BE(unit.length, at);
    sample.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return sample;
};
