/** Has captions written in the language that the client asks for, and lets the client know where they are not. */
import type { OtherCaptionsKind } from '../../../domain/bot/missing-media.ts';
import { captionLanguageOn } from '../../../domain/transcription/caption-languages.ts';
import type { TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { CaptionView } from '../../meeting/view.ts';
import type { Missing, NewsOfSeveral } from '../news.ts';
import type { Appointed } from '../ports.ts';
import { againAfterMs } from './captions-on.ts';

export interface CaptionLanguagePorts {
  readonly appointed: Pick<Appointed, 'platform'>;
  readonly meeting: Pick<Meeting, 'captionIn'>;
  /** Whether captions are written otherwise than they were asked for. */
  readonly otherCaptionsNews: NewsOfSeveral<OtherCaptionsKind>;
  readonly log: SessionLog;
}

/**
 * Told at every look how what is said is to be written down, and of the captions, if they are turned on. Works behind the caller's
 * back, and nothing that goes wrong keeps a bot from its meeting. Where no language is asked for, captions stay in that which
 * they are in. `doubt`: the bot was out of its room, where captions may have gone back to another language.
 */
export const createCaptionLanguage = ({ appointed, meeting, otherCaptionsNews, log }: CaptionLanguagePorts) => {
  let asked: string | undefined;
  let isOffered = true;
  /** Some of them were in the language that was spoken. */
  let isUntranslated = false;
  let isDoubtful = false;
  let isWorking = false;
  /** What was tried last, how often in vain, and until when that is left alone. */
  let tried: string | undefined;
  let tries = 0;
  let calm_until_ms = Number.NEGATIVE_INFINITY;

  const forget = (): void => {
    [tries, calm_until_ms] = [0, Number.NEGATIVE_INFINITY];
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
    isWorking = true;
    isDoubtful = false;
    if (language !== tried) forget();
    tried = language;
    const offers = language === undefined || (await choose(language, now_ms));
    if (language !== asked || offers !== isOffered) isUntranslated = false;
    [asked, isOffered] = [language, offers];
    log(isOffered ? 'captions are written in a language' : 'captions are not offered in a language', { language });
    isWorking = false;
  };

  const tell = (now_ms: number): void => {
    const missing = new Map<OtherCaptionsKind, Missing>();
    if (!isOffered) missing.set('captions_not_offered', { since_ms: now_ms });
    if (isUntranslated) missing.set('captions_not_translated', { since_ms: now_ms });
    otherCaptionsNews(missing, now_ms);
  };

  return {
    keep(settings: TranscriptionSettings, captions: readonly CaptionView[] | undefined, now_ms: number): void {
      const { meeting_closed_captions: languages } = settings;
      if (!languages) {
        // Nobody reads them: what was told of them is over.
        isUntranslated = false;
        otherCaptionsNews(new Map(), now_ms);
        return;
      }
      if (!captions || isWorking) return;
      const wanted = captionLanguageOn(appointed.platform, languages);
      const isCalm = wanted === tried && now_ms < calm_until_ms;
      if (wanted !== asked || (isDoubtful && !isCalm && wanted !== undefined)) {
        void change(wanted, now_ms);
        return;
      }
      isUntranslated ||= asked !== undefined && captions.some((one) => one.is_untranslated);
      tell(now_ms);
    },
    doubt() {
      isDoubtful = true;
      forget();
    },
  };
};
