/** Has captions written in the language that the client asks for, and lets the client know where they are not. */
import { type OtherCaptionsKind, otherCaptionsKinds } from '../../../domain/bot/missing-media.ts';
import { captionLanguageOn } from '../../../domain/transcription/caption-languages.ts';
import type { TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { CaptionView } from '../../meeting/view.ts';
import type { SessionBot } from '../bot.ts';
import type { Appointed } from '../ports.ts';
import { againAfterMs } from './captions-on.ts';

/** Where the client could not be told. */
const tellAgainAfterMs = 5_000;

export interface CaptionLanguagePorts {
  readonly appointed: Pick<Appointed, 'platform'>;
  readonly meeting: Pick<Meeting, 'captionIn'>;
  readonly bot: Pick<SessionBot, 'missing' | 'nothingMissing'>;
  /** While the bot still is another worker's, nothing is told, and so nothing is taken for told. */
  readonly isInStandby: () => boolean;
  readonly log: SessionLog;
}

/**
 * Told at every look, once captions are turned on, how what is said is to be written down. Works behind the caller's back,
 * and nothing that goes wrong keeps a bot from its meeting. Where no language is asked for, captions stay in that which
 * they are in. `doubt`: the bot was out of its room, where captions may have gone back to another language.
 */
export const createCaptionLanguage = ({ appointed, meeting, bot, isInStandby, log }: CaptionLanguagePorts) => {
  const told = new Set<OtherCaptionsKind>();
  let asked: string | undefined;
  let isOffered = true;
  /** Whether nothing stands that was told of another language, or by an earlier worker. */
  let isCleared = true;
  let isDoubtful = false;
  let isWorking = false;
  /** What was tried last, how often in vain, and until when that is left alone. */
  let tried: string | undefined;
  let tries = 0;
  let calm_until_ms = Number.NEGATIVE_INFINITY;

  const forget = (): void => {
    [tries, calm_until_ms] = [0, Number.NEGATIVE_INFINITY];
  };

  const miss = (kind: OtherCaptionsKind, now_ms: number): void => {
    if (told.has(kind) || isInStandby()) return;
    told.add(kind);
    bot.missing(kind, new Date(now_ms)).catch((error: unknown) => {
      told.delete(kind);
      log('the client could not be told how captions are written', { error });
    });
  };

  const clear = async (now_ms: number): Promise<void> => {
    if (isCleared || isInStandby()) return;
    await bot.nothingMissing(otherCaptionsKinds, new Date(now_ms));
    told.clear();
    isCleared = true;
  };

  /** Answers whether it is offered. Where that cannot be found out it counts as not, and is tried again. */
  const choose = async (language: string, now_ms: number): Promise<boolean> => {
    try {
      return (await meeting.captionIn?.(language)) === true;
    } catch (error) {
      log('the language of captions could not be chosen', { error });
      isDoubtful = true;
      calm_until_ms = now_ms + (againAfterMs[tries] ?? Number.POSITIVE_INFINITY);
      tries += 1;
      return false;
    }
  };

  const change = async (language: string | undefined, now_ms: number): Promise<void> => {
    isDoubtful = false;
    if (language !== tried) forget();
    tried = language;
    const offers = language === undefined || (await choose(language, now_ms));
    isCleared &&= language === asked && offers === isOffered;
    [asked, isOffered] = [language, offers];
    await clear(now_ms);
    log(isOffered ? 'captions are written in a language' : 'captions are not offered in a language', { language });
  };

  const keep = (settings: TranscriptionSettings, captions: readonly CaptionView[], now_ms: number): void => {
    const { meeting_closed_captions: languages } = settings;
    if (isWorking) return;
    // Nobody reads them: what was told of them is over.
    if (!languages && told.size === 0) return;
    if (!languages) isCleared = false;
    const wanted = languages ? captionLanguageOn(appointed.platform, languages) : asked;
    const isCalm = wanted === tried && now_ms < calm_until_ms;
    const isChosen = !languages || (wanted === asked && (isCalm || !isDoubtful || wanted === undefined));
    if (isChosen && (isCleared || isInStandby())) {
      if (!isOffered) miss('captions_not_offered', now_ms);
      if (asked !== undefined && captions.some((one) => one.is_untranslated)) miss('captions_not_translated', now_ms);
      return;
    }
    isWorking = true;
    const work = isChosen ? clear(now_ms) : change(wanted, now_ms);
    work
      .catch((error: unknown) => {
        calm_until_ms = now_ms + tellAgainAfterMs;
        isDoubtful = true;
        log('the client could not be told how captions are written', { error });
      })
      .finally(() => {
        isWorking = false;
      });
  };

  return {
    keep,
    doubt() {
      isDoubtful = true;
      forget();
    },
  };
};
