/**
 * Teams' sound: the servers mix everybody into one track, and packets of it name who is in it. Another track may repeat it.
 * Pure but for its memory.
 */
import { BoundedMap } from '../../../../../process/bounded.ts';
import { heldUpMs } from '../../../../programs/page/line-speakers.ts';
import type { LineMoment, ReceivedTrack, TrackOwner } from '../../../../programs/page/platform-page.ts';
import type { TeamsRoster } from '../people/roster.ts';

const mark = 'mainAudio';
/** Words of somebody else that go on for so long, while none are known of whom the list names, say that it is wrong (MB#302). */
const contradictedMs = 2_000;
/** The list tells of somebody after they have begun, and names whoever spoke before them until then. */
const toldWithinMs = 1_000;
/** What ids of people end with whom the device of a room tells apart by their voices. */
const ofVoice = '@local';
const mostTold = 100;
/** It is asked for one track after the other, all of them at once. */
const atOnceMs = 25;

/**
 * A main track that brings nothing gives way to another one that has brought something for so long meanwhile: servers exchange
 * one for the other (att#825). What repeats it would be silent too.
 */
const exchangedMs = 500;
/** To any other track it gives way after so long (pf 3.7). */
const silentMs = 20_000;
const mostTracks = 100;

type Sound = Pick<ReceivedTrack, 'track' | 'streams' | 'connection' | 'receiver'>;

interface Heard {
  /** When the newest of its packets was made, by the page's clock. */
  readonly packet_ms: number;
  /** When that was seen, or else the track itself. */
  readonly at_ms: number;
  /** Since when it has brought something, again and again. */
  readonly since_ms: number;
}

/** Whom the servers take for the speaker. They tell it when it changes, and not while somebody goes on. */
interface Told {
  readonly source: string;
  readonly since_ms: number;
  /** It came at some time from here on. */
  readonly earliest_ms: number;
  /** Until when they are known to have spoken. */
  readonly until_ms: number;
  readonly isDoubted: boolean;
}

const isMain = ({ track, streams }: Sound): boolean => [track.id, ...streams].some((name) => name.includes(mark));
const isOver = ({ track, connection }: Sound): boolean =>
  track.readyState === 'ended' || connection.connectionState === 'closed';
/** Silence counts for nothing, where packets say that they are that. */
const newestPacketOf = ({ receiver }: Sound): number =>
  Math.max(
    0,
    ...receiver.getSynchronizationSources().flatMap(({ timestamp, audioLevel }) => (audioLevel === 0 ? [] : timestamp)),
  );

export const createMix = (
  roster: Pick<TeamsRoster, 'recall' | 'ownerOf' | 'members' | 'isWhole'>,
  ownId: () => string | undefined,
  now: () => number = () => performance.now(),
) => {
  /** The mix that is listened to; those of calls that are over, or that were left, make room for the next. */
  let main: Sound | undefined;
  let chosen_ms = 0;
  const heard = new BoundedMap<MediaStreamTrack, Heard>(mostTracks);
  let hasSources = false;
  /** As far back as anybody may be asked for, the newest last. */
  let told: readonly Told[] = [];
  /** Somebody has followed somebody in the list: one of nobody or one person may be all that ever comes (MB#298). */
  let hasChanged = false;
  /** When it was asked whom the list names, and the time before. */
  let asked_ms = Number.NEGATIVE_INFINITY;
  let askedBefore_ms = Number.NEGATIVE_INFINITY;
  /** While somebody is named by the list, and for as long after it as the list may be late. */
  let byListUntil_ms = Number.NEGATIVE_INFINITY;

  /** Answers whether it has brought something since it was last asked. */
  const hear = (received: Sound): boolean => {
    const before = heard.get(received.track);
    // Receivers forget what came ten seconds ago.
    const packet_ms = Math.max(before?.packet_ms ?? 0, newestPacketOf(received));
    const isNew = packet_ms > (before?.packet_ms ?? 0);
    const at_ms = before && !isNew ? before.at_ms : now();
    const goesOn = before !== undefined && at_ms - before.at_ms <= exchangedMs;
    heard.set(received.track, { packet_ms, at_ms, since_ms: goesOn ? before.since_ms : at_ms });
    return isNew;
  };
  const silentFor = ({ track }: Sound): number => now() - Math.max(chosen_ms, heard.get(track)?.at_ms ?? 0);

  /** Whether a track is to be listened to in place of the one that is. */
  const isBetter = (received: Sound, bringsNow: boolean): boolean => {
    if (received.track === main?.track || isOver(received)) return false;
    if (!main) return isMain(received);
    if (received.track.muted) return false;
    if (!isMain(received)) return bringsNow && silentFor(main) > silentMs;
    if (isOver(main) || main.track.muted) return true;
    const brought_ms = now() - (heard.get(received.track)?.since_ms ?? now());
    return bringsNow && (!isMain(main) || Math.min(brought_ms, silentFor(main)) >= exchangedMs);
  };

  const choose = (received: Sound): void => {
    if (!isBetter(received, hear(received))) return;
    main = received;
    chosen_ms = now();
  };

  const personOf = (source: string): string | undefined => {
    const id = roster.ownerOf(source)?.member.id;
    return id === ownId() ? undefined : id;
  };

  /** Where there is nobody else, nobody else speaks. */
  const onlyOne = (): string | undefined => {
    const own_id = ownId();
    const [one, ...more] = roster.members.filter(({ id }) => id !== own_id);
    return roster.isWhole && own_id !== undefined && more.length === 0 ? one?.id : undefined;
  };

  /** Whether they may be one of several by the device that the list names, who are in no list. */
  const mayShareDevice = (user_id: string): boolean =>
    !roster.recall(user_id) && (roster.isWhole || user_id.endsWith(ofVoice));

  /** A page that was held up may be asked before it hears what has waited. */
  const earliestOf = (now_ms: number): number => {
    const wasHeldUp = Number.isFinite(askedBefore_ms) && now_ms - askedBefore_ms > heldUpMs;
    return wasHeldUp ? askedBefore_ms : now_ms;
  };
  const tell = (news: Omit<Told, 'since_ms' | 'earliest_ms'>): void => {
    const since_ms = now();
    const first = told.findLastIndex((one) => one.since_ms <= since_ms - 2 * toldWithinMs);
    const latest: Told = { ...news, since_ms, earliest_ms: earliestOf(since_ms) };
    told = [...told.slice(Math.max(0, first)), latest].slice(-mostTold);
  };
  const toldOf = (one: Told | undefined): string | null => {
    if (!one) return onlyOne() ?? null;
    const person = one.isDoubted ? undefined : personOf(one.source);
    return person !== undefined && (hasChanged || person === onlyOne()) ? person : null;
  };
  /** What came shortly before the list told of somebody else may be either's. */
  const speakerAt = (at_ms: number): string | null => {
    const soon = told.filter((one) => one.since_ms > at_ms && one.earliest_ms <= at_ms + toldWithinMs);
    const then = toldOf(told.findLast(({ since_ms }) => since_ms <= at_ms));
    return soon.every((one) => toldOf(one) === then) ? then : null;
  };

  return {
    ownerOf(received: Sound): TrackOwner {
      choose(received);
      return { kind: 'line' };
    },
    /** Asked often, of each track. While there is a mix, every other one repeats what is in it. */
    repeats(received: Sound): boolean {
      choose(received);
      return main !== undefined && received.track !== main.track;
    },
    /** Whom the servers take for speakers, the newest first. */
    history([source = '', ...before]: readonly string[]): void {
      const last = told.at(-1);
      hasChanged ||= before.length > 0 || (last !== undefined && last.source !== source);
      tell({ source, until_ms: now(), isDoubted: false });
    },
    /**
     * Whose words were recognised, and until when they were spoken, by the clock of `now`. That is told a second or more after it,
     * when somebody else may speak: it names nobody, but says whether the servers' list still holds.
     */
    said(user_id: string, until_ms: number): void {
      const last = told.at(-1);
      if (!last || until_ms <= last.until_ms || mayShareDevice(user_id)) return;
      if (personOf(last.source) === user_id) told = told.with(-1, { ...last, until_ms });
      else if (until_ms > last.until_ms + contradictedMs && !last.isDoubted) tell({ ...last, isDoubted: true });
    },
    /**
     * How long after a moment it is certain whom the list names for it; undefined where nobody is named by the list, nor was a
     * moment ago. Asked often.
     */
    certainAfterMs(): number | undefined {
      if (now() - asked_ms > atOnceMs) [askedBefore_ms, asked_ms] = [asked_ms, now()];
      if (hasSources) return undefined;
      const isByList = hasChanged && onlyOne() === undefined;
      if (isByList) byListUntil_ms = Number.POSITIVE_INFINITY;
      else byListUntil_ms = Math.min(byListUntil_ms, now() + toldWithinMs);
      return now() < byListUntil_ms ? toldWithinMs : undefined;
    },
    /** Of several at once, the loudest who is known; null where nobody can say. */
    speakerOf({ at_ms, sources }: LineMoment): string | null | undefined {
      if (sources.length > 0) hasSources = true;
      const named = sources.map(({ source }) => personOf(String(source))).find((id) => id !== undefined);
      return named === undefined && !hasSources ? speakerAt(at_ms) : named;
    },
  };
};
