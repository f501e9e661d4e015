/** What happened to a bot or an app session, oldest first, day by day. */
import { Paper, Title } from '@mantine/core';
import type { BotEvent } from '../../lib/client/generated.ts';
import { eventWord, reasonOf } from '../bots/reasons.ts';
import { clockOf, dayOf, wholeMoment } from '../bots/times.ts';

const Day = ({ day, events }: { readonly day: string; readonly events: readonly BotEvent[] }) => (
  <>
    <li className="history-day">{day}</li>
    {events.map((event) => {
      const reason = reasonOf(event);
      return (
        <li key={`${event.created_at} ${event.type}`}>
          <time className="quiet" dateTime={event.created_at} title={wholeMoment(event.created_at)}>
            {clockOf(event.created_at)}
          </time>
          <span>
            {eventWord(event)}
            {reason && <span className="quiet">: {reason}</span>}
          </span>
        </li>
      );
    })}
  </>
);

export const History = ({ events }: { readonly events: readonly BotEvent[] }) => {
  const days = Map.groupBy(events, ({ created_at }) => dayOf(created_at));
  return (
    <Paper className="raised" p="md" component="section" aria-label="What happened">
      <Title order={2} size="h5" mb="xs">
        What happened
      </Title>
      <ul className="history">
        {[...days].map(([day, events]) => (
          <Day key={day} day={day} events={events} />
        ))}
      </ul>
    </Paper>
  );
};
