/** Tells whether what people send into the meeting reaches the bot. Pure but for its memory of one visit. */
import type { LostMediaKind } from '../../../domain/bot/missing-media.ts';
import type { MediaView, MeetingView, ParticipantView } from '../../meeting/view.ts';
import { outputId } from '../../programs/protocol/people.ts';

// The page counts once a second, and may be late on a busy machine.
const freshForMs = 4_000;
// A connection takes a while to be made, or to be mended, on a busy machine. What reads sound in the page may stand still, and
// is replaced without leaving the meeting; that is noticed sooner (recording/recording-control.ts), and given time.
const certainAfterMs = 15_000;

export interface MediaSeen {
  /** What is missing, and since when (Unix time), once it has been for long enough to be sure of it. */
  readonly missing: { readonly kind: LostMediaKind; readonly since_ms: number } | undefined;
  /** Since when nothing seems to be missing (Unix time), likewise. */
  readonly fine_since_ms: number | undefined;
  /** Whoever spoke now would not be heard, as it seems. */
  readonly isDeaf: boolean;
}

export interface MediaWatchOptions {
  /** Whether people's pictures come to the bot one by one, and are wanted. */
  readonly hasPictures: boolean;
}

/** What a look tells of it. Of a meeting that is not there for a while the phase says that it connects again. */
export type MediaLookedAt = Pick<MeetingView, 'media' | 'last_sound_ms'> &
  Partial<Pick<MeetingView, 'phase' | 'encrypted'>>;
type Test = (look: MediaLookedAt, others: readonly ParticipantView[], now_ms: number) => boolean;

const isFresh = (at_ms: number | null, now_ms: number): boolean => at_ms !== null && now_ms - at_ms < freshForMs;

/** Tracks of which packets arrive, and those among them of which nothing comes out. One that is nobody's may be of no use. */
const arrivingAndStuck = (media: readonly MediaView[], medium: MediaView['medium'], now_ms: number) => {
  const arriving = media.filter(
    (one) => one.medium === medium && one.kind !== 'unknown' && one.is_wanted && isFresh(one.arrived_ms, now_ms),
  );
  return { arriving, stuck: arriving.filter(({ came_out_ms }) => !isFresh(came_out_ms, now_ms)) };
};

/** Whether pictures of somebody should come: of a shared screen, or of a camera that nobody told to stay away. */
const isToBeSeen = ({ id, has_camera, is_sharing }: ParticipantView, media: readonly MediaView[]): boolean =>
  is_sharing ||
  (has_camera &&
    media.every(({ participant_id, kind, is_wanted }) => participant_id !== id || kind !== 'camera' || is_wanted));

/** What the page plays, while it asks for that in vain. */
const isOutputCutOff = ({ id, is_cut_off }: MediaView): boolean => id === outputId && is_cut_off === true;

/** Whether the page itself goes on asking for people's sound, which does not come. */
export const asksForSound = ({ media }: Pick<MediaLookedAt, 'media'>): boolean => media.some(isOutputCutOff);

/** Whether people are there, and every connection by which their media would come is lost, or does not come about. */
const areAllCutOff = (
  { media, last_sound_ms }: MediaLookedAt,
  others: readonly ParticipantView[],
  now_ms: number,
): boolean => {
  const theirs = media.filter(
    (one) =>
      !isOutputCutOff(one) && (one.participant_id === null || others.some(({ id }) => id === one.participant_id)),
  );
  return (
    others.length > 0 &&
    theirs.some(({ is_cut_off }) => is_cut_off) &&
    !theirs.some(({ is_cut_off }) => is_cut_off === false) &&
    // Where a page plays what comes by no track, it may go on doing so.
    !isFresh(last_sound_ms, now_ms)
  );
};

/**
 * Nothing at all of anybody is only a fault where somebody has a camera on, or it cannot come: those who are muted need not
 * send anything, but their connections last. A single picture that stands still is its sender's affair, or the network's; all
 * of them are ours.
 */
const testsOf = ({ hasPictures }: MediaWatchOptions): readonly (readonly [LostMediaKind, Test])[] => [
  [
    'nothing_comes',
    (look, others, now_ms) =>
      !look.media.some(({ arrived_ms }) => isFresh(arrived_ms, now_ms)) &&
      (areAllCutOff(look, others, now_ms) || (hasPictures && others.some((other) => isToBeSeen(other, look.media)))),
  ],
  [
    'sound_not_heard',
    (look, others, now_ms) =>
      arrivingAndStuck(look.media, 'sound', now_ms).stuck.length > 0 ||
      (asksForSound(look) && others.length > 0 && !isFresh(look.last_sound_ms, now_ms)),
  ],
  [
    'pictures_not_seen',
    ({ media }, _, now_ms) => {
      const { arriving, stuck } = arrivingAndStuck(media, 'pictures', now_ms);
      return hasPictures && arriving.length > 0 && stuck.length === arriving.length;
    },
  ],
];

/** The meeting says itself that its connection is lost. It may have hidden its signs only; then media goes on coming. */
const whileItConnects: ReturnType<typeof testsOf> = [
  [
    'nothing_comes',
    ({ media, last_sound_ms }, others, now_ms) =>
      others.length > 0 &&
      !media.some(({ arrived_ms }) => isFresh(arrived_ms, now_ms)) &&
      !isFresh(last_sound_ms, now_ms),
  ],
];

export const createMediaWatch = (options: MediaWatchOptions) => {
  const whileItIsThere = testsOf(options);
  let connects = false;
  const missing_since_ms = new Map<LostMediaKind, number>();
  let fine_since_ms: number | undefined;
  let looked_ms = Number.NEGATIVE_INFINITY;

  const forget = (): void => {
    missing_since_ms.clear();
    fine_since_ms = undefined;
  };
  return {
    /** `others`: the participants but for the bot. */
    look(shown: MediaLookedAt, others: readonly ParticipantView[], now_ms: number): MediaSeen {
      // Nobody knows what was in between: the bot may have been on its way into another room, or the machine stood still.
      if (now_ms - looked_ms >= freshForMs) forget();
      looked_ms = now_ms;
      // What was missing meanwhile is given time to come again.
      if (connects !== (shown.phase === 'connecting')) forget();
      connects = shown.phase === 'connecting';
      const tests = connects ? whileItConnects : whileItIsThere;
      for (const [kind, isMissing] of tests) {
        if (!isMissing(shown, others, now_ms)) missing_since_ms.delete(kind);
        else if (!missing_since_ms.has(kind)) missing_since_ms.set(kind, now_ms);
      }
      fine_since_ms = missing_since_ms.size > 0 ? undefined : (fine_since_ms ?? now_ms);
      const missing = [...missing_since_ms].find(([, since_ms]) => now_ms - since_ms >= certainAfterMs);
      const isFine = fine_since_ms !== undefined && now_ms - fine_since_ms >= certainAfterMs;
      return {
        missing: missing && { kind: missing[0], since_ms: missing[1] },
        fine_since_ms: isFine ? fine_since_ms : undefined,
        isDeaf: missing_since_ms.has('nothing_comes') || missing_since_ms.has('sound_not_heard'),
      };
    },
  };
};
