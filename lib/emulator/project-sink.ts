/** A receiver on this machine for all that a deployed stack tells of a project's bots that have no webhooks of their own. */
import * as z from 'zod';
import { botTriggers } from '../demo/home.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from '../demo/webhook-sink.ts';
import { asOperator } from './deployment.ts';

const Subscribed = z.object({ webhook_secret: z.string() });

export const startProjectSink = async (
  file: string,
  project_id: string,
  onWebhook: (webhook: ReceivedWebhook) => void,
): Promise<WebhookSink> => {
  await using started = new AsyncDisposableStack();
  // A subscription has a secret of its own, which is told when it is made.
  const secret = Promise.withResolvers<string>();
  const sink = started.use(await startWebhookSink(secret.promise, onWebhook));
  const triggers = botTriggers.flatMap((trigger) => ['--trigger', trigger]);
  const subscribe = ['webhooks', 'create', '--url', sink.url, ...triggers, '--project', project_id, '--json'];
  secret.resolve(Subscribed.parse(JSON.parse(await asOperator(file, subscribe))).webhook_secret);
  started.move();
  return sink;
};
