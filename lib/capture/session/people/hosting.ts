/** Hands on a host's rights that the bot has only because it came first, as some meetings make a host of whoever does. */
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import { createBotTest } from './company.ts';

/** Other bots are in the meeting a moment before they are known for ones. */
const staysForMs = 5_000;
const againAfterMs = 5_000;

export interface HostingPorts {
  /** The participants of the meeting that are other bots of ours. */
  readonly otherBots: () => Promise<readonly string[]>;
  readonly log: SessionLog;
}

export interface Hosting {
  /** Told at every look that shows the meeting. Works behind the caller's back, and never fails. */
  keep(meeting: Pick<Meeting, 'makeHost'>, view: Pick<MeetingView, 'breakout' | 'participants'>, now_ms: number): void;
}

/**
 * They go to whoever came first and is no bot, while nobody but the bot has them and nobody whom they were given before is
 * there. The meeting itself refuses where they are the bot's own, or somebody is no person.
 */
export const createHosting = (
  { automatic_leave_settings: { bot_keywords } }: Pick<CaptureAssignment, 'automatic_leave_settings'>,
  { otherBots, log }: HostingPorts,
): Hosting => {
  const isBot = createBotTest(bot_keywords);
  const given = new Set<string>();
  /** Who is a bot, or was refused. */
  const passed = new Set<string>();
  let came = new Map<string, number>();
  let isWorking = false;
  let not_before_ms = Number.NEGATIVE_INFINITY;

  const give = async (makeHost: NonNullable<Meeting['makeHost']>, ids: readonly string[]): Promise<void> => {
    for (const id of await otherBots()) passed.add(id);
    const heir = ids.find((id) => !passed.has(id));
    if (heir === undefined) return;
    const isMade = await makeHost(heir);
    (isMade ? given : passed).add(heir);
    if (isMade) log('somebody is made a host, as the bot was one only because it came first', { participant_id: heir });
  };

  return {
    keep({ makeHost }, { breakout, participants }, now_ms) {
      const others = participants.filter(({ is_self }) => !is_self);
      came = new Map(others.map(({ id }) => [id, came.get(id) ?? now_ms]));
      const isHost = participants.some(({ is_self, is_host }) => is_self && is_host);
      const isHeld = others.some(({ id, is_host }) => is_host || given.has(id));
      if (!makeHost || !isHost || isHeld || breakout.state !== 'none' || isWorking || now_ms < not_before_ms) return;
      const heirs = others.filter(
        (one) => now_ms - (came.get(one.id) ?? now_ms) >= staysForMs && !passed.has(one.id) && !isBot(one),
      );
      if (heirs.length === 0) return;
      isWorking = true;
      not_before_ms = now_ms + againAfterMs;
      const ids = heirs.map(({ id }) => id);
      give(makeHost, ids)
        .catch((error: unknown) => log('nobody could be made a host', { error }))
        .finally(() => {
          isWorking = false;
        });
    },
  };
};
