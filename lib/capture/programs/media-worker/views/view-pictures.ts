/** The pictures of a recording, made of people's tracks. */
import type { RecordingSettings } from '../../../../domain/bot/settings.ts';
import type { PictureSource, PictureTaker } from '../take/picture-source.ts';
import { type ArrangedTile, type Arrangement, arrange } from './choosing/arrangement.ts';
import { createPacemaker } from './choosing/pacemaker.ts';
import { camerasFor } from './choosing/wanted-cameras.ts';
import { createComposition } from './drawing/composition.ts';
import type { Size } from './drawing/geometry.ts';
import { lay, type Mask } from './drawing/mask.ts';
import { createPainter } from './drawing/painter.ts';
import { layoutOf, type Picture } from './drawing/picture.ts';
import { surfaceOf } from './drawing/surface.ts';
import type { MeetingTracks } from './meeting-tracks.ts';

const lookEveryMs = 50;
// A new speaker is shown once there is a picture of them, and a person without one all the same.
const patienceMs = 400;
const jitterMs = 5;
const colours = { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } as const;

export interface ViewOptions extends Size {
  readonly view: RecordingSettings['view'];
}

const frameOf = ({ planes: [{ data }], width, height }: Picture, at_ms: number): VideoFrame =>
  new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    layout: [...layoutOf(width, height)],
    timestamp: Math.round(at_ms * 1000),
    colorSpace: colours,
  });

/**
 * As the encoder brings every picture to the size of the recording, one of the same shape can be given to it as it is.
 */
const hasShapeOf = (picture: Size, size: Size): boolean =>
  Math.abs(picture.width / picture.height - size.width / size.height) < 0.02;

export const createViewPictures = ({ view, ...size }: ViewOptions, meeting: MeetingTracks): PictureSource => {
  const { director } = meeting;
  const composition = createComposition(size);
  const painter = createPainter();
  const pacemaker = createPacemaker();
  let taker: PictureTaker | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let interval_ms = 0;
  let due_ms = Number.NEGATIVE_INFINITY;
  let shown: Arrangement = [];
  let next: { readonly arrangement: Arrangement; readonly since_ms: number } | undefined;
  /** When the newest picture of each watched track was captured. */
  const captured_ms = new Map<string, number>();
  let outlined = new Set<string>();
  let isCut = true;
  let isStale = true;
  let making = false;

  const feedOf = ({ track, participant_id }: ArrangedTile) =>
    track === undefined ? undefined : meeting.feedOf(track, participant_id);
  const labelOf = ({ label }: ArrangedTile): Mask | undefined =>
    label && painter.label(label.text, label.font_px, label.room);

  /** The one tile that fills the picture with a picture that needs no composing. */
  const direct = (): { readonly tile: ArrangedTile; readonly picture: Picture } | undefined => {
    const [tile, other] = shown;
    const picture = tile && feedOf(tile)?.picture;
    if (!tile || !picture || other || tile.rect.width !== size.width || !hasShapeOf(picture, size)) return undefined;
    return { tile, picture };
  };

  /** The name must be in the picture, and not in the one that comes after it. */
  const directFrame = ({ tile, picture }: NonNullable<ReturnType<typeof direct>>, at_ms: number): VideoFrame => {
    const { label } = tile;
    if (!label) return frameOf(picture, at_ms);
    const scale = picture.height / size.height;
    const mask = painter.label(label.text, Math.max(9, Math.round(label.font_px * scale)), picture.width);
    const top = picture.height - mask.height;
    const covered = picture.planes.map(({ data, offset, stride }, index) => {
      const start = offset + (top / (index === 0 ? 1 : 2)) * stride;
      return { start, bytes: data.slice(start, offset + stride * (picture.height / (index === 0 ? 1 : 2))) };
    });
    lay(mask, picture, 0, top);
    const frame = frameOf(picture, at_ms);
    for (const { start, bytes } of covered) picture.planes[0].data.set(bytes, start);
    return frame;
  };

  const make = async (at_ms: number): Promise<void> => {
    if (making || !taker) return;
    making = true;
    try {
      const loaded = new Map<ArrangedTile, boolean>();
      const tiles = shown;
      for (const tile of tiles) loaded.set(tile, (await feedOf(tile)?.load()) ?? false);
      // While pictures were loaded, the arrangement may have changed; the next picture shows it.
      if (tiles !== shown) return;
      const whole = direct();
      for (const [tile, isNew] of loaded) {
        const picture = feedOf(tile)?.picture;
        if (isNew && picture && !whole) composition.draw(tile.key, picture);
      }
      const frame = whole ? directFrame(whole, at_ms) : frameOf(composition.picture, at_ms);
      const cut = isCut;
      isCut = false;
      isStale = false;
      taker?.onPicture(frame, at_ms, cut);
    } catch (error) {
      taker?.onError(error);
    } finally {
      making = false;
    }
  };

  const show = (arrangement: Arrangement): void => {
    const main = (tiles: Arrangement) => tiles.find(({ is_main }) => is_main)?.key;
    isCut ||= main(arrangement) !== main(shown) || arrangement.length !== shown.length;
    isStale = true;
    shown = arrangement;
    outlined = new Set();
    composition.arrange(
      shown.map((tile) => ({
        key: tile.key,
        rect: tile.rect,
        surface: surfaceOf(tile.participant_id),
        emblem: painter.emblem(tile.emblem.text, tile.emblem.font_px),
        label: labelOf(tile),
      })),
    );
    for (const tile of shown) {
      const picture = feedOf(tile)?.picture;
      if (picture) composition.draw(tile.key, picture);
    }
    pacemaker.keep(new Set(shown.map(({ key }) => key)));
    // The picture that a new speaker has need not wait for their next one.
    const at_ms = captured_ms.get(shown.find(({ is_main }) => is_main)?.track ?? '');
    if (isCut && at_ms !== undefined) pace(at_ms);
  };

  const isReady = (arrangement: Arrangement): boolean =>
    arrangement.every((tile) => !tile.is_main || tile.track === undefined || feedOf(tile)?.hasPicture);

  /** The cameras of those who speak and may be chosen next: by then their pictures shall have come. */
  const mayFollow = (): string[] => {
    const speaking = director.people.filter(
      (person) => person.has_camera && director.isSpeaking(person.participant_id),
    );
    return speaking.flatMap(
      ({ participant_id }) =>
        meeting.tracks.find((track) => track.participant_id === participant_id && track.kind === 'camera')?.track ?? [],
    );
  };

  const rearrange = (now_ms: number): void => {
    const layout = director.layout(view, size, now_ms);
    const arrangement = arrange(layout, director.people, meeting.tracks, size);
    const same = (other: Arrangement | undefined): boolean => JSON.stringify(other) === JSON.stringify(arrangement);
    if (same(shown)) next = undefined;
    else if (!same(next?.arrangement)) next = { arrangement, since_ms: now_ms };
    const tiles = [...shown, ...(next?.arrangement ?? [])];
    const isSpeakerLarge = layout.tiles.some(({ is_main, shows }) => is_main && shows === 'camera');
    const watched = new Set([...tiles.flatMap(({ track }) => track ?? []), ...(isSpeakerLarge ? mayFollow() : [])]);
    meeting.watch(watched);
    meeting.want(camerasFor(tiles, { ...director.talk, isSpeakerLarge }), now_ms);
    for (const track of captured_ms.keys()) if (!watched.has(track)) captured_ms.delete(track);
    if (!next || !(isReady(next.arrangement) || now_ms - next.since_ms > patienceMs)) return;
    show(next.arrangement);
    next = undefined;
  };

  const outline = (): void => {
    for (const { key, participant_id, is_main } of shown) {
      const speaks = !is_main && participant_id !== undefined && director.isSpeaking(participant_id);
      if (speaks === outlined.has(key)) continue;
      composition.outline(key, speaks);
      if (speaks) outlined.add(key);
      else outlined.delete(key);
      isStale = true;
    }
  };

  const look = (): void => {
    const now_ms = performance.now();
    rearrange(now_ms);
    outline();
    // Pictures of tracks come by themselves; where there are none, changes are shown all the same.
    if (isStale && now_ms - due_ms > interval_ms + lookEveryMs) pace(now_ms);
  };

  const pace = (at_ms: number): void => {
    if (at_ms < due_ms - jitterMs) return;
    due_ms = Math.max(due_ms + interval_ms, at_ms);
    void make(at_ms);
  };

  return {
    start(takes) {
      taker = takes;
      meeting.onPicture((track, at_ms) => {
        captured_ms.set(track, at_ms);
        const tile = shown.find((tile) => tile.track === track);
        const main = shown.find(({ is_main }) => is_main)?.key;
        if (tile && pacemaker.leads(tile.key, main, performance.now())) pace(at_ms);
      });
      timer = setInterval(look, lookEveryMs);
    },
    pace(fps) {
      interval_ms = 1000 / fps;
    },
    stop() {
      taker = undefined;
      clearInterval(timer);
      meeting.onPicture(() => undefined);
      meeting.watch(new Set());
    },
  };
};
