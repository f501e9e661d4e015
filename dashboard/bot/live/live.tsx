/** A bot that is on its way or in its meeting: what is said, who is there, the chat. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UIEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Bot, Participant, ParticipantEvent } from '../../../lib/client/generated.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-time.ts';
import { clockOf } from '../../bots/times.ts';
import { hasJoined, isInMeeting } from '../../bots/words.ts';
import { Refused } from '../../frame/failed.tsx';
import { useForm } from '../../look/forms/use-form.ts';
import { useChat, useParticipantEvents, useParticipants, useTranscript } from '../captured.ts';
import { useDetails } from '../details.ts';
import { entriesOf } from '../transcript/entries.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { Picture } from './picture.tsx';
import { Show } from './show.tsx';

/** Who speaks at the moment, by the last that each of them began or ended. */
const speakersIn = (events: readonly ParticipantEvent[]): ReadonlySet<string> => {
  const speaks = new Map<string, boolean>();
  for (const { participant_uuid, event_type } of events) {
    if (event_type === 'speech_start') speaks.set(participant_uuid, true);
    if (event_type === 'speech_stop' || event_type === 'leave') speaks.set(participant_uuid, false);
  }
  return new Set([...speaks].flatMap(([uuid, does]) => (does ? [uuid] : [])));
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

const Person = ({ person, speaks }: { readonly person: Participant; readonly speaks: boolean }) => (
  <div className="person" data-speaks={speaks}>
    <b aria-hidden>{initialsOf(person.participant_name)}</b>
    <span>
      {person.participant_name}
      {person.participant_is_host && <span className="quiet"> host</span>}
      {speaks && <span className="quiet"> speaks</span>}
    </span>
  </div>
);

const hasLeft = (bot: Bot): boolean => hasJoined(bot) && !isInMeeting(bot);

const People = ({ bot }: { readonly bot: Bot }) => {
  const { id } = bot;
  const people = useParticipants(id, true).filter(({ is_present }) => is_present);
  const speakers = speakersIn(useParticipantEvents(id, true).data);
  return (
    <Paper className="raised" p="md" component="section" aria-label="Who is there">
      <Title order={2} size="h5" mb="xs">
        {people.length === 0 ? 'Who is there' : `${people.length} there`}
      </Title>
      {people.length === 0 && <Text className="quiet">{hasLeft(bot) ? 'Nobody.' : 'Nobody yet.'}</Text>}
      {people.map((person) => (
        <Person key={person.participant_uuid} person={person} speaks={speakers.has(person.participant_uuid)} />
      ))}
    </Paper>
  );
};

interface Written {
  readonly id: string;
  readonly sender_name: string;
  readonly text: string;
  readonly timestamp_ms: number | string;
}

/** Keeps the newest of what is written in sight, until somebody scrolls away from it. */
const useNewestInSight = (count: number) => {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (count > 0 && isAtEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [count]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  return { ref, onScroll };
};

const Chat = ({ bot }: { readonly bot: Bot }) => {
  const others = useChat(bot.id, true).data;
  // A bot takes down what others write.
  const [own, setOwn] = useState<readonly Written[]>([]);
  const messages = [...others, ...own].sort((a, b) => Number(a.timestamp_ms) - Number(b.timestamp_ms));
  const sender_name = useDetails(bot.id)?.bot_name ?? 'The bot';
  const newest = useNewestInSight(messages.length);
  const { role } = useSession();
  const { input, form, button, refusal } = useForm(
    { message: '' },
    {
      send: async ({ message: text }) => {
        await api.sendChatMessage({ path: { object_id: bot.id }, body: { to: 'everyone', message: text } });
        setOwn((before) => [...before, { id: `own ${before.length}`, sender_name, text, timestamp_ms: serviceNow() }]);
      },
      shownIn: ['bot', bot.id, 'chat'],
    },
  );
  return (
    <Paper className="raised" p="md" component="section" aria-label="Chat">
      <Title order={2} size="h5" mb="xs">
        Chat
      </Title>
      <Stack
        {...newest}
        gap="xs"
        mah={260}
        style={{ overflow: 'auto' }}
        role="log"
        aria-label="What was written"
        tabIndex={0}
      >
        {messages.length === 0 && (
          <Text className="quiet">{hasLeft(bot) ? 'Nothing was written.' : 'Nothing was written yet.'}</Text>
        )}
        {messages.map(({ id, sender_name, text, timestamp_ms }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600} span>
              {sender_name}
            </Text>{' '}
            <Text size="xs" className="quiet" span>
              {clockOf(Number(timestamp_ms))}
            </Text>
            <Text>{text}</Text>
          </div>
        ))}
      </Stack>
      {role !== 'viewer' && isInMeeting(bot) && (
        <form {...form}>
          <Group gap="xs" mt="sm" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label="Message of the bot to everyone"
              placeholder="Write as the bot"
              {...input('message')}
              spellCheck
            />
            <Button {...button}>Send</Button>
          </Group>
          <Refused error={refusal} />
        </form>
      )}
    </Paper>
  );
};

/** Said in the place of a transcript while there is none. */
const emptyWords = (bot: Bot): string => {
  if (isInMeeting(bot)) return 'What is said appears here, a moment after it was said.';
  return hasLeft(bot) ? 'Nothing was said, or nothing was understood.' : 'The bot is not in the meeting yet.';
};

export const Live = ({ bot }: { readonly bot: Bot }) => {
  const { data: lines, error, again } = useTranscript(bot);
  const entries = useMemo(() => entriesOf({ lines }), [lines]);
  const { role } = useSession();
  return (
    <div className="two-columns">
      <Stack>
        <Picture bot={bot} />
        <Transcript
          entries={entries}
          timeOf={({ timestamp_ms }) => clockOf(timestamp_ms)}
          empty={emptyWords(bot)}
          error={error}
          retry={() => void again().catch(() => undefined)}
          followsEnd
        />
      </Stack>
      <Stack>
        <People bot={bot} />
        <Chat bot={bot} />
        {role !== 'viewer' && isInMeeting(bot) && <Show bot={bot} />}
      </Stack>
    </div>
  );
};
