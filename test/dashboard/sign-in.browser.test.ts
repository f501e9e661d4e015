/** Who comes in, and as what, in a real browser: by a link, by an identity provider; and what becomes of sessions. */
import { afterAll, describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { personRepository } from '../../lib/storage/people.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { openInvitations, openSessions } from '../../lib/storage/sessions.ts';
import { createCreateProject } from '../../lib/usecases/access/create-project.ts';
import { createPeople } from '../../lib/usecases/access/people.ts';
import { allReadable } from '../lab/doubles/all-readable.ts';
import { door, driveDashboard, ended, hostile, isOf, minutesAgo } from './driven.ts';

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, issuer, browser, page, invite, follow, has, hasNo, open, press, shows, showsNoMore, text } = dashboard;

const over = await dashboard.add(minutesAgo(30), ended);
await dashboard.fill(over, 40, (index) => `This is sentence ${index}.`);

describe('the door', () => {
  it('says how to come in, to whoever comes without a link', async () => {
    await using other = await dashboard.ofSomebodyElse();
    // As where there is no identity provider.
    await other.page.evaluateOnNewDocument(() =>
      document.addEventListener('readystatechange', () => document.querySelector('meta[name=sign-in]')?.remove()),
    );
    // A browser shows whatever is refused in red.
    const refused: string[] = [];
    other.page.on('response', (response) => void (response.ok() || refused.push(response.url())));
    await other.open('', 'You come in by a link');
    expect(refused).toEqual([]);
    expect(await other.text()).toContain('dashboard invite NAME --role owner --data FOLDER');
    expect(await other.text()).not.toContain('Your session has ended');
    await open('', door);
  });

  it('lets in by a link, once, which the address no longer shows', async () => {
    const path = await invite('owner');
    await page.goto('about:blank');
    await page.goto(api.base_url + path);
    await shows('Send a bot');
    expect(new URL(page.url()).hash).toBe('');
    await using stranger = await dashboard.ofSomebodyElse();
    await stranger.page.goto(api.base_url + path);
    await stranger.shows('used already');
  });
});

describe('signing in by an identity provider', () => {
  it('is a button, for whom an owner has let in, until the owner removes them; its way back is good once', async () => {
    issuer.people.set('lena', { email: 'lena@example.com', email_verified: true });
    issuer.become('lena');
    await using lena = await dashboard.ofSomebodyElse();
    const cameBackBy: string[] = [];
    lena.page.on('request', (request) => {
      if (new URL(request.url()).pathname === dashboardRoutes.finishSignIn.path) cameBackBy.push(request.url());
    });
    const signIn = async () => {
      await lena.open('?show=live', door);
      await lena.page.locator('::-p-aria([name="Sign in"][role="link"])').click();
    };
    await signIn();
    await lena.shows('nobody has let you in here yet');
    await open('/settings', 'Who may sign in');
    await page.locator('::-p-aria([name="E-mail address"])').fill('lena@example.com');
    await page.locator('::-p-aria([name="Name"])').fill('Lena');
    await press('Let in');
    await shows('has not signed in yet');
    await signIn();
    await lena.shows('You are a viewer');
    expect(new URL(lena.page.url()).search).toBe('?show=live');
    // What is chosen counts once somebody says so.
    const role = '[aria-label="Role of Lena"]';
    const isChanging = isOf('PATCH', dashboardRoutes.updatePerson.path);
    const changed = await dashboard.askedDuring(isChanging, async () => {
      await page.select(role, 'member');
      await press('Change the role of Lena');
      await shows('signs in again as member');
      await press('Cancel');
      await hasNo('[role="dialog"]');
    });
    expect(changed).toEqual([]);
    await press('Change the role of Lena');
    await press('Make them a member');
    await lena.shows(door);
    await has(`${role}:focus`);
    await signIn();
    await lena.shows('Send a bot');
    await press('Remove Lena');
    await press('Remove');
    await lena.shows(door);
    await lena.page.goto(cameBackBy.at(-1) ?? '');
    await lena.shows('begun in another browser');
  });
});

describe('signing in where several projects have let one in', () => {
  it('asks to which one, and leads to the page that was wanted', async () => {
    const { table, project_id } = api;
    const projects = projectRepository(table);
    const named = createCreateProject({
      ...{ projects, apiKeys: apiKeyRepository(table), clock: systemClock },
      secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
    });
    const { admit } = createPeople({
      ...allReadable,
      ...{ people: personRepository(table), projects, clock: systemClock },
      sessions: openSessions(table),
      invitations: openInvitations(table),
    });
    const theirs = await named(hostile);
    for (const id of [project_id, theirs.project_id])
      await admit(id, { email: 'priya@example.com', name: 'Priya', role: 'viewer' });
    issuer.people.set('priya', { email: 'priya@example.com', email_verified: true });
    issuer.become('priya');
    await using priya = await dashboard.ofSomebodyElse();
    await priya.open('/settings', door);
    await priya.page.locator('::-p-aria([name="Sign in"][role="link"])').click();
    await priya.shows('Where do you want to go?');
    expect(await priya.page.$$eval('button strong', (all) => all.map(({ textContent }) => textContent))).toContain(
      hostile,
    );
    await priya.page.locator(`button[value="${theirs.project_id}"]`).click();
    await priya.shows('You are its viewer.');
    await priya.shows(hostile);
  });
});

describe('who is signed in', () => {
  it('is signed out by an owner, at once', async () => {
    await using tom = await dashboard.ofSomebodyElse();
    await tom.page.goto(api.base_url + (await invite('viewer', 'Tom')));
    await tom.shows('You are a viewer');
    await open('/settings', 'by a link of operator (command line)');
    await press('Sign out Tom');
    await press('Sign them out');
    await tom.shows(door);
  });
});

describe('a session', () => {
  it('ends by a press, at the door, and the browser has none of it left', async () => {
    await using tom = await dashboard.ofSomebodyElse();
    await tom.page.goto(api.base_url + (await invite('viewer', 'Tom')));
    await tom.shows('You are a viewer');
    await tom.open(`/bots/${over}`, '40 lines');
    const [context, held] = [tom.page.browserContext(), await tom.page.browserContext().cookies()];
    expect(held).toHaveLength(1);
    await tom.press('Sign out');
    await tom.shows(door);
    expect(await context.cookies()).toEqual([]);
    // Nor does it open anything for whoever has kept it.
    await context.setCookie(...held);
    await tom.open('', door);
  });

  it('that has ended meanwhile leads back to the door', async () => {
    await open('', 'Send a bot');
    await browser.deleteCookie(...(await browser.cookies()));
    await shows(door);
    await shows('Your session has ended');
  });

  it('that has ended is missed by the next press at the latest; a link leads back to the page that one was on', async () => {
    await follow(await invite('owner'));
    await shows('Send a bot');
    await open(`/bots/${over}`, '40 lines');
    await browser.deleteCookie(...(await browser.cookies()));
    await press('Delete data');
    await press('Delete it');
    await shows(door);
    await follow(await invite('owner'));
    await shows('40 lines');
  });

  it('stays that of whoever is signed in when they open a link, until they say otherwise', async () => {
    const link = await invite('viewer', 'Tom');
    const isAsked = 'You are signed in already, as Maya, owner of';
    await open('', 'Send a bot');
    await follow(link);
    await shows(isAsked);
    expect(new URL(page.url()).hash).toBe('');
    await press('Go on as I am');
    await showsNoMore(isAsked);
    await follow(link);
    await press('Use the link');
    await shows('You are a viewer');
    await shows('Tom, viewer');
    // Their own link, once more.
    await follow(link);
    await shows('If that was you, there is nothing left to do.');
    await press('Go on as I am');
  });

  it('of a viewer, and of a member, offers nothing that is not theirs to do', async () => {
    await open(`/bots/${over}`, '40 lines');
    expect(await text()).not.toContain('Delete data');
    await open('/settings', 'You are its viewer.');
    await follow(await invite('member'));
    await press('Use the link');
    await shows('You are its member.');
    await open(`/bots/${over}`, 'Delete data');
    await open('/webhooks', 'Subscriptions');
    expect(await page.$('[placeholder="https://hooks.example.com/bots"]')).toBeNull();
  });
});
