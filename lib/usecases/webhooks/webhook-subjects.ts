import {
  botSubject,
  type SubjectKind,
  type SubjectRef,
  subjectKindOf,
  type WebhookSubject,
} from '../../domain/webhook/webhook-subject.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';

/** Finds what webhooks tell of; undefined when it is gone. */
export type WebhookSubjects = (ref: SubjectRef) => Promise<WebhookSubject | undefined>;

/** Looks a subject up where those of its kind are kept. */
export const createWebhookSubjects = ({ bots }: { readonly bots: Pick<BotRepository, 'get'> }): WebhookSubjects => {
  const byKind: Partial<Record<SubjectKind, WebhookSubjects>> = {
    bot: async ({ project_id, subject_id }) => {
      const bot = await bots.get({ project_id, bot_id: subject_id });
      return bot && botSubject(bot);
    },
  };
  return async (ref) => byKind[subjectKindOf(ref.subject_id)]?.(ref);
};
