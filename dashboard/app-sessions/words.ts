/** App sessions in words for people. */
import type { AppSession } from '../../lib/client/generated.ts';
import { eventWord, reasonOf } from '../bots/reasons.ts';
import { failureOf } from '../bots/words.ts';

/** What tells a session from others: what its client has noted, or Zoom's id of the meeting. */
export const sessionName = ({ metadata, meeting_uuid }: AppSession): string =>
  ['name', 'title', 'topic', 'customer'].flatMap((key) =>
    typeof metadata[key] === 'string' ? [metadata[key]] : [],
  )[0] ?? meeting_uuid;

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
