/** What stands in the place of a transcript that is empty because there was nothing to write it down from. */
import type { Bot } from '../bot/bot.ts';
import { isFinal } from '../bot/lifecycle.ts';
import type { Utterance } from '../captured/captured.ts';
import type { MeetingCapabilities } from '../meeting/capabilities.ts';
import type { Platform } from '../meeting/known-platforms.ts';
import { platformRows } from '../meeting/platforms.ts';

type Kept = Pick<Bot, 'platform' | 'missing_media' | 'state' | 'events'>;

const adviceWhere = (captions: MeetingCapabilities['captions']): string => {
  const byProvider = 'send bots with a provider that hears the sound';
  if (captions === false) return `meetings of its platform have none, so ${byProvider}`;
  const allow = captions === true ? 'allow them in the meeting' : 'have a captioner write them in the meeting';
  return `${allow}, or ${byProvider}`;
};

const whyOn = (platform: Platform) => ({
  error_code: 'captions_not_available',
  error_message: `There were no captions in the meeting, by which this bot writes down what is said: ${adviceWhere(platformRows[platform].capabilities.captions)}.`,
});

interface Time {
  readonly since: string;
  readonly until: string;
  readonly isOver: boolean;
}

/** A time goes on where another one begins as it ends: only why there were no captions is said otherwise from then on. */
const joined = (times: readonly Time[], { since, until, isOver }: Time): readonly Time[] => {
  const last = times.at(-1);
  return last?.until === since
    ? [...times.slice(0, -1), { since: last.since, until, isOver }]
    : [...times, { since, until, isOver }];
};

/**
 * One entry for each time without captions, of no speaker; none where there were captions all the time. `after`: only those that
 * lasted longer. One that goes on is always among them: it is known a minute or two after it has begun.
 */
export const unwrittenOf = ({ platform, missing_media = [], state, events }: Kept, after?: Date): Utterance[] => {
  const left = isFinal(state) ? events.at(-1)?.created_at : undefined;
  return missing_media
    .filter(({ kind }) => kind === 'no_captions')
    .map(({ since, until = left }) => ({ since, until: until ?? since, isOver: until !== undefined }))
    .reduce<readonly Time[]>(joined, [])
    .filter(({ until, isOver }) => !after || !isOver || Date.parse(until) > after.getTime())
    .map(({ since, until }) => ({
      speaker_name: '',
      speaker_uuid: '',
      speaker_user_uuid: null,
      speaker_is_host: false,
      timestamp_ms: Date.parse(since),
      duration_ms: Date.parse(until) - Date.parse(since),
      transcription: { transcript: '', ...whyOn(platform) },
    }));
};
