/** What tells where a bot is in a page made of LiveKit's components, with where that is known from. */
import type { MeetingPhase } from '../../meeting/view.ts';
import type { Connection } from './roster.ts';

/**
 * `DisconnectReason` of LiveKit's protocol (`livekit_models.proto`): why the server has ended a client's connection. The
 * others are faults of connections, after which a client may come again.
 */
const finalReasons: Readonly<Record<number, MeetingPhase>> = {
  1: 'left', // CLIENT_INITIATED
  2: 'removed', // DUPLICATE_IDENTITY: somebody else came in with the bot's token
  4: 'removed', // PARTICIPANT_REMOVED
  5: 'ended', // ROOM_DELETED
  10: 'ended', // ROOM_CLOSED
};

/** What the server answers to whoever may not connect (`/rtc/validate`, `/rtc/v1/validate`). */
const refusals: readonly (readonly [RegExp, MeetingPhase])[] = [
  [/requested room does not exist/i, 'not_found'],
  [/max participants/i, 'full'],
  [/permission|unauthori|authoriz|token|expired/i, 'login_required'],
];

export const phaseOfRefusal = (answer: string): MeetingPhase | undefined =>
  refusals.find(([words]) => words.test(answer))?.[1];

export interface PageFacts {
  readonly isLoaded: boolean;
  readonly hasPreJoin: boolean;
  /** There is a button for leaving that can be pressed: the page takes itself to be in the meeting, or on the way there. */
  readonly canLeave: boolean;
  /** What the page shows of a meeting is there. */
  readonly hasMeeting: boolean;
  readonly connection: Connection;
  /** What the server said to who may not connect. */
  readonly refusal: string | undefined;
}

/** What is final takes two signs: the word of the server or of the page's own message, and a page that is not in. Pure. */
export const phaseOf = (facts: PageFacts): MeetingPhase => {
  const { isLoaded, hasPreJoin, canLeave, hasMeeting, connection, refusal } = facts;
  if (canLeave) return connection.state === 'joined' ? 'in_meeting' : 'asking';
  if (connection.state === 'leaving') return 'left';
  const ending = connection.state === 'disconnected' ? finalReasons[connection.reason] : undefined;
  if (ending) return ending;
  const refused = refusal === undefined ? undefined : phaseOfRefusal(refusal);
  if (refused) return refused;
  if (hasPreJoin) return 'pre_join';
  if (hasMeeting && connection.state === 'none') return 'asking';
  return isLoaded ? 'unknown' : 'loading';
};
