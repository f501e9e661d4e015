import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Bot, Calendar, CalendarEvent } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { State } from '../bots/state.tsx';
import { dayOf, spanOf, wholeMoment } from '../bots/times.ts';
import { platformOf } from '../bots/words.ts';
import { Failed, Refused } from '../frame/failed.tsx';
import type { Meeting } from './meetings.ts';
import { useMeetings } from './queries.ts';
import { wholeDayOf } from './whole-day.ts';
import { answerOf } from './words.ts';

const shownFirst = 5;

/** A bot that follows the event: it joins when that begins, wherever it is moved to. */
const Send = ({ event, sent }: { readonly event: CalendarEvent; readonly sent: (bot: Bot) => void }) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.createBot({ body: { calendar_event_id: event.id, bot_name: 'Minutes' } }),
    onSuccess: sent,
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        onClick={() => mutate()}
        aria-label={`Send a bot to ${event.name ?? 'this meeting'}`}
      >
        Send a bot
      </Button>
      <Refused error={error} />
    </>
  );
};

interface MeetingProps {
  readonly meeting: Meeting;
  /** Told of a bot that was sent there. */
  readonly sent: (bot: Bot) => void;
}

const Who = ({ meeting: { event, bot }, sent }: MeetingProps) => {
  const { role } = useSession();
  if (bot)
    return (
      <Anchor renderRoot={(props) => <Link to="/bots/$id" params={{ id: bot.id }} {...props} />}>
        <State bot={bot} />
      </Anchor>
    );
  if (event.is_all_day || !event.meeting_url) return null;
  return role === 'viewer' ? <span className="quiet">no bot</span> : <Send event={event} sent={sent} />;
};

const When = ({ event }: { readonly event: CalendarEvent }) => {
  const { start_time, end_time, is_all_day, first_day } = event;
  return (
    <time dateTime={first_day ?? start_time} title={is_all_day ? undefined : wholeMoment(start_time)}>
      <span className="day">{is_all_day ? wholeDayOf(event) : dayOf(start_time)}</span>
      <span className="beneath">{is_all_day ? 'all day' : spanOf(start_time, end_time)}</span>
    </time>
  );
};

const Row = ({ meeting, sent }: MeetingProps) => {
  const { meeting_hosts } = useSession();
  const { event } = meeting;
  const where = event.meeting_url ? platformOf(event.meeting_url, meeting_hosts) : 'no link that a bot could join by';
  const answer = answerOf(event);
  return (
    <li className="meeting-row">
      <When event={event} />
      <span className="what">
        {event.name ?? 'Without a title'}
        <span className="beneath">{answer ? `${where} · ${answer}` : where}</span>
      </span>
      <span className="who">
        <Who meeting={meeting} sent={sent} />
      </span>
    </li>
  );
};

export const Meetings = ({ calendar }: { readonly calendar: Calendar }) => {
  const { data, error, refetch, add } = useMeetings(calendar.id);
  const [showsAll, { toggle }] = useDisclosure();
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} radius="md" role="status" aria-label="Loading" />;
  if (data.length === 0) {
    if (calendar.state === 'disconnected') return null;
    return (
      <Text className="quiet">
        {calendar.last_successful_sync_at === null
          ? 'Its meetings appear here once it has been synced.'
          : 'Nothing is planned in the next seven days.'}
      </Text>
    );
  }
  return (
    <>
      <ul className="meeting-rows" aria-label="Next meetings">
        {(showsAll ? data : data.slice(0, shownFirst)).map((meeting) => (
          <Row key={meeting.event.id} meeting={meeting} sent={add} />
        ))}
      </ul>
      {data.length > shownFirst && (
        <Button variant="subtle" size="xs" mt="xs" onClick={toggle} aria-expanded={showsAll}>
          {showsAll ? 'Fewer' : `All ${data.length} of the next seven days`}
        </Button>
      )}
    </>
  );
};
