/**
 * By which way the captions of a Google Meet are read: by one of its channels or, while none brings any, off the page, which shows
 * the same. What was told by one is not told again by another. Pure but for its memory.
 */
import { BoundedMap } from '../../../process/bounded.ts';
import { type CaptionSaid, type MeetCaptions, settledAfterMs } from './captions.ts';
import type { Shown } from './page-captions.ts';
import { areWithin, bare, beginningOf, countToldBy } from './told-words.ts';
import type { MeetCaption } from './wire.ts';

/** Of page and channel, each may be the first to have a word: a channel that brings any does so by then. */
const channelWithinMs = 3_000;
/** What a channel has brought another one brings by then, and the page shows. */
const alongMs = 1_500;
/** A channel that is silent for longer, while the page shows more, brings no more. */
const silentAfterMs = 5_000;
const looksWithNews = 2;
/** Another way goes on with a sentence by then; what is alike later was said anew. */
const sameWithinMs = 30_000;
/** So few words, that begin later than channels are late, are said anew by then. */
const mostAnew = 3;
const mostTold = 200;
const mostShown = 200;

export type CaptionChannel = 'captions' | 'captions_v2';
type Way = CaptionChannel | 'page';

interface Told {
  readonly way: Way;
  /** How often there had been another way by then. */
  readonly turn: number;
  readonly speaker_id: string;
  readonly text: string;
  readonly words: readonly string[];
  /** When its text was told. */
  readonly at_ms: number;
}

export interface CaptionWays {
  hear(said: MeetCaption, channel: CaptionChannel): void;
  /** What the page shows now. */
  look(shown: readonly Shown[]): void;
}

export const createCaptionWays = (
  captions: Pick<MeetCaptions, 'hear'>,
  follow: (shown: readonly Shown[]) => CaptionSaid[],
  now: () => number = () => performance.now(),
): CaptionWays => {
  let way: Way | undefined;
  let turn = 0;
  /** When a channel brought something last. */
  let brought_ms = Number.NEGATIVE_INFINITY;
  /** Since when the page shows captions. */
  let shown_since_ms: number | undefined;
  /** What the page has shown since a channel brought something last, if ever, and since when. */
  const unread = new BoundedMap<string, { readonly said: CaptionSaid; readonly since_ms: number }>(mostShown);
  /** What the page showed of what the channel had brought. */
  const shownBefore = new BoundedMap<string, string>(mostShown);
  let looks = 0;
  /** What another channel has brought since the one that is read is silent. */
  const waiting = new BoundedMap<string, { readonly channel: CaptionChannel; readonly said: CaptionSaid }>(mostTold);
  /** Since when the other channel brings what the one that is read does not. */
  let waiting_since_ms: number | undefined;
  /** When what a channel brings was first heard. */
  const begun = new BoundedMap<string, number>(mostTold);
  /** What is alike to what another way has told, and may yet be on its way to it, or be said anew. */
  const held = new BoundedMap<
    string,
    { readonly channel: CaptionChannel; readonly said: CaptionSaid; readonly at_ms: number }
  >(mostTold);
  const told = new BoundedMap<string, Told>(mostTold);
  /** What the page has shown in the same words. */
  const seen = new WeakSet<Told>();

  const isByChannel = (): boolean => way !== undefined && way !== 'page';

  const take = (next: Way): void => {
    if (way === next) return;
    way = next;
    turn += 1;
    looks = 0;
  };

  /** What another way has told of somebody since then; unknown speakers may be the same. */
  const othersOf = (by: Way, speaker_id: string, since_ms: number): Told[] =>
    [...told.values()]
      .filter((one) => one.way !== by && one.at_ms >= since_ms)
      .filter((one) => [speaker_id, ''].includes(one.speaker_id) || speaker_id === '');

  const countShown = (key: string): number => bare(shownBefore.get(key) ?? '').length;

  /** The beginning of what is said that was told already. */
  const toldOf = ({ key, text }: Pick<CaptionSaid, 'key' | 'text'>, others: readonly Told[]): string => {
    return beginningOf(text, countToldBy(bare(text), others, countShown(key)));
  };

  const tell = (by: Way, said: CaptionSaid, others: readonly Told[]): void => {
    const { key, speaker_id, text } = said;
    const before = told.get(key);
    const isFirst = before?.turn !== turn;
    if (isFirst || before.text !== text)
      told.set(key, { way: by, turn, speaker_id, text, words: bare(text), at_ms: now() });
    captions.hear({ ...said, told: isFirst ? toldOf(said, others) : '' });
  };

  const tellOfPage = (said: CaptionSaid, since_ms: number): void =>
    tell('page', said, othersOf('page', said.speaker_id, since_ms));

  const tellOfChannel = (channel: CaptionChannel, said: CaptionSaid): void => {
    const words = bare(said.text);
    const others = told.get(said.key)?.turn === turn ? [] : othersOf(channel, said.speaker_id, now() - sameWithinMs);
    const alike = others.filter((one) => areWithin(words, one.words));
    held.delete(said.key);
    const late_ms = (begun.get(said.key) ?? now()) - channelWithinMs;
    if (alike.length === 0) tell(channel, said, others);
    else if (words.length > mostAnew || alike.some(({ at_ms }) => at_ms >= late_ms)) return;
    else if (said.isFinal) tell(channel, said, []);
    else held.set(said.key, { channel, said, at_ms: now() });
  };

  /** What has not grown into what it was alike to was said anew. */
  const tellHeld = (): void => {
    for (const [key, { channel, said, at_ms }] of held) {
      if (now() - at_ms < settledAfterMs) continue;
      held.delete(key);
      tell(channel, said, []);
    }
  };

  /** What a channel has just brought, and the page shows nowhere in these words, it shows in as many others. */
  const noteBrought = (all: readonly CaptionSaid[]): void => {
    const others = all.map((said) => ({
      said,
      words: bare(said.text),
      brought: othersOf('page', said.speaker_id, Number.NEGATIVE_INFINITY),
    }));
    for (const { words, brought } of others) for (const one of brought) if (areWithin(one.words, words)) seen.add(one);
    for (const { said, words, brought } of others) {
      const otherwise = brought.filter((one) => now() - one.at_ms < alongMs && !seen.has(one));
      const count = otherwise.reduce((sum, one) => sum + one.words.length, countToldBy(words, brought, 0));
      const known = countToldBy(words, brought, countShown(said.key));
      shownBefore.set(said.key, beginningOf(said.text, Math.max(count, known)));
    }
  };

  const isNews = (said: CaptionSaid): boolean => {
    if (shownBefore.get(said.key) === said.text) return false;
    const others = othersOf('page', said.speaker_id, Number.NEGATIVE_INFINITY);
    if (bare(said.text.slice(toldOf(said, others).length)).length > 0) return true;
    shownBefore.set(said.key, said.text);
    return false;
  };

  const bring = (channel: CaptionChannel, said: CaptionSaid): void => {
    take(channel);
    brought_ms = now();
    unread.clear();
    tellOfChannel(channel, said);
  };

  const wait = (channel: CaptionChannel, said: CaptionSaid): void => {
    if ((waiting.get(said.key)?.said.version ?? 0) > said.version) return;
    if (now() - brought_ms > alongMs) waiting_since_ms ??= now();
    waiting.set(said.key, { channel, said });
  };

  const waitNoMore = (): void => {
    waiting.clear();
    waiting_since_ms = undefined;
  };

  /** The channel that was read brings no more. */
  const goOver = (): void => {
    if (waiting_since_ms === undefined || now() - waiting_since_ms <= alongMs) return;
    for (const { channel, said } of waiting.values()) bring(channel, said);
    waitNoMore();
  };

  return {
    hear({ id, speaker_id, version, isFinal, text }, channel) {
      const said = { key: `${channel} ${speaker_id} ${id}`, speaker_id, version, isFinal, text };
      if (!begun.has(said.key)) begun.set(said.key, now());
      if (isByChannel() && way !== channel) {
        wait(channel, said);
        goOver();
      } else {
        waitNoMore();
        bring(channel, said);
      }
    },
    look(shown) {
      goOver();
      tellHeld();
      if (shown.length > 0) shown_since_ms ??= now();
      const all = follow(shown);
      if (way !== 'page')
        for (const said of all) unread.set(said.key, { said, since_ms: unread.get(said.key)?.since_ms ?? now() });
      if (way === undefined && now() - (shown_since_ms ?? now()) < channelWithinMs) return;
      if (isByChannel()) {
        const silent_ms = now() - brought_ms;
        if (silent_ms < alongMs) noteBrought(all);
        looks = silent_ms > silentAfterMs && all.some(isNews) ? looks + 1 : 0;
        if (looks < looksWithNews) return;
      }
      const since_ms = way === 'page' ? now() - sameWithinMs : Number.NEGATIVE_INFINITY;
      const shownSince = [...unread.values()].map(({ said, since_ms }) => ({ ...said, age_ms: now() - since_ms }));
      const news = way === 'page' ? all : shownSince;
      take('page');
      for (const said of news) tellOfPage(said, since_ms);
    },
  };
};
