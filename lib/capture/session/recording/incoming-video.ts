/** Pictures cost most of what a bot costs: those that nobody will see are not asked for. */
import { type RecordingSettings, recordsPictures } from '../../../domain/bot/settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';

/** Where a meeting can stop sending pictures, has it do so for a bot that records none. Never fails. */
export const refuseUnseenVideo = async (
  meeting: Pick<Meeting, 'wantPictures'>,
  settings: Pick<RecordingSettings, 'format'>,
  log: SessionLog,
): Promise<void> => {
  if (recordsPictures(settings)) return;
  await meeting
    .wantPictures?.(false)
    .catch((error: unknown) => log('incoming video could not be turned off', { error }));
};
