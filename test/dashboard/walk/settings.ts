/** What owners decide: keys of programs and of providers, who comes in and as what, names; and what everybody did. */
import assert from 'node:assert/strict';
import { part, shownOnce, type Visit } from './visit.ts';

export interface Decided {
  /** How the API answers a program that shows a key. */
  readonly ask: (api_key: string) => Promise<number>;
  /** A key that Deepgram takes, and how often it was asked something. */
  readonly provider: { readonly key: string; readonly asked: () => number };
  /** Somebody whom the identity provider knows, who signs in in a browser of their own. */
  readonly guest: { readonly email: string; readonly arrives: () => Promise<Visit> };
}

const keysArePassed = async (visit: Visit, { ask }: Decided): Promise<void> => {
  const { press, follow, enter, until, saysNoMore } = visit;
  await follow('Settings');
  await enter('Name of a new key', 'reports');
  await press('Make a key');
  const key = await shownOnce(visit);
  assert.equal(await ask(key), 200);
  await press('I have it');
  await saysNoMore(key);
  await press('Revoke reports');
  await press('Revoke it');
  await until('the key be refused', async () => (await ask(key)) === 401);
  await saysNoMore('Revoke it');
};

const providersAreTried = async (
  { press, enter, says, saysNoMore, until }: Visit,
  { provider: { key, asked } }: Decided,
): Promise<void> => {
  const transcription = part('Transcription');
  await enter('Key for Deepgram', 'a-key-that-it-does-not-take');
  await press('Enter', transcription);
  await says('it does not take the key of this project');
  await enter('Key for Deepgram', key);
  await press('Enter', transcription);
  await says('Deepgram takes it');
  await saysNoMore(key);
  const before = asked();
  await press('Try Deepgram');
  await until('that it was tried', async () => asked() > before);
  await says('Deepgram takes it');
  await press('Forget Deepgram');
  await press('Forget it');
  await saysNoMore('There is one, entered');
};

const othersComeIn = async (visit: Visit, { guest }: Decided): Promise<void> => {
  const { press, enter, choose, says } = visit;
  const who = part('Who may sign in');
  await enter('E-mail address', guest.email);
  await enter('Name', 'Tom', who);
  await press('Let in', who);
  await says('has not signed in yet');
  const tom = await guest.arrives();
  await tom.says('You are a viewer');
  await choose('Role of Tom', 'member');
  await press('Change the role of Tom');
  await press('Make them a member');
  // Another role holds at once, for whoever signs in anew.
  await tom.says('Sign in');
  await tom.follow('Sign in');
  await tom.says('Tom, member');
  await press('Remove Tom');
  await press('Remove');
  await tom.says('Sign in');
};

/** Each of them, from its first press to what it does. */
export const ownersDecide = async (visit: Visit, decided: Decided): Promise<void> => {
  const { step, press, follow, enter, choose, says } = visit;
  await step('a key is made, shown once, good for the API, and revoked', () => keysArePassed(visit, decided));
  await step("a provider's key is entered, tried and forgotten", () => providersAreTried(visit, decided));
  await step('somebody is let in, given another role, and removed', () => othersComeIn(visit, decided));
  await step('a link is made for somebody', async () => {
    await enter('Who it is for', 'Ada');
    await press('Make a link');
    assert.match(await shownOnce(visit), /#ticket=/);
    await press('I have it');
  });
  await step('the project is answered in other names, and keeps what it keeps', async () => {
    await choose('Names in answers and webhooks', 'plain');
    await says('It holds for every answer from now on');
    await choose('Names in answers and webhooks', 'neutral');
    await says('stay until somebody deletes them');
  });
  await step('what they did is read, by the names of things', async () => {
    await follow('Who did what');
    for (const words of ['signed in', 'made the API key', 'let in', 'Deepgram', 'Scribe (']) await says(words);
  });
};
