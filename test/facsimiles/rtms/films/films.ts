/** Moving pictures for imitated meetings: the repository's short films as a camera's encoder would give them. */
import { readFile } from 'node:fs/promises';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { drawnFilm } from './drawn-film.ts';
import type { Footage, Frame } from './footage.ts';

/** Their sizes differ, and with them the parameter sets: going from one to the other is a change in mid stream. */
const films = {
  /** 640 × 360, 15 pictures a second, a key picture every two seconds. */
  wide: new URL('../../../../lib/demo/props/teaser.mp4', import.meta.url),
  /** 320 × 180, likewise. */
  small: new URL('../../../lab/fixtures/two-colours.mp4', import.meta.url),
} as const;
/** Beside them two that are drawn: 1280 × 720, 25 pictures a second, 1.5 Mbit/s, so many seconds from one key picture to the next. */
const keyEverySeconds = { hd: 2, rare: 20 } as const;
export type FilmName = keyof typeof films | keyof typeof keyEverySeconds;

const startCode = [0, 0, 0, 1];

/** The parameter sets of a film, from its avcC record (ISO/IEC 14496-15, 5.3.3.1). */
const parameterSets = (record: Uint8Array): Uint8Array[] => {
  const sets: Uint8Array[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    let count = (record[at++] ?? 0) & mask;
    while (count-- > 0) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return sets;
};

const unitsOf = (packet: Uint8Array): Uint8Array[] => {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + 4 <= packet.length; ) {
    const length = view.getUint32(at);
    units.push(packet.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return units;
};

const drawn = (seconds: number): Footage => {
  const rate = 25;
  const bytesPerPicture = 1_500_000 / 8 / rate;
  return { rate, frames: drawnFilm({ width: 1280, height: 720, pictures: seconds * rate, bytesPerPicture }) };
};

export const filmOf = async (name: FilmName): Promise<Footage> => {
  if (name === 'hd' || name === 'rare') return drawn(keyEverySeconds[name]);
  using input = new Input({ formats: [MP4], source: new BufferSource(await readFile(films[name])) });
  const track = await input.getPrimaryVideoTrack();
  const description = (await track?.getDecoderConfig())?.description;
  if (!track || !description) throw new Error(`the film ${name} holds no H.264`);
  const record = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const sets = parameterSets(record);
  const frames: Frame[] = [];
  for await (const { data, type } of new EncodedPacketSink(track).packets()) {
    const key = type === 'key';
    const units = [...(key ? sets : []), ...unitsOf(data)];
    frames.push({ key, bytes: Buffer.concat(units.flatMap((unit) => [Buffer.from(startCode), unit])) });
  }
  return { rate: 15, frames };
};

/** A still of a shared screen, as JPEG. */
export const aStill = (): Promise<Uint8Array> =>
  readFile(new URL('../../../../docs/images/speaker_view_no_sidebar.jpg', import.meta.url));
