/** Webhooks: subscribed to, tried out, changed, given another secret, disabled, enabled. */
import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { WebServer } from '../../facsimiles/web.ts';
import { part, shownOnce, type Visit } from './visit.ts';

const subscriptions = part('Subscriptions');

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

export const webhooksAreSubscribedTo = async (visit: Visit, receiver: WebServer): Promise<void> => {
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
  await step('a program that receives it can be read', async () => {
    await press('Example receiver');
    await says('node receiver.ts');
    await press('Example receiver');
  });
  await step('the triggers are changed', async () => {
    await press('Change');
    await visit.pick(`${subscriptions} input[value="transcript.update"]`);
    await press('Change it');
    await says('Something was said');
    await saysNoMore('Change it');
  });
  await step('another secret signs within seconds, and the first one still', async () => {
    await press('New secret');
    const another = await shownOnce(visit);
    assert.notEqual(another, secret);
    await press('I have it');
    await says('Two secrets sign');
    await tried(visit, receiver, secret);
  });
  await step('it is disabled, and enabled again', async () => {
    await press('Disable');
    await says('Nothing is sent there');
    await press('Enable');
    await saysNoMore('Nothing is sent there');
  });
  assert.equal(await page.evaluate((secret) => document.body.textContent.includes(secret), secret), false);
};
