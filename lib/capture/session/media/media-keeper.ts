/** Sees to it that media which does not reach the bot is missed: by the log, by the client, and by opening the meeting anew. */
import { type BotState, isBetweenRooms } from '../../../domain/bot/lifecycle.ts';
import { type LostMediaKind, lostMediaKinds } from '../../../domain/bot/missing-media.ts';
import { type RecordingSettings, recordsPictures } from '../../../domain/bot/settings.ts';
import { pauseAfter } from '../../../process/retry.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { ParticipantView } from '../../meeting/view.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { createNewsOfSeveral, type Missing, type NewsPorts } from '../news.ts';
import { asksForSound, createMediaWatch, type MediaLookedAt, type MediaSeen } from './media-watch.ts';

const minute = 60_000;
// Everybody sees the bot go and come back, and it may be of no use: each time is further from the one before.
const anewAgainAfter = { first_ms: 5 * minute, longest_ms: 40 * minute };
const forgivenAfterMs = 10 * minute;

const sentences: Record<LostMediaKind, string> = {
  nothing_comes:
    'neither sound nor pictures come of anybody: connections are lost, or cameras are on and nothing arrives',
  sound_not_heard: 'sound arrives and is not heard',
  pictures_not_seen: 'pictures arrive and are not seen',
};

export interface MediaLook {
  /** Whoever spoke now would not be heard, as it seems. */
  readonly isDeaf: boolean;
  /** Why the meeting is to be opened anew now; undefined when it is not. */
  readonly lack: string | undefined;
}

/** One visit to the meeting. `others`: the participants but for the bot, which is in this `state`. */
export type LookAtMedia = (
  view: MediaLookedAt,
  known: { readonly others: readonly ParticipantView[]; readonly state: BotState | undefined },
  now_ms: number,
) => Promise<MediaLook>;

export interface MediaKeeper {
  /** The bot has come into the meeting. */
  enter(meeting: Pick<Meeting, 'capabilities' | 'evidence' | 'isLost'>): LookAtMedia;
}

export interface MediaKeeperPorts extends NewsPorts {
  readonly diagnostics: Diagnostics;
  readonly recording_settings: Pick<RecordingSettings, 'format'>;
}

/** Lives as long as the session, across its visits to the meeting. */
export const createMediaKeeper = (ports: MediaKeeperPorts): MediaKeeper => {
  const { diagnostics, log, recording_settings } = ports;
  const news = createNewsOfSeveral(lostMediaKinds, ports);
  /** Since when; a visit knows of its own time only. */
  const missing = new Map<LostMediaKind, Missing>();
  let anew = { times: 0, at_ms: Number.NEGATIVE_INFINITY };

  const mayOpenAnew = (now_ms: number): boolean =>
    anew.times === 0 || now_ms - anew.at_ms >= pauseAfter(anew.times, anewAgainAfter);

  const begin = async (
    meeting: Pick<Meeting, 'evidence' | 'isLost'>,
    { kind, since_ms }: NonNullable<MediaSeen['missing']>,
  ): Promise<void> => {
    log(sentences[kind], { since: new Date(since_ms).toISOString() });
    await diagnostics.keep(meeting, kind);
  };

  const end = (fine_since_ms: number, now_ms: number): void => {
    if (missing.size > 0) log('nothing of the meeting is missing any more');
    missing.clear();
    news(missing, fine_since_ms);
    if (now_ms - anew.at_ms >= forgivenAfterMs) anew = { ...anew, times: 0 };
  };

  const lackIn = async (
    meeting: Pick<Meeting, 'evidence' | 'isLost'>,
    seen: MediaSeen,
    now_ms: number,
    mayHelp: boolean,
  ): Promise<string | undefined> => {
    if (seen.fine_since_ms !== undefined) end(seen.fine_since_ms, now_ms);
    if (!seen.missing) return undefined;
    const { kind, since_ms } = seen.missing;
    const isNew = !missing.has(kind);
    if (isNew) missing.set(kind, { since_ms });
    news(missing, now_ms);
    if (isNew) await begin(meeting, seen.missing);
    // One that connects again by itself, or asks for its sound, is waited for, and one that is encrypted is so however often it is
    // opened.
    if (!mayHelp || !mayOpenAnew(now_ms)) return undefined;
    anew = { times: anew.times + 1, at_ms: now_ms };
    return sentences[kind];
  };

  return {
    enter(meeting) {
      const hasPictures = meeting.capabilities.pictures === 'track_per_person' && recordsPictures(recording_settings);
      const watch = createMediaWatch({ hasPictures });
      return async (view, { others, state }, now_ms) => {
        // On its way into another room nothing comes.
        if (state && isBetweenRooms(state)) return { isDeaf: false, lack: undefined };
        const seen = watch.look(view, others, now_ms);
        const mayHelp = view.phase !== 'connecting' && view.encrypted !== 'media' && !asksForSound(view);
        const lack = await lackIn(meeting, seen, now_ms, mayHelp);
        return { isDeaf: seen.isDeaf, lack };
      };
    },
  };
};
