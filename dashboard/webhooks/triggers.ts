/** What there is to be told, in words. */
import type { AnswerOf } from '../api/client.ts';

export type Subscription = AnswerOf<'listSubscriptions'>[number];
export type Trigger = Subscription['triggers'][number];

export const triggers: Readonly<Record<Trigger, string>> = {
  'bot.state_change': 'A bot changes its state',
  'transcript.update': 'Something was said',
  'participant_events.join_leave': 'Somebody comes or goes',
  'participant_events.speech_start_stop': 'Somebody begins or ends to speak',
  'chat_messages.update': 'Somebody writes in the chat',
  'calendar.events_update': 'Events of a calendar change',
  'calendar.state_change': 'A calendar is disconnected',
  'conf_oauth_connection.state_change': 'A connection is disconnected',
};
export const allTriggers = Object.keys(triggers) as Trigger[];

export const subscriptionsKey = ['webhooks'];
