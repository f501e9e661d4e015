/** What webhooks tell of, and what of it stands in their envelope. */
import type { Bot } from '../bot/bot.ts';
import type { WebhookSubscriptionItem } from '../bot/settings.ts';
import { type IdKind, isIdOf } from '../ids.ts';

export const subjectKinds = ['bot', 'app_session', 'connection', 'calendar'] as const satisfies readonly IdKind[];
export type SubjectKind = (typeof subjectKinds)[number];

/** How a subject is addressed: never without its project. Its id says of which kind it is. */
export interface SubjectRef {
  readonly project_id: string;
  readonly subject_id: string;
}

/** The kind of subject that an id names. @throws RangeError for the id of something else */
export const subjectKindOf = (id: string): SubjectKind => {
  const kind = subjectKinds.find((one) => isIdOf(one, id));
  if (!kind) throw new RangeError(`${id} is not the id of anything that webhooks tell of`);
  return kind;
};

interface Subject<K extends SubjectKind> {
  readonly kind: K;
  readonly id: string;
  readonly project_id: string;
  /** As the client gave it. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Those who are told of it alone, and then instead of the project's subscribers. */
  readonly webhooks: readonly WebhookSubscriptionItem[];
}

/** A connection belongs to somebody at the platform, whom its webhooks name. */
interface ConnectionSubject extends Subject<'connection'> {
  readonly user_id: string;
  readonly account_id: string;
}

export type WebhookSubject = Subject<'bot'> | Subject<'app_session'> | Subject<'calendar'> | ConnectionSubject;

/** How a subject at hand is addressed. */
export const subjectRefOf = ({ project_id, id }: Pick<WebhookSubject, 'project_id' | 'id'>): SubjectRef => ({
  project_id,
  subject_id: id,
});

/** A bot, or an app session, as webhooks tell of it. */
export const botSubject = ({ id, project_id, metadata, webhooks, stream }: Bot): WebhookSubject => ({
  kind: stream ? 'app_session' : 'bot',
  id,
  project_id,
  metadata,
  webhooks,
});

type Members = Readonly<Record<string, unknown>>;

const members: { readonly [K in SubjectKind]: (subject: Extract<WebhookSubject, { kind: K }>) => Members } = {
  bot: ({ id, metadata }) => ({ bot_id: id, bot_metadata: metadata }),
  // By both names, so that receivers made for bots understand it.
  app_session: ({ id, metadata }) => ({
    bot_id: id,
    bot_metadata: metadata,
    app_session_id: id,
    app_session_metadata: metadata,
  }),
  connection: ({ id, metadata, user_id, account_id }) => ({
    conf_oauth_connection_id: id,
    conf_oauth_connection_metadata: metadata,
    user_id,
    account_id,
  }),
  calendar: ({ id, metadata }) => ({ calendar_id: id, calendar_metadata: metadata }),
};

/** What of a subject the envelope of its webhooks carries. */
export const envelopeMembers = (subject: WebhookSubject): Members =>
  (members[subject.kind] as (subject: WebhookSubject) => Members)(subject);
