/** What happened to a bot or an app session, oldest first, day by day. */
import { Paper, Title } from '@mantine/core';
import type { BotEvent } from '../../lib/client/generated.ts';
import { eventWord, reasonOf } from '../bots/reasons.ts';
import { clockOf, dayOf, wholeMoment } from '../bots/times.ts';

interface HistoryProps {
  readonly events: readonly BotEvent[];
  readonly wordOf?: (event: BotEvent) => string;
}

const Day = ({ day, events, wordOf = eventWord }: HistoryProps & { readonly day: string }) => (
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
            {wordOf(event)}
            {reason && <span className="quiet">: {reason}</span>}
          </span>
        </li>
      );
    })}
  </>
);

export const History = ({ events, ...said }: HistoryProps) => {
  if (events.length === 0) return null;
  const days = Map.groupBy(events, ({ created_at }) => dayOf(created_at));
  return (
    <Paper className="raised" p="md" component="section" aria-label="What happened">
      <Title order={2} size="h5" mb="xs">
        What happened
      </Title>
      <ul className="history">
        {[...days].map(([day, events]) => (
          <Day key={day} day={day} events={events} {...said} />
        ))}
      </ul>
    </Paper>
  );
};
