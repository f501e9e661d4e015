/** Pictures cost most of what a bot costs: those that nobody will see are not asked for. */
import type { MeetingPage } from '../../browser/meeting-page.ts';
import type { MeetingPlatform } from '../../platforms/platform.ts';
import type { Visit } from '../visit.ts';

interface Unseen extends Pick<Visit, 'log'> {
  readonly assignment: Pick<Visit['assignment'], 'recording_settings'>;
  readonly platform: Pick<MeetingPlatform, 'showIncomingVideo'>;
  readonly meeting: Pick<MeetingPage, 'page'>;
}

/** Where a platform can stop sending pictures, has it do so for a bot that records none. Never fails. */
export const refuseUnseenVideo = async ({ assignment, platform, meeting, log }: Unseen): Promise<void> => {
  if (assignment.recording_settings.format === 'mp4') return;
  await platform
    .showIncomingVideo(meeting.page, false)
    .catch((error: unknown) => log('incoming video could not be turned off', { error }));
};
