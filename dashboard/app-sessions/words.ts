/** App sessions in words for people. */
import type { AppSession, BotEvent, BotEventType, BotState } from '../../lib/client/generated.ts';
import { appSessionName } from '../../lib/domain/app-session/app-session-name.ts';
import { eventWord as botEventWord, reasonOf } from '../bots/reasons.ts';
import { failureOf, stateOf } from '../bots/words.ts';
import type { Tone } from '../look/dot.tsx';

export const sessionName = (session: AppSession): string => appSessionName(session.metadata, session);

const events: Partial<Record<BotEventType, string>> = {
  join_requested: 'Asked for the stream',
  joined_meeting: 'The stream began',
  could_not_join_meeting: 'Got no stream',
  recording_paused: 'Zoom held the stream back',
  recording_resumed: 'The stream went on',
  leave_requested: 'Was asked to end',
  left_meeting: 'The stream was left',
  meeting_ended: 'The stream ended',
};
/** A session lives as a bot does; what happens to it happens to a stream. */
export const eventWord = (event: BotEvent): string => events[event.type] ?? botEventWord(event);

const states: Partial<Record<BotState, string>> = {
  joining: 'Opening the stream',
  joined_recording_paused: 'Held back',
  leaving: 'Ending',
};

/** How a session stands, in a word. */
export const standOf = (session: AppSession): readonly [word: string, tone: Tone] => {
  const [word, tone] = stateOf(session);
  const failure = failureOf(session);
  const said = failure && tone === 'failed' ? eventWord(failure) : states[session.state];
  return [said ?? word, tone];
};

type SubType = NonNullable<AppSession['events'][number]['sub_type']>;

const advice: Partial<Record<SubType, string>> = {
  oauth_app_not_configured:
    'The project has no app at Zoom: an owner enters its client id and secret in Settings, under Zoom apps. Then have the meeting streamed again.',
  blocked_by_platform:
    'Zoom refused the signature: the client secret is that of another app, or was renewed. An owner enters the right one in Settings, under Zoom apps.',
  unable_to_connect_to_meeting:
    'Zoom’s servers did not answer for three minutes. Forward meeting.rtms_started at once: Zoom waits for a minute only.',
};

/** What kept a session from its stream, or broke it off, and what to do; undefined where all went well. */
export const troubleOf = (session: AppSession) => {
  const failure = failureOf(session);
  if (!failure) return undefined;
  return {
    title: `${eventWord(failure)}: ${reasonOf(failure) ?? 'nothing more is known'}`,
    todo:
      (failure.sub_type && advice[failure.sub_type]) ??
      'Have the meeting streamed again. If it stays so, its history below says when it broke off.',
    since: failure.created_at,
  };
};
