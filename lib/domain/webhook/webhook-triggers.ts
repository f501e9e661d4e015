/** What clients' systems can ask to be told of. */
export const webhookTriggers = [
  'bot.state_change',
  'transcript.update',
  'participant_events.join_leave',
  'participant_events.speech_start_stop',
  'conf_oauth_connection.state_change',
  'chat_messages.update',
  'calendar.events_update',
  'calendar.state_change',
] as const;
export type WebhookTrigger = (typeof webhookTriggers)[number];

/** Of these no bot is told, nor app session, by webhooks of its own: they happen to calendars and connections. */
const projectTriggers: readonly WebhookTrigger[] = [
  'conf_oauth_connection.state_change',
  'calendar.events_update',
  'calendar.state_change',
];

/** Whether only subscribers of the project are told of it. */
export const isOfProject = (trigger: WebhookTrigger): boolean => projectTriggers.includes(trigger);
