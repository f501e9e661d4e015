/** A meeting that is over: its recording, what was said and written in it, and who spoke when. */
import { Paper, Stack, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type {
  Bot,
  BotEvent,
  ChatMessage,
  ParticipantEvent,
  Recording,
  Utterance,
} from '../../../lib/client/generated.ts';
import { Failed } from '../../frame/failed.tsx';
import { type Asked, noRecordingOf, useChat, useParticipantEvents, useRecording, useTranscript } from '../captured.ts';
import { entriesOf } from '../transcript/entries.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { Lanes } from './lanes.tsx';
import { Player } from './player.tsx';
import { axisOf, gapsOf, lanesOf, lanesOn, lineAt, momentAt, pausesOf, spanOf, timeIn } from './timeline.ts';

export interface MeetingProps {
  /** Null where there is none, undefined while that is not known. */
  readonly recording: Asked<Pick<Recording, 'url' | 'format' | 'parts'> | null | undefined>;
  readonly lines: Asked<readonly Utterance[]>;
  readonly events: Asked<readonly ParticipantEvent[]>;
  readonly chat: Asked<readonly ChatMessage[]>;
  /** To whoever took it down: when it paused is in there. */
  readonly happened: readonly BotEvent[];
  /** Said in the place of a recording where there is none. */
  readonly noRecording: string;
}

const momentsOf = (noted: readonly { readonly timestamp_ms: number | string }[]): number[] =>
  noted.map(({ timestamp_ms }) => Number(timestamp_ms));

/** What a meeting left, of whoever took it down. */
export const Meeting = ({ recording: asked, lines, events, chat, happened, noRecording }: MeetingProps) => {
  const player = useRef<HTMLVideoElement>(null);
  /** How far into the recording it is, in seconds, once it has been played or gone through. */
  const [now, setNow] = useState<number>();
  const recording = asked.data;
  const parts = recording?.parts ?? [];
  const span = useMemo(
    () => spanOf(recording?.parts ?? [], momentsOf([...events.data, ...lines.data]), momentsOf(chat.data)),
    [recording, events.data, lines.data, chat.data],
  );
  const entries = useMemo(
    () => entriesOf({ lines: lines.data, chat: chat.data, events: events.data }),
    [lines.data, chat.data, events.data],
  );
  const axis = axisOf(parts, span);
  const timeOf = timeIn(recording);

  const playFrom = (offset_ms: number): void => {
    const video = player.current;
    if (!video) return;
    video.currentTime = offset_ms / 1000;
    void video.play().catch(() => undefined);
  };
  const hasLanes = axis.length_ms > 0 && (recording || events.data.length + chat.data.length > 0);
  const failed = [lines, events, chat].filter(({ error }) => error !== null);
  return (
    <div className={recording === null && !hasLanes ? 'one-column' : 'two-columns'}>
      <Stack>
        {asked.error && <Failed error={asked.error} retry={() => void asked.again().catch(() => undefined)} />}
        {recording && (
          <Player
            ref={player}
            url={recording.url}
            hasPicture={recording.format !== 'mp3'}
            renew={async () => (await asked.again())?.url}
            onMoment={setNow}
          />
        )}
        {recording === null && (
          <Paper className="raised" p="xl">
            <Text className="quiet">{noRecording}</Text>
          </Paper>
        )}
        {hasLanes && (
          <Lanes
            axis={axis}
            ends={[timeOf({ timestamp_ms: span[0] }), timeOf({ timestamp_ms: span[1] })]}
            lanes={lanesOn(axis, lanesOf(events.data, lines.data, span[1]))}
            gaps={gapsOf(parts, span, pausesOf(happened))}
            events={events.data}
            chat={chat.data}
            {...(parts.length > 0 && { now: (now ?? 0) * 1000, onSeek: playFrom })}
          />
        )}
      </Stack>
      <Transcript
        entries={entries}
        timeOf={timeOf}
        empty={lines.isPending ? 'One moment …' : 'Nothing was said, or nothing was understood.'}
        error={failed[0]?.error ?? null}
        retry={() => {
          for (const { again } of failed) void again().catch(() => undefined);
        }}
        {...(recording && {
          current: now === undefined ? -1 : lineAt(entries, momentAt(parts, now)),
          onPick: ({ timestamp_ms }) => playFrom(axis.offsetOf(timestamp_ms)),
        })}
      />
    </div>
  );
};

const Left = ({ bot }: { readonly bot: Bot }) => (
  <Meeting
    recording={useRecording(bot)}
    lines={useTranscript(bot)}
    events={useParticipantEvents(bot.id, false)}
    chat={useChat(bot.id, false)}
    happened={bot.events}
    noRecording={noRecordingOf(bot)}
  />
);

export const After = ({ bot }: { readonly bot: Bot }) =>
  bot.state === 'data_deleted' ? (
    <Paper className="raised" p="xl">
      <Text className="quiet">What the meeting left was deleted.</Text>
    </Paper>
  ) : (
    <Left key={bot.id} bot={bot} />
  );
