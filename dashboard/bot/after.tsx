/** A meeting that is over: its recording, what was said in it, and who spoke when. */
import { Paper, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Bot, ChatMessage, ParticipantEvent, Recording, Utterance } from '../../lib/client/generated.ts';
import { useChat, useParticipantEvents, useRecording, useTranscript } from './captured.ts';
import { Lanes } from './lanes.tsx';
import { fileSecondsAt, gapsOf, lanesOf, lineAt, momentAt, timeIn } from './timeline.ts';
import { Transcript } from './transcript.tsx';

/** Where a meeting with a recording begins and ends; without one, from the first to the last that was noted. */
const endsOf = (recording: Recording | null | undefined, moments: readonly number[]): readonly [number, number] => {
  const last = recording?.parts.at(-1);
  if (recording && last) return [recording.start_timestamp_ms, last.start_timestamp_ms + last.duration_ms];
  return moments.length === 0 ? [0, 0] : [Math.min(...moments.slice(0, 50)), Math.max(...moments.slice(-50))];
};

export interface MeetingProps {
  /** Null where there is none, undefined while that is not known. */
  readonly recording: Recording | null | undefined;
  readonly lines: readonly Utterance[];
  readonly events: readonly ParticipantEvent[];
  readonly chat: readonly ChatMessage[];
  /** Said in the place of a recording where there is none. */
  readonly noRecording: string;
}

/** What a meeting left, of whoever took it down. */
export const Meeting = ({ recording, lines, events, chat, noRecording }: MeetingProps) => {
  const player = useRef<HTMLVideoElement>(null);
  const [now, setNow] = useState(0);
  const parts = recording?.parts ?? [];
  const [start, end] = endsOf(
    recording,
    [...events, ...lines].map(({ timestamp_ms }) => timestamp_ms).sort((a, b) => a - b),
  );

  const playFrom = (at_ms: number): void => {
    const video = player.current;
    if (!video) return;
    video.currentTime = fileSecondsAt(parts, at_ms);
    void video.play().catch(() => undefined);
  };
  const hasLanes = end > start && (recording || events.length + chat.length > 0);
  return (
    <div className={recording === null && !hasLanes ? 'one-column' : 'two-columns'}>
      <Stack>
        {recording && (
          // Captions are the transcript beside it.
          // biome-ignore lint/a11y/useMediaCaption: see above
          <video
            ref={player}
            className="player"
            data-sound={recording.format === 'mp3'}
            src={recording.url}
            controls
            preload="metadata"
            aria-label="Recording of the meeting"
            onTimeUpdate={({ currentTarget }) => setNow(momentAt(parts, currentTarget.currentTime))}
          />
        )}
        {recording === null && (
          <Paper className="raised" p="xl">
            <Text className="quiet">{noRecording}</Text>
          </Paper>
        )}
        {hasLanes && (
          <Lanes
            start={start}
            end={end}
            lanes={lanesOf(events, end)}
            gaps={gapsOf(parts)}
            events={events}
            chat={chat}
            now={now || start}
            onSeek={playFrom}
          />
        )}
      </Stack>
      <Transcript
        lines={lines}
        timeOf={timeIn(recording)}
        empty={recording === undefined ? 'One moment …' : 'Nothing was said, or nothing was understood.'}
        {...(recording && {
          current: lineAt(lines, now),
          onPick: ({ timestamp_ms }) => playFrom(timestamp_ms),
        })}
      />
    </div>
  );
};

const Left = ({ bot }: { readonly bot: Bot }) => (
  <Meeting
    recording={useRecording(bot.id)}
    lines={useTranscript(bot.id, false)}
    events={useParticipantEvents(bot.id, false)}
    chat={useChat(bot.id, false)}
    noRecording="Nothing was recorded."
  />
);

export const After = ({ bot }: { readonly bot: Bot }) =>
  bot.state === 'data_deleted' ? (
    <Paper className="raised" p="xl">
      <Text className="quiet">What the meeting left was deleted.</Text>
    </Paper>
  ) : (
    <Left bot={bot} />
  );
