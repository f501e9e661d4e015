/** Has people shown as they are to be recorded, where that is the page, and lets the client know where they are not. */
import { type RecordingSettings, recordsPictures } from '../../../domain/bot/settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { News } from '../news.ts';

/** A page may go back to what it shows by itself, as when the bot comes out of another room. */
const lookAgainAfterMs = 20_000;
/** Something else is shown in people's place. */
const soonAgainAfterMs = 5_000;
/** How long to wait after each try in vain, and after those that follow: nobody is to find the bot in the menus all the time. */
const againAfterMs = [5_000, 15_000, 60_000];
const laterAgainAfterMs = 600_000;
/** Then it is told as missing. */
const missingAfter = 2;

export interface ViewKeeperPorts {
  readonly meeting: Pick<Meeting, 'capabilities' | 'recorder' | 'showIn'>;
  readonly recording_settings: Pick<RecordingSettings, 'format' | 'view'>;
  /** Whether another view is recorded than was asked for. */
  readonly viewNews: News;
  readonly log: SessionLog;
}

export interface ViewKeeper {
  /** Told at every look that shows the meeting. Works behind the caller's back, and never fails. */
  keep(now_ms: number): void;
  /** The bot was out of its room, where what could not be shown may be possible again. */
  doubt(): void;
}

export const createViewKeeper = ({ meeting, recording_settings, viewNews, log }: ViewKeeperPorts): ViewKeeper => {
  const { capabilities, recorder } = meeting;
  const { view } = recording_settings;
  const isOfPage = recorder.isOfPage === true && recordsPictures(recording_settings);
  const wanted = view === 'gallery_view' ? view : 'speaker_view';
  // What no page of the platform shows is told from the first answer on (domain/bot/platform-limits.ts).
  let isMissing = capabilities.pictures !== 'page' && view !== 'speaker_view' ? true : undefined;
  let isWorking = false;
  let not_before_ms = Number.NEGATIVE_INFINITY;
  let tries = 0;

  const show = async (now_ms: number): Promise<void> => {
    const isShown = await meeting.showIn?.(wanted).catch((error: unknown) => {
      log('people could not be shown as they are to be recorded', { error });
      return false;
    });
    if (isShown !== false) {
      not_before_ms = now_ms + (isShown ? lookAgainAfterMs : soonAgainAfterMs);
      if (isShown) [isMissing, tries] = [false, 0];
      return;
    }
    not_before_ms = now_ms + (againAfterMs[tries] ?? laterAgainAfterMs);
    tries += 1;
    if (tries >= missingAfter) isMissing = true;
  };

  return {
    keep(now_ms) {
      if (!isOfPage) return;
      if (isMissing !== undefined) viewNews(isMissing, now_ms);
      if (!meeting.showIn || isWorking || now_ms < not_before_ms) return;
      isWorking = true;
      void show(now_ms).finally(() => {
        isWorking = false;
      });
    },
    doubt() {
      [tries, not_before_ms] = [0, Number.NEGATIVE_INFINITY];
    },
  };
};
