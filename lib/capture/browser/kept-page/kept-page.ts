/**
 * What is kept of a meeting's page that was not understood: a picture, its frames, and how it came to be judged as it was. It is
 * less than a megabyte in all, whatever the page.
 */
import type { Page } from 'puppeteer-core';
import { withoutQueries } from '../../../domain/without-queries.ts';
import { afterOwnTime } from '../../../process/deadline.ts';
import type { Evidence } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { PageFacts } from '../../platforms/judging/facts.ts';
import { heldEntries } from '../../platforms/judging/judge.ts';
import { missedEntries } from '../../platforms/judging/missed.ts';
import { normalText } from '../../platforms/judging/normal-text.ts';
import { pageStateOf, type Recogniser } from '../../platforms/judging/recogniser.ts';
import { nearestSays } from '../../platforms/judging/reworded.ts';
import type { History, SignTable } from '../../platforms/judging/sign-table.ts';
import { tableVersion } from '../../platforms/judging/table-version.ts';
import { countsOf } from './counts.ts';
import { type CoverOptions, coverPage } from './cover-page.ts';
import { createMask, maskedData, maskedMarkup, namesAndTexts } from './masking.ts';
import { literalsOf, ownWordsOf } from './own-words.ts';
import type { ToldOfPeople } from './told-people.ts';
import { type TrimOptions, trimPage } from './trim-page.ts';

/** For all that is asked of the page, by the time that this process has had: whoever ends in it waits for that. */
const withinMs = 5_000;
const mostElements = 20_000;
const mostOfFrame = 200_000;
/** Of all frames together. */
const mostOfFrames = 450_000;
const mostOfPicture = 400_000;
/** Of what was read from the wire, as JSON: with all else the rest of a megabyte. */
const mostOfWire = 50_000;
/** The same of what stood on the page before the bot asked. */
const mostOfBefore = 20_000;
const longestTitle = 300;
const longestAddress = 2_000;

export interface PageToKeep {
  readonly page: Page;
  readonly meeting_url: string;
  readonly platform: string;
  /** Of pages that are recognised by their signs. */
  readonly recogniser?: Recogniser | undefined;
  readonly signs?: SignTable | undefined;
  /** As it was shown last. */
  readonly view: MeetingView | undefined;
  /** What the visit told of people until now. */
  readonly people?: ToldOfPeople | undefined;
  /** The name of the bot. */
  readonly bot_name: string;
  /** Why it could not be loaded when that was tried last. */
  readonly load_error?: unknown;
}

/** An address that stays one, for whoever judges the page later. */
const plain = (address: string): string => address.replace(/[?#].*$/s, '').slice(0, longestAddress);

/** The newest, as far as there is room for them. */
const newest = <T>(facts: readonly T[], most: number): T[] => {
  let left = most;
  return facts
    .toReversed()
    .filter((fact) => {
      left -= Buffer.byteLength(JSON.stringify(fact));
      return left >= 0;
    })
    .toReversed();
};

/** Of what stood on the page before, what it still says: the rest tells whoever judges it nothing, and may tell of people. */
const stillSaid = (before: readonly string[], facts: PageFacts | undefined): string[] => {
  const says = new Set(facts?.texts.map(({ text }) => normalText(text)));
  return before.filter((text) => says.has(normalText(text)));
};

/** What the link itself holds of passcodes and tokens. */
const secretsOf = (meeting_url: string): string[] => {
  const url = URL.parse(meeting_url);
  if (!url) return [];
  const inHash = new URLSearchParams(url.hash.replace(/^#/, ''));
  const values = [...url.searchParams.values(), ...inHash.values()];
  return [...values, ...values.map(encodeURIComponent), url.hash.replace(/^#/, '')];
};

/** Which entries of the table held on the page, which of those that were to did not, and what it may have been reworded from. */
const entriesIn = (facts: PageFacts, history: History, signs: SignTable, view: MeetingView | undefined) => {
  const held = heldEntries(facts, history, signs);
  const row = signs.states.find((one) => pageStateOf(one) === view?.page?.page_state);
  return { held, missed: missedEntries(signs, row, new Set(held)), nearest: nearestSays(facts, signs) };
};

const screenshotOf = async (page: Page): Promise<Uint8Array | undefined> => {
  const png = await page.screenshot({ type: 'png' });
  if (png.byteLength <= mostOfPicture) return png;
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 30 });
  return jpeg.byteLength <= mostOfPicture ? jpeg : undefined;
};

const pictureOf = async (page: Page, covered: CoverOptions): Promise<Uint8Array | undefined> => {
  const uncover = await page.evaluateHandle(`(${coverPage.toString()})(document, ${JSON.stringify(covered)})`);
  try {
    return await screenshotOf(page);
  } finally {
    await uncover.evaluate((uncover) => (uncover as () => void)());
  }
};

const trimmed = (page: Page, options: TrimOptions) =>
  page.evaluate(`(${trimPage.toString()})(document, ${JSON.stringify(options)})`) as Promise<
    ReturnType<typeof trimPage>
  >;

/** Of a page that does not answer in time, as much as was known of it before. */
export const keptPage = async (kept: PageToKeep): Promise<Evidence> => {
  const { page, meeting_url, platform, recogniser, signs, view, people, bot_name, load_error } = kept;
  const names = [bot_name, ...(people?.names ?? [])];
  const texts = people?.texts ?? [];
  const own = ownWordsOf(signs);
  const mask = createMask({ names, texts, secrets: secretsOf(meeting_url), ...own });
  const options = {
    people: (signs?.people ?? []).join(', '),
    literals: literalsOf(signs),
    most_elements: mostElements,
    most_characters: mostOfFrame,
  };
  const late = Promise.withResolvers<undefined>();
  using _ = afterOwnTime(withinMs, () => late.resolve(undefined));
  const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work.catch(() => undefined), late.promise]);
  const title = inTime(page.title());
  const browser = inTime(page.browser().version());
  const read = await inTime(trimmed(page, options));
  let left = mostOfFrames;
  const frames = (read ?? []).flatMap(({ address, html }, at) => {
    const bytes = Buffer.from(maskedMarkup(html, mask)).subarray(0, mostOfFrame);
    if (bytes.byteLength > left) return [];
    left -= bytes.byteLength;
    return { file: `frame-${at}.html`, address: mask(plain(address)), bytes };
  });
  const { facts, looks, history, before = [] } = recogniser?.memory() ?? {};
  const covered = namesAndTexts({ names, texts, words: own.words });
  const picture = read && (await inTime(pictureOf(page, { people: options.people, words: covered })));
  const masked = <T>(value: T): T => maskedData(value, mask) as T;
  const { held, missed, nearest = [] } = (facts && signs && entriesIn(facts, history ?? {}, signs, view)) ?? {};
  const told = {
    address: plain(page.url()),
    title: ((await title) ?? '').slice(0, longestTitle),
    ...(load_error !== undefined && { not_loaded: withoutQueries(String(load_error)).slice(0, longestTitle) }),
    history: history ?? {},
    // Masking takes long texts very long.
    before: newest(stillSaid(before, facts), mostOfBefore),
  };
  const wire = newest(facts?.wire ?? [], mostOfWire).map(({ kind, ...data }) => ({ kind, ...masked(data) }));
  const { before: still, ...others } = masked(told);
  /** What the service itself, and the platform's table, call things. */
  const called = {
    platform,
    ...(facts?.status && { status: facts.status }),
    frames: frames.map(({ file, address }) => ({ file, address })),
    ...(facts?.is_young && { is_young: true }),
    author: 'bot',
    browser: (await browser) ?? '',
    ...(view?.page && { page: view.page }),
    phase: view?.phase,
    looks: looks ?? [],
    counts: countsOf(facts?.wire ?? [], view),
    ...(signs && { table: tableVersion(signs) }),
    ...(held && { held, missed, nearest: nearest.map((near) => ({ ...near, text: mask(near.text) })) }),
  };
  const picked = picture && {
    // PNG begins so (https://www.w3.org/TR/png-3/#5PNG-file-signature).
    name: picture[0] === 0x89 ? 'page.png' : 'page.jpg',
    content_type: picture[0] === 0x89 ? 'image/png' : 'image/jpeg',
    bytes: picture,
  };
  return {
    facts: { ...called, ...others, wire: newest(wire, mostOfWire), before: newest(still, mostOfBefore) },
    files: [
      ...(picked ? [picked] : []),
      ...frames.map(({ file, bytes }) => ({ name: file, content_type: 'text/html', bytes })),
    ],
  };
};
