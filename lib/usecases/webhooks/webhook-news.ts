/** What a change of the table is worth telling, by the kind of item that changed. */
import { sequenceOf } from '../../domain/bot/bot.ts';
import { calendarEvents, calendarSubject, changedEvents } from '../../domain/calendar/calendar-news.ts';
import { connectionEvents, connectionSubject } from '../../domain/connection/connection-news.ts';
import { type ToldKind, toldKinds } from '../../domain/webhook/told-kinds.ts';
import { capturedEvents, editedEvents, stateChangesSince, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import {
  botSubject,
  type SubjectRef,
  subjectRefOf,
  type WebhookSubject,
} from '../../domain/webhook/webhook-subject.ts';
import type { Item, ItemChange } from '../../ports/table.ts';
import { botOfItem } from '../../storage/bots/bot-item.ts';
import { batchOfItem } from '../../storage/bots/captured.ts';
import { newsOfItem } from '../../storage/calendars/calendar-digests.ts';
import { calendarOfItem } from '../../storage/calendars/calendar-item.ts';
import { connectionOfItem } from '../../storage/connections/connection-item.ts';

/** Events of one subject; the subject itself where the change already holds it. */
export interface News {
  readonly ref: SubjectRef;
  readonly subject?: WebhookSubject;
  readonly events: readonly WebhookEvent[];
}

const ofBot = (old: Item | undefined, item: Item): News | undefined => {
  const bot = botOfItem(item);
  const previous = old && botOfItem(old);
  return (
    bot && {
      ref: subjectRefOf(bot),
      subject: botSubject(bot),
      events: stateChangesSince(previous ? sequenceOf(previous) : 0, bot),
    }
  );
};

const ofCaptured = (old: Item | undefined, item: Item): News | undefined => {
  const batch = batchOfItem(item);
  if (!batch) return undefined;
  const { project_id, bot_id, captured_kind, batch_id, entries, edited = {} } = batch;
  const ref = { project_id, subject_id: bot_id };
  if (!old) return { ref, events: capturedEvents(captured_kind, batch_id, entries) };
  return { ref, events: editedEvents(captured_kind, batch_id, entries, edited, batchOfItem(old)?.edited) };
};

const ofCalendar = (old: Item | undefined, item: Item): News | undefined => {
  const calendar = calendarOfItem(item);
  if (!calendar) return undefined;
  const subject = calendarSubject(calendar);
  return { ref: subjectRefOf(calendar), subject, events: calendarEvents(calendar, old && calendarOfItem(old)) };
};

const ofCalendarDigest = (_: Item | undefined, item: Item): News | undefined => {
  const found = newsOfItem(item);
  if (!found) return undefined;
  return { ref: { project_id: found.project_id, subject_id: found.calendar_id }, events: [changedEvents(found)] };
};

const ofConnection = (old: Item | undefined, item: Item): News | undefined => {
  const connection = connectionOfItem(item);
  if (!connection) return undefined;
  const events = connectionEvents(connection, old && connectionOfItem(old));
  return { ref: subjectRefOf(connection), subject: connectionSubject(connection), events };
};

const byKind: Readonly<Record<ToldKind, (old: Item | undefined, item: Item) => News | undefined>> = {
  bot: ofBot,
  captured: ofCaptured,
  calendar: ofCalendar,
  calendar_digest: ofCalendarDigest,
  connection: ofConnection,
};

/** What there is to tell of a change; undefined for items of other kinds, and for those that are gone. */
export const newsOf = ({ old, new: item }: ItemChange): News | undefined => {
  const kind = toldKinds.find((one) => one === item?.kind);
  return item && kind && byKind[kind](old, item);
};
