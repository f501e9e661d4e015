/** Calendars, connections and app sessions: what others have granted, what is wrong with it, and what becomes of it. */
import { nothingIsAsked, part, type Visit } from './visit.ts';

export interface GrantedCalendar {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
  /** The name of a meeting in it, within a week, with a link that a bot could join by. */
  readonly meeting: string;
  /** Whoever runs the app switches its calendar API off, or on again. */
  readonly switchApi: (isOn: boolean) => void;
}

export const aCalendarIsConnected = async (visit: Visit, granted: GrantedCalendar): Promise<void> => {
  const { step, press, follow, enter, says, saysNoMore, shows } = visit;
  const calendar = part('ada');
  await step('a calendar is connected, whose meetings are shown', async () => {
    await follow('Calendars');
    await press('Connect a calendar');
    await enter('Client id', granted.client_id);
    await enter('Client secret', granted.client_secret);
    await enter('Refresh token', granted.refresh_token);
    await press('More settings: another calendar than the primary one, a name');
    await enter('Name, or another key of yours', 'ada');
    await press('Connect');
    await shows(calendar);
    await says(granted.meeting);
  });
  await step('a bot is sent to a meeting of it', async () => {
    await press(`Send a bot to ${granted.meeting}`);
    await shows('.meeting-row a[href^="/dashboard/bots/bot_"]');
    await visit.pick('.meeting-row a');
    await says('It joins on');
    await follow(granted.meeting);
    await shows(calendar);
  });
  await step('what is wrong with it is said in words, and mended', async () => {
    const wrong = 'says that its calendar API is switched off for your app';
    granted.switchApi(false);
    // They are tried at once; by itself it would be looked at a quarter of an hour later.
    await press('New credentials', calendar);
    await enter('Refresh token', granted.refresh_token);
    await press('Try them');
    await says(wrong);
    granted.switchApi(true);
    await press('Enter new credentials');
    await enter('Refresh token', granted.refresh_token);
    await press('Try them');
    await saysNoMore(wrong);
    await says('Connected');
  });
  await step('it is deleted, once somebody is sure', async () => {
    await press('Delete', calendar);
    await press('Delete it');
    await says('No calendar yet');
  });
};

export interface GrantedApp {
  readonly client_id: string;
  readonly client_secret: string;
  readonly webhook_secret: string;
  /** The app is told where its events go to. */
  readonly tellsAt: (url: URL) => void;
  /** A user allows it; where they come back to, with a code that is good for minutes. */
  readonly authorise: () => string;
  /** The user removes the app. */
  readonly remove: () => Promise<unknown>;
}

const apps = part('Zoom apps');

export const anAppIsEntered = (visit: Visit, granted: GrantedApp): Promise<void> =>
  visit.step('an app at Zoom is entered, and its secrets are shown no more', async () => {
    const { page, press, follow, enter, says, saysNoMore } = visit;
    await follow('Settings');
    await enter('Client id of an app', granted.client_id, apps);
    await enter('Client secret', granted.client_secret, apps);
    await enter('Secret token of its webhooks', granted.webhook_secret, apps);
    await press('Enter', apps);
    await says('its webhooks are verified');
    await saysNoMore(granted.client_secret);
    const address = await page.$eval(`${apps} li code`, ({ textContent }) => textContent);
    granted.tellsAt(new URL(address));
  });

/** One of its users is connected, and removes the app. */
export const aConnectionIsAdded = async (visit: Visit, granted: GrantedApp): Promise<void> => {
  const { step, press, follow, enter, says, shows } = visit;
  await step('a user of it is connected', async () => {
    await follow('Connections');
    await press('Add a connection');
    await enter('What they came back with', granted.authorise());
    await press('More settings: a name');
    await enter('Name', 'Priya', '[role=dialog]');
    await press('Connect');
    await shows(part('Priya'));
    await says('records the meetings that they host');
  });
  await step('the app is not forgotten while they are', async () => {
    await follow('Settings');
    await press(`Forget ${granted.client_id}`);
    await press('Forget it');
    await says('delete those first, under Connections');
    await press('Cancel');
    await nothingIsAsked(visit);
  });
  await step('the user removes the app, which is said in words', async () => {
    await follow('Connections');
    await granted.remove();
    await says('The user has removed your app');
    await press('Delete', part('Priya'));
    await press('Delete it');
    await says('No connection yet');
  });
};

export const anAppIsForgotten = (
  { step, press, follow, saysNoMore }: Visit,
  { client_id }: GrantedApp,
): Promise<void> =>
  step('the app is forgotten', async () => {
    await follow('Settings');
    await press(`Forget ${client_id}`);
    await press('Forget it');
    await saysNoMore(client_id);
  });

export interface GrantedStream {
  readonly title: string;
  /** Forwards that it has begun. */
  readonly begin: () => Promise<void>;
  /** Somebody says something in it. */
  readonly speak: () => Promise<unknown>;
}

export const anAppSessionIsTaken = async (visit: Visit, stream: GrantedStream): Promise<void> => {
  const { step, press, follow, pick, says, shows } = visit;
  await step('a stream that begins is in the list, and what is said there is read', async () => {
    await follow('App sessions');
    await stream.begin();
    await says(stream.title);
    await pick('.session-row');
    await says('What is said appears here');
    await stream.speak();
    await shows('.line');
  });
  await step('it is ended, and its recording plays', async () => {
    await press('End it');
    await visit.showsRecording();
    await visit.playsForAMoment();
    await shows('.lanes svg[aria-label*="spoke for"]');
  });
  await step('its data is deleted, once somebody is sure', async () => {
    await press('Delete data');
    await press('Delete it');
    await says('What happened');
    await visit.until('no recording any more', async () => (await visit.page.$('video')) === null);
  });
};
