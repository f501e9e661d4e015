/** Asks for the permission to record and tells the bot what became of it. */
import { isBetweenRooms } from '../../../domain/lifecycle.ts';
import type { MeetingView } from '../../platforms/platform.ts';
import type { Visit } from '../visit.ts';

const ask_timeout_ms = 60_000;

/**
 * Looks at what the room says about recording; answers whether the bot may record now. Asks once in each room. What was
 * granted may be taken back at any time, and granted again.
 */
export const createPermissionKeeper = ({ bot, clock, platform, meeting, log }: Visit) => {
  let asked_ms: number | undefined;
  let outcome: 'granted' | 'denied' | undefined;

  const deny = async (reason: Parameters<typeof bot.advance>[1]): Promise<false> => {
    outcome = 'denied';
    await bot.advance('permission_denied', reason);
    return false;
  };

  const wait = async (isAsked: boolean): Promise<false> => {
    if (outcome === 'granted') return deny('host_denied_permission');
    if (outcome === 'denied') return false;
    if (asked_ms === undefined) {
      asked_ms = clock.now_ms();
      if (!isAsked)
        await platform
          .requestRecording(meeting.page)
          .catch((error: unknown) => log('could not ask to record', { error }));
    }
    return clock.now_ms() - asked_ms > ask_timeout_ms ? deny('request_timed_out') : false;
  };

  return async ({ recording }: Pick<MeetingView, 'recording'>): Promise<boolean> => {
    if (bot.state && isBetweenRooms(bot.state)) {
      [asked_ms, outcome] = [undefined, undefined];
      return false;
    }
    switch (recording) {
      case 'allowed':
        outcome = 'granted';
        await bot.advance('permission_granted');
        return bot.state === 'joined_recording';
      case 'denied':
        return deny('host_denied_permission');
      case 'cannot_be_granted':
        return deny('host_client_cannot_grant_permission');
      case 'not_asked':
        return wait(false);
      case 'requested':
        return wait(true);
    }
  };
};
