/** Asks for the permission to record and tells the bot what became of it. */
import type { MeetingView } from '../platforms/platform.ts';
import type { Visit } from './visit.ts';

const ask_timeout_ms = 60_000;

/** Looks at what the room says about recording; answers whether the bot may record now. */
export const createPermissionKeeper = ({ bot, clock, platform, meeting, log }: Visit) => {
  let asked_ms: number | undefined;
  let settled = false;

  const ask = async (): Promise<void> => {
    if (asked_ms !== undefined) return;
    asked_ms = clock.now_ms();
    await platform.requestRecording(meeting.page).catch((error: unknown) => log('could not ask to record', { error }));
  };

  return async ({ recording }: Pick<MeetingView, 'recording'>): Promise<boolean> => {
    switch (recording) {
      case 'allowed':
        settled = true;
        await bot.advance('permission_granted');
        return bot.state === 'joined_recording';
      case 'denied':
        settled = true;
        await bot.advance('permission_denied', 'host_denied_permission');
        return false;
      case 'not_asked':
      case 'requested':
        if (recording === 'not_asked') await ask();
        asked_ms ??= clock.now_ms();
        if (!settled && clock.now_ms() - asked_ms > ask_timeout_ms) {
          settled = true;
          await bot.advance('permission_denied', 'request_timed_out');
        }
        return false;
    }
  };
};
