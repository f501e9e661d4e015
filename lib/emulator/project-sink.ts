/** A receiver on this machine for all that a deployed stack tells of a project's bots that have no webhooks of their own. */
import * as z from 'zod';
import { botTriggers } from '../demo/home.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from '../demo/webhook-sink.ts';
import { asOperator } from './deployment.ts';

const Subscribed = z.object({ webhook_secret: z.string() });
const Subscriptions = z.array(z.object({ id: z.string(), url: z.string() }));

/** Tells receivers of this kind from those that somebody subscribed by hand. */
const mark = '?for=this-terminal';

/** A receiver ends with its process, and a project may have but ten subscriptions. */
const forgetEarlier = async (operate: (...args: string[]) => Promise<string>): Promise<void> => {
  for (const { id, url } of Subscriptions.parse(JSON.parse(await operate('list', '--json')))) {
    if (url.endsWith(mark)) await operate('delete', id);
  }
};

/** Those of earlier processes are told no more. */
export const startProjectSink = async (
  file: string,
  project_id: string,
  onWebhook: (webhook: ReceivedWebhook) => void,
): Promise<WebhookSink> => {
  await using started = new AsyncDisposableStack();
  // A subscription has a secret of its own, which is told when it is made.
  const secret = Promise.withResolvers<string>();
  const sink = started.use(await startWebhookSink(secret.promise, onWebhook));
  const operate = (...args: string[]) => asOperator(file, ['webhooks', ...args, '--project', project_id]);
  await forgetEarlier(operate);
  const triggers = botTriggers.flatMap((trigger) => ['--trigger', trigger]);
  const subscribed = await operate('create', '--url', sink.url + mark, ...triggers, '--json');
  secret.resolve(Subscribed.parse(JSON.parse(subscribed)).webhook_secret);
  started.move();
  return sink;
};
