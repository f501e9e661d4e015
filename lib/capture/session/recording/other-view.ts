/** Whether a bot records another view than it was asked for, where its client could not know that before. */
import type { RecordingSettings } from '../../../domain/bot/settings.ts';
import type { Meeting } from '../../meeting/meeting.ts';

/** Where the platform leaves no choice, that is told from the first answer on (domain/bot/platform-limits.ts). */
export const isOtherView = (
  { capabilities, recorder }: Pick<Meeting, 'capabilities' | 'recorder'>,
  { format, view }: Pick<RecordingSettings, 'format' | 'view'>,
): boolean =>
  recorder.isOfPage === true && capabilities.pictures !== 'page' && format === 'mp4' && view !== 'speaker_view';
