/** What of calendars is told to clients' systems. */
import type { WebhookEvent } from '../webhook/webhook.ts';
import type { WebhookSubject } from '../webhook/webhook-subject.ts';
import type { Calendar } from './calendar.ts';

/** A calendar as webhooks tell of it. Only the project's own subscribers hear of calendars. */
export const calendarSubject = ({ id, project_id, metadata }: Calendar): WebhookSubject => ({
  kind: 'calendar',
  id,
  project_id,
  metadata,
  webhooks: [],
});

/** What there is to tell of a calendar that is not as it was: that its platform takes its credentials no more. */
export const calendarEvents = (calendar: Calendar, before: Calendar | undefined): WebhookEvent[] => {
  const { state, connection_failure_data, version } = calendar;
  if (state !== 'disconnected' || before?.state !== 'connected') return [];
  return [{ identity: `state#${version}`, trigger: 'calendar.state_change', data: { state, connection_failure_data } }];
};

interface FoundChanged {
  readonly generation: number;
  readonly event_ids: readonly string[];
  readonly more: boolean;
}

/** That a run has found events changed. */
export const changedEvents = ({ generation, event_ids, more }: FoundChanged): WebhookEvent => ({
  identity: `events#${generation}`,
  trigger: 'calendar.events_update',
  data: { calendar_event_ids: event_ids, more },
});
