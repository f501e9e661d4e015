/** Whose pictures are in the recordings of a meeting, and under whose names: by what is seen in them once they are decoded. */
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { RecordingWish } from '../../../lib/capture/meeting/source.ts';
import { gridOf, stageOf } from '../../../lib/capture/programs/media-worker/views/drawing/geometry.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { RecordingSettings } from '../../../lib/domain/bot/settings.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { longestMs, until } from '../../lab/until.ts';
import { recordingInto } from '../browser/recorded-meeting.ts';
import type { SeenTile, SeenTiles } from '../fixtures/see-tiles.ts';

/** What people are called whose names are told from each other by how long they are. */
export const seenNames = ['Al', 'Benedict Bauer', 'Charlotte Cornelia van der Cruyssen'] as const;

export interface SeenPerson {
  /** What is behind them, as in `#b03a3a`. */
  readonly colour: string;
  /** Says something for so long, and answers when that began, by this machine's clock. */
  speak(for_ms: number): Promise<{ readonly start_ms: number }>;
}

/**
 * A machine that is busy with other tests may lose somebody's picture for a while, or show whoever speaks only late: whoever was
 * not shown speaks once more, for longer.
 */
const spokenMs = [2_500, 6_000, 12_000, 12_000];
/** So many pictures of somebody who speaks are enough to judge by, at four in a second. */
const leastSeen = 3;
const size = { width: 1280, height: 720 };
/** A few more pictures than are looked at: each costs a processor something, twice. */
const fps = 5;
/** Of 255: as far as a picture that is decoded is from what was sent. */
const likePx = 40;
const likeName = 0.3;
const rightPart = 0.95;

interface View {
  readonly view: RecordingSettings['view'];
  readonly rects: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** The first part shows who speaks. */
  readonly showsSpeaker: boolean;
}

const wishFor = ({ view }: View): RecordingWish => ({
  pictures: { view, ...size, max_fps: fps, min_fps: fps, video_bitrate: 1_000_000 },
  sound: { codec: 'aac', bitrate: 64_000 },
});

/** Those that show everybody. Whose picture the one without a sidebar shows, the layout's tests tell. */
const viewsOf = (people: number): readonly View[] => {
  const { large, column } = stageOf(people - 1, size);
  return [
    { view: 'speaker_view', rects: [large, ...column], showsSpeaker: true },
    { view: 'gallery_view', rects: gridOf(people, size), showsSpeaker: false },
  ];
};

const rgbOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

let eye: string | undefined;
/** Made once: each takes a third of a second of a processor. */
const eyeScript = (): string => {
  eye ??= bundle(new URL('../fixtures/see-tiles.ts', import.meta.url), 'eye');
  return eye;
};

/** Which of the people it is whose picture is seen; -1: nobody's. */
const whoIn = (tile: SeenTile, people: readonly SeenPerson[]): number =>
  people.findIndex(({ colour }) =>
    rgbOf(colour).every((value, channel) => Math.abs(value - (tile.colour[channel] ?? 0)) < likePx),
  );

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Records some of the people, who speak one after the other, in a view, and answers what is seen while each of them does. */
const recorded = async (
  meeting: Meeting,
  browser: Browser,
  blank: string,
  people: readonly SeenPerson[],
  speakers: readonly number[],
  view: View,
  spoken_ms: number,
) => {
  const store = aMemoryStore();
  await using recording = recordingInto(store, meeting.recorder, wishFor(view));
  await recording.arm();
  await recording.keep(true);
  let isOver = false;
  const looking = until(
    () => meeting.look(),
    () => isOver,
  );
  // On a busy machine the first picture comes after a while: nobody is to have spoken before it.
  await until(
    async () => store.objects.size,
    (segments) => segments > 0,
  );
  const turns: { readonly who: number; readonly start_ms: number }[] = [];
  for (const who of speakers) {
    const spoken = await people[who]?.speak(spoken_ms);
    if (spoken) turns.push({ who, ...spoken });
  }
  isOver = true;
  await looking;
  await recording.stop();
  const finished = await finishRecording(store, async () => undefined);
  const mp4 = store.objects.get('recording.mp4');
  if (!finished || !mp4) throw new Error('nothing was recorded');
  const began_ms = finished.parts[0]?.start_timestamp_ms ?? 0;
  await using page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(blank);
  await page.evaluate(eyeScript());
  const base64 = Buffer.from(mp4).toString('base64');
  const seen = (await page.evaluate(`eye.see('${base64}', ${JSON.stringify(view.rects)})`)) as readonly SeenTiles[];
  const spoken = turns.map(({ who, start_ms }) => {
    const from_ms = start_ms - began_ms;
    const pictures = seen
      .filter(({ at_ms }) => at_ms >= from_ms && at_ms < from_ms + spoken_ms)
      .map(({ tiles }) => ({ who, tiles: tiles.map((tile) => ({ ...tile, shows: whoIn(tile, people) })) }));
    // How soon they are shown depends on how busy this machine is; from then on they are.
    const first = view.showsSpeaker ? pictures.findIndex(({ tiles }) => tiles[0]?.shows === who) : 0;
    const shown = first === -1 ? [] : pictures.slice(first);
    const seenThere = new Set(
      pictures.map(({ tiles }) => tiles.map(({ shows }) => seenNames[shows] ?? 'nobody').join(' + ')),
    );
    const told = `${shown.length} of ${pictures.length} pictures while ${seenNames[who]} spoke, from ${Math.round(from_ms)} ms on: ${[...seenThere].join(', then ')}`;
    return { shown, told };
  });
  const last_ms = Math.round(seen.at(-1)?.at_ms ?? 0);
  return {
    pictures: spoken.flatMap(({ shown }) => shown),
    told: `in ${view.view} ${spoken.map(({ told }) => told).join('; ')}; ${seen.length} pictures in ${last_ms} ms`,
  };
};

/**
 * Records a meeting in some views while people, who are called `seenNames`, speak in turn: where that is to be seen, whoever
 * speaks is shown, and from then on in nearly all pictures, each of the others once, and all of them over their own names.
 * `blank`: a page of the meeting's host.
 */
export const expectSeen = async (
  meeting: Meeting,
  browser: Browser,
  blank: string,
  people: readonly SeenPerson[],
  views: readonly View['view'][] = ['speaker_view'],
): Promise<void> => {
  for (const view of viewsOf(people.length).filter(({ view }) => views.includes(view))) {
    const pictures: Awaited<ReturnType<typeof recorded>>['pictures'][number][] = [];
    const told: string[] = [];
    const asked = view.showsSpeaker ? people.map((_, who) => who) : [0];
    const isShown = (one: number): boolean => pictures.filter(({ who }) => who === one).length >= leastSeen;
    for (const spoken_ms of spokenMs) {
      const speakers = asked.filter((one) => !isShown(one));
      if (speakers.length === 0) break;
      // What comes and goes would hide in it: it is said.
      if (told.length > 0) console.warn(`spoken again, for longer: there were ${told.at(-1)}`);
      const found = await recorded(meeting, browser, blank, people, speakers, view, spoken_ms);
      pictures.push(...found.pictures);
      told.push(found.told);
    }
    expect(asked.filter(isShown), `who was shown while they spoke: ${told.join('\n')}`).toEqual(asked);
    /** How far the names reach under each person's picture, in the large part and in the others. */
    const reachOf = (who: number, isLarge: boolean): number =>
      median(
        pictures
          .flatMap(({ tiles }) =>
            tiles.filter((tile, at) => tile.shows === who && isLarge === (view.showsSpeaker && at === 0)),
          )
          .map(({ name_px }) => name_px),
      );
    for (const isLarge of view.showsSpeaker ? [true, false] : [false]) {
      const reaches = people.map((_, who) => reachOf(who, isLarge));
      for (const [who, reach] of reaches.slice(1).entries())
        expect(reach / (reaches[who] ?? 0), `names in ${view.view}: ${reaches}`).toBeGreaterThan(1.5);
    }
    const wrong = pictures.filter(({ who, tiles }) => {
      if (view.showsSpeaker && tiles[0]?.shows !== who) return true;
      if (people.some((_, one) => tiles.filter(({ shows }) => shows === one).length !== 1)) return true;
      return tiles.some(({ shows, name_px }, at) => {
        const own = reachOf(shows, view.showsSpeaker && at === 0);
        return shows !== -1 && Math.abs(name_px - own) > likeName * own;
      });
    });
    const examples = JSON.stringify(wrong.slice(0, 2));
    expect(1 - wrong.length / pictures.length, `${view.view}: ${examples}`).toBeGreaterThanOrEqual(rightPart);
  }
};
