/** Webhooks: subscribed to, tried out, changed, given another secret, disabled, looked into, sent again, ended. */
import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { WebServer } from '../../facsimiles/web.ts';
import { nothingIsAsked, part, shownOnce, type Visit } from './visit.ts';

const subscriptions = part('Subscriptions');
const deliveries = part('Deliveries');

/** Whether what came last is signed with a secret. */
const isSigned = ({ asked }: WebServer, secret: string): boolean => {
  const last = asked.at(-1);
  if (!last) return false;
  try {
    new Webhook(secret).verify(last.body.toString(), last.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

/** A test of the subscription, which arrives, signed with its secret. */
const tried = async ({ press, says }: Visit, receiver: WebServer, secret: string): Promise<void> => {
  const before = receiver.asked.length;
  await press('Send a test');
  await press('Send it');
  await says('It arrived: answered 204');
  assert.equal(receiver.asked.length, before + 1);
  assert.ok(isSigned(receiver, secret), 'the test is signed with the secret that was shown');
  await press('Send a test');
};

/** A server is told from then on; answers the second of its secrets. */
export const webhooksAreSubscribedTo = async (visit: Visit, receiver: WebServer): Promise<string> => {
  const { step, page, press, follow, enter, says, saysNoMore } = visit;
  const url = `${receiver.url}/hooks`;
  const secret = await step('a server is subscribed, with a secret that is shown once', async () => {
    await follow('Webhooks');
    await enter('Address of your server', 'ftp://example.com');
    await press('Subscribe');
    await visit.shows(`${subscriptions} input[aria-invalid=true]`);
    await enter('Address of your server', url);
    await press('Subscribe');
    const secret = await shownOnce(visit);
    assert.match(secret, /^whsec_/);
    await press('I have it');
    await saysNoMore(secret);
    return secret;
  });
  await step('a test arrives, signed', () => tried(visit, receiver, secret));
  await step('a program that receives it can be read, in three languages', async () => {
    await press('Example receiver');
    await says('node receiver.ts');
    await visit.turnTo('Python', 'tab');
    await says('python3 receiver.py');
    await visit.turnTo('Go', 'tab');
    await says('go run receiver.go');
    await press('Example receiver');
  });
  await step('the triggers are changed', async () => {
    await press('Change');
    await visit.pick(`${subscriptions} input[value="transcript.update"]`);
    await press('Change it');
    await says('Something was said');
    await saysNoMore('Change it');
  });
  const another = await step('another secret signs within seconds, and the first one still', async () => {
    await press('New secret');
    const another = await shownOnce(visit);
    assert.notEqual(another, secret);
    await press('I have it');
    await says('Two secrets sign');
    await tried(visit, receiver, secret);
    return another;
  });
  await step('it is disabled, and enabled again', async () => {
    await press('Disable');
    await says('Nothing is sent there');
    await press('Enable');
    await saysNoMore('Nothing is sent there');
  });
  assert.equal(await page.evaluate((secret) => document.body.textContent.includes(secret), secret), false);
  return another;
};

/** How many came that had come before. */
const repeated = ({ asked }: WebServer): number =>
  asked.length - new Set(asked.map(({ headers }) => headers['webhook-id'])).size;

/** What was told of a bot is looked into, and sent again, signed with a secret that was made some time ago. */
export const aDeliveryIsSentAgain = async (
  visit: Visit,
  { receiver, secret, bot }: { readonly receiver: WebServer; readonly secret: string; readonly bot: string },
): Promise<void> => {
  const { step, press, follow, pick, says, shows, until } = visit;
  await step('what was told of a bot is read, with how it was answered', async () => {
    await visit.page.goto(visit.site + bot);
    await pick('details.closer summary');
    await follow('What was told of it, and how that was answered');
    await says('Everything that was sent about it');
    await visit.turnTo('Failed', 'radio');
    await says('Nothing of this kind was sent about it.');
    await visit.turnTo('Arrived', 'radio');
    await shows(`${deliveries} details`);
    await pick(`${deliveries} details summary`);
    await says('answered 204');
    await says('What was sent');
  });
  await step('it is sent again', async () => {
    const before = repeated(receiver);
    await press('Send again');
    await says('It is on its way.');
    await until('it at the server once more', async () => repeated(receiver) > before);
    assert.ok(isSigned(receiver, secret), 'it is signed with the new secret');
  });
};

export const aSubscriptionIsEnded = (visit: Visit): Promise<void> =>
  visit.step('the subscription is ended', async () => {
    const { press, follow, says } = visit;
    await follow('Webhooks');
    await press('Delete', subscriptions);
    await press('Delete it');
    await says('No subscriptions yet.');
    await nothingIsAsked(visit);
  });
