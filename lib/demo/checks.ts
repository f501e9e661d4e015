/** What must be true of everything that the demo brought home. Each claim is a sentence; the false ones fail the demo. */
import type { Bot } from '../client/generated.ts';
import type { ChatMessage, ParticipantEvent, Utterance } from '../domain/captured/captured.ts';
import type { RecordingFacts } from './inspect-recording.ts';
import type { ReceivedWebhook } from './webhook-sink.ts';

/** A sentence or a message of the script, and when it was through, in Unix ms. */
export interface Said {
  readonly who: string;
  readonly text: string;
  readonly done_ms: number;
}

export interface Evidence {
  readonly bot: Bot;
  readonly recording: RecordingFacts;
  readonly transcript: readonly Utterance[];
  readonly participant_events: readonly ParticipantEvent[];
  readonly chat_messages: readonly ChatMessage[];
  readonly webhooks: readonly ReceivedWebhook[];
  readonly refused_webhooks: number;
  /** What the scripted participants said and wrote, in order. */
  readonly said: readonly Said[];
  readonly chatted: readonly Said[];
  readonly bot_name: string;
}

export interface Claim {
  readonly claim: string;
  readonly holds: boolean;
  readonly found?: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const secondsInMeeting = ({ events }: Bot): number => {
  const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.created_at ?? '');
  return (at('left_meeting') - at('joined_meeting')) / 1000;
};

export const aboutBot = ({ bot }: Pick<Evidence, 'bot'>): Claim[] => [
  { claim: 'the bot ended', holds: bot.state === 'ended', found: bot.state },
  {
    claim: 'its life was join_requested, joined_meeting, leave_requested, left_meeting, post_processing_completed',
    holds: same(
      bot.events.map(({ type }) => type),
      ['join_requested', 'joined_meeting', 'leave_requested', 'left_meeting', 'post_processing_completed'],
    ),
    found: bot.events.map(({ type }) => type).join(', '),
  },
  {
    claim: 'recording and transcription are complete',
    holds: bot.recording_state === 'complete' && bot.transcription_state === 'complete',
  },
];

export const aboutRecording = ({ recording, bot }: Pick<Evidence, 'recording' | 'bot'>): Claim[] => {
  const { video_codec, audio_codec, width, height, duration_s, brightness, contrast, loudness } = recording;
  const expected = secondsInMeeting(bot);
  return [
    {
      claim: 'the recording is H.264 and AAC',
      holds: video_codec === 'avc' && audio_codec === 'aac',
      found: `${video_codec}, ${audio_codec}`,
    },
    { claim: 'it is at least 1280x720', holds: width >= 1280 && height >= 720, found: `${width}x${height}` },
    {
      claim: 'it is as long as the time in the meeting, within 2 s',
      holds: Math.abs(duration_s - expected) <= 2,
      found: `${duration_s.toFixed(1)} s of ${expected.toFixed(1)} s`,
    },
    {
      claim: 'its picture is not black',
      holds: brightness > 16 && contrast > 8,
      found: `brightness ${brightness.toFixed(0)}, contrast ${contrast.toFixed(0)}`,
    },
    { claim: 'its sound is not silent', holds: loudness > 0.01, found: `loudness ${loudness.toFixed(3)}` },
  ];
};

/** What was through a little before the bot was asked to leave must be there; what came after may be, or its beginning. */
const isAccountOf = (
  found: readonly { who: string; text: string }[],
  said: readonly Said[],
  leave_ms: number,
): boolean => {
  const due = said.filter(({ done_ms }) => done_ms < leave_ms - 1500).length;
  const isRight = ({ who, text }: (typeof found)[number], index: number): boolean => {
    const line = said[index];
    const isTold = line?.text === text || (index >= due && line?.text.startsWith(`${text} `) === true);
    return line?.who === who && isTold;
  };
  return found.length >= due && due > 0 && found.every(isRight);
};

const leaveOf = ({ events }: Bot): number =>
  Date.parse(events.find(({ type }) => type === 'leave_requested')?.created_at ?? '');

const aboutTranscript = ({ bot, transcript, said }: Evidence): Claim[] => {
  const heard = transcript.map(({ speaker_name, transcription }) => ({
    who: speaker_name,
    text: transcription.transcript,
  }));
  return [
    {
      claim: 'the transcript is what was said, under the right names, in the right order',
      holds: new Set(heard.map(({ who }) => who)).size === 2 && isAccountOf(heard, said, leaveOf(bot)),
      found: `${heard.length} sentences`,
    },
  ];
};

export const aboutChat = ({
  bot,
  chat_messages,
  chatted,
}: Pick<Evidence, 'bot' | 'chat_messages' | 'chatted'>): Claim[] => {
  const messages = chat_messages.map(({ sender_name, text }) => ({ who: sender_name, text }));
  return [
    {
      claim: 'the chat is what was written',
      holds: isAccountOf(messages, chatted, leaveOf(bot)),
      found: `${messages.length} messages`,
    },
  ];
};

export const aboutPeople = ({
  participant_events,
  said,
  bot_name,
}: Pick<Evidence, 'participant_events' | 'said' | 'bot_name'>): Claim[] => {
  const names = [...new Set(said.map(({ who }) => who))];
  const has = (name: string, type: string) =>
    participant_events.some((event) => event.participant_name === name && event.event_type === type);
  return [
    { claim: 'both joined, as the bot saw it', holds: names.every((name) => has(name, 'join')) },
    {
      claim: 'both started and stopped speaking',
      holds: names.every((name) => has(name, 'speech_start') && has(name, 'speech_stop')),
    },
    {
      claim: 'the bot itself is no participant',
      holds: participant_events.every(({ participant_name }) => participant_name !== bot_name),
    },
  ];
};

/** What was told of a bot's life and of what was said. */
export const aboutWebhooks = ({
  webhooks,
  refused_webhooks,
  bot,
  transcript,
}: Pick<Evidence, 'webhooks' | 'refused_webhooks' | 'bot' | 'transcript'>): Claim[] => {
  const of = (trigger: string) => webhooks.filter(({ envelope }) => envelope.trigger === trigger);
  const states = of('bot.state_change')
    .map(({ envelope }) => envelope.data)
    .sort((a, b) => Number(a.sequence) - Number(b.sequence));
  // That nothing could be written down is said by nobody.
  const utterances = transcript.filter(({ speaker_uuid }) => speaker_uuid !== '');
  return [
    {
      claim: 'a webhook told of every state change, once',
      holds: same(
        states.map(({ event_type }) => event_type),
        bot.events.map(({ type }) => type),
      ),
      found: states.map(({ new_state }) => new_state).join(', '),
    },
    {
      claim: 'a webhook told of every utterance',
      holds: of('transcript.update').length === utterances.length,
      found: `${of('transcript.update').length} of ${utterances.length}`,
    },
    { claim: 'every webhook was signed', holds: refused_webhooks === 0, found: `${refused_webhooks} were not` },
  ];
};

/** All claims about the evidence. The demo went well when each holds. */
export const claimsAbout = (evidence: Evidence): Claim[] =>
  [aboutBot, aboutRecording, aboutTranscript, aboutChat, aboutPeople, aboutWebhooks].flatMap((about) =>
    about(evidence),
  );
