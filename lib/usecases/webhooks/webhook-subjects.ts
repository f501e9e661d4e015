import { isErased } from '../../domain/bot/lifecycle.ts';
import { calendarSubject } from '../../domain/calendar/calendar-news.ts';
import { connectionSubject } from '../../domain/connection/connection-news.ts';
import {
  botSubject,
  type SubjectKind,
  type SubjectRef,
  subjectKindOf,
  type WebhookSubject,
} from '../../domain/webhook/webhook-subject.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';

/** Finds what webhooks tell of; undefined when it is gone, or the data of a bot, of which nothing is told then but its states. */
export type WebhookSubjects = (ref: SubjectRef) => Promise<WebhookSubject | undefined>;

export interface WebhookSubjectsPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  /** Absent where nothing is told of calendars. */
  readonly calendars?: Pick<CalendarRepository, 'record'>;
  /** Likewise for connections. */
  readonly connections?: Pick<ConnectionRepository, 'get'>;
}

/** Looks a subject up where those of its kind are kept. */
export const createWebhookSubjects = ({ bots, calendars, connections }: WebhookSubjectsPorts): WebhookSubjects => {
  const keptAsBot: WebhookSubjects = async ({ project_id, subject_id }) => {
    const bot = await bots.get({ project_id, bot_id: subject_id });
    return bot && !isErased(bot.state) ? botSubject(bot) : undefined;
  };
  const byKind: Readonly<Record<SubjectKind, WebhookSubjects>> = {
    bot: keptAsBot,
    app_session: keptAsBot,
    calendar: async ({ project_id, subject_id }) => {
      const calendar = await calendars?.record({ project_id, calendar_id: subject_id });
      return calendar && calendarSubject(calendar);
    },
    connection: async ({ project_id, subject_id }) => {
      const connection = await connections?.get({ project_id, connection_id: subject_id });
      return connection && connectionSubject(connection);
    },
  };
  return async (ref) => byKind[subjectKindOf(ref.subject_id)](ref);
};
