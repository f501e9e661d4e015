/** What Zoom itself publishes for its REST API and webhooks, against the stand-in: its types on both sides, and its own client. */
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { aClock } from '../../lab/doubles/clock.ts';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { type Claim, importMakers, makersPackages, objections } from '../makers.ts';
import { eachQuirk } from '../quirks.ts';
import { aConf, type Conf, confQuirks } from './conf.ts';
import { appDeauthorized, type ConfEvent, meetingCreated, userEvent } from './events.ts';
import { deliveryOf } from './hooks.ts';
import { aMeeting, anApp, aUser } from './people.ts';

const maya = aUser();
const secret = 'webhook-secret';
const app = anApp({ webhook: { url: 'https://client.example.com/hook', secret } });

const isFunction = (value: unknown): boolean => typeof value === 'function';
/** What the client is used for here. */
interface Data {
  readonly data: unknown;
}
interface MeetingsClient {
  auth: { initRedirectCode(code: string): Promise<void>; getToken(): Promise<string> };
  endpoints: {
    meetings: {
      listMeetings(given: object): Promise<Data>;
      getMeetingsJoinTokenForLocalRecording(given: object): Promise<Data>;
    };
  };
}
interface UsersClient {
  endpoints: { users: { getUser(given: object): Promise<Data>; getUsersToken(given: object): Promise<Data> } };
}
interface Receiver {
  init(given: { eventEmitter: { emit(event: string, payload: unknown): Promise<void> } }): void;
  start(): (event: object, context: object) => Promise<{ statusCode: number; body: string }>;
}
const Meetings = z.object({
  MeetingsOAuthClient: z.custom<new (options: object) => MeetingsClient>(isFunction),
  AwsLambdaReceiver: z.custom<new (options: object) => Receiver>(isFunction),
});
const Users = z.object({ UsersOAuthClient: z.custom<new (options: object) => UsersClient>(isFunction) });
interface Axios {
  interceptors: { request: { use(change: (request: { url: string }) => unknown): number; eject(id: number): void } };
}
const AxiosModule = z.object({ default: z.custom<Axios>(isFunction) });

const makers = await makersPackages();
if ('missing' in makers) describeSkipped('Zoom’s own client', makers.missing);
else {
  const { folder } = makers;
  const { MeetingsOAuthClient, AwsLambdaReceiver } = Meetings.parse(await importMakers(folder, '@zoom/rivet/meetings'));
  const { UsersOAuthClient } = Users.parse(await importMakers(folder, '@zoom/rivet/users'));
  const { default: axios } = AxiosModule.parse(await importMakers(folder, 'axios'));

  /** The client has the address of the token endpoint built in: requests to it are turned to the stand-in. */
  const turned = (conf: Conf): Disposable => {
    const id = axios.interceptors.request.use((request) => ({
      ...request,
      url: request.url.replace('https://zoom.us', conf.url),
    }));
    return { [Symbol.dispose]: () => axios.interceptors.request.eject(id) };
  };
  const options = (conf: Conf, tokenStore: object) => ({
    clientId: app.client_id,
    clientSecret: app.client_secret,
    disableReceiver: true,
    baseUrl: `${conf.url}/v2`,
    tokenStore,
    installerOptions: {
      redirectUri: 'https://client.example.com',
      redirectUriPath: '/connected',
      stateStore: 'a secret of the app',
    },
  });
  /** Keeps the one token of a test, as an app's own store would. */
  const aTokenStore = () => {
    let kept: { refreshToken: string } | undefined;
    return {
      getLatestToken: () => kept,
      storeToken: (token: { refreshToken: string }) => {
        kept = token;
      },
    };
  };

  describe('Zoom’s client', () => {
    eachQuirk(confQuirks, (quirks) =>
      it('connects, asks and refreshes with the stand-in', async () => {
        await using conf = await aConf({ apps: [app], meetings: [aMeeting()], quirks });
        using _ = turned(conf);
        const store = aTokenStore();
        const meetings = new MeetingsOAuthClient(options(conf, store));
        const users = new UsersOAuthClient(options(conf, store));
        await meetings.auth.initRedirectCode(conf.authorise(maya));
        const me = { path: { userId: 'me' } };
        expect(await users.endpoints.users.getUser(me)).toMatchObject({
          data: { id: maya.id, account_id: maya.account_id },
        });
        const { getUsersToken } = users.endpoints.users;
        const onbehalf = { ...me, query: { type: 'onbehalf', meeting_id: '97763643886' } };
        expect(await getUsersToken(onbehalf)).toMatchObject({ data: { token: expect.any(String) } });
        const { listMeetings, getMeetingsJoinTokenForLocalRecording } = meetings.endpoints.meetings;
        expect(await listMeetings({ ...me, query: { page_size: 300 } })).toMatchObject({
          data: { meetings: [{ id: aMeeting().id }] },
        });
        const meeting = { path: { meetingId: aMeeting().id }, query: { bypass_waiting_room: true } };
        expect(await getMeetingsJoinTokenForLocalRecording(meeting)).toMatchObject({ data: { expire_in: 120 } });

        const before = store.getLatestToken()?.refreshToken;
        const expired = { ...store.getLatestToken(), expirationTimeIso: '2026-01-01T00:00:00Z' };
        store.storeToken(z.object({ refreshToken: z.string() }).loose().parse(expired));
        await meetings.auth.getToken();
        expect(store.getLatestToken()?.refreshToken).not.toBe(before);
        expect(conf.tokenRequests('refresh_token')).toBe(1);
      }),
    );

    it('understands the stand-in’s refusals', async () => {
      await using conf = await aConf({ apps: [app] });
      using _ = turned(conf);
      const client = new MeetingsOAuthClient(options(conf, aTokenStore()));
      await expect(client.auth.initRedirectCode('spent')).rejects.toMatchObject({
        cause: { response: { status: 400, data: { error: 'invalid_grant' } } },
      });
      await client.auth.initRedirectCode(conf.authorise(maya));
      const nowhere = client.endpoints.meetings.getMeetingsJoinTokenForLocalRecording({ path: { meetingId: 1 } });
      await expect(nowhere).rejects.toThrow('[404/3001]: "Meeting does not exist: 1."');
    });
  });

  const at = aClock().now();
  const events: [string, string, ConfEvent][] = [
    ['meetings', 'MeetingCreatedEvent', meetingCreated(aMeeting(), maya, at)],
    ['users', 'UserUpdatedEvent', userEvent('updated', maya, at)],
    ['users', 'UserDeactivatedEvent', userEvent('deactivated', maya, at)],
    ['users', 'UserDeletedEvent', userEvent('deleted', maya, at)],
    ['marketplace', 'AppDeauthorizedEvent', appDeauthorized(app, maya, at)],
  ];

  describe('Zoom’s receiver of webhooks', () => {
    const received = async (delivery: { headers: Readonly<Record<string, string>>; body: string }) => {
      const emitted: [string, unknown][] = [];
      // It tells the console of everything that comes.
      using _ = vi.spyOn(console, 'debug').mockReturnValue();
      const receiver = new AwsLambdaReceiver({ webhooksSecretToken: secret });
      receiver.init({ eventEmitter: { emit: async (event, payload) => void emitted.push([event, payload]) } });
      const { statusCode, body } = await receiver.start()({ ...delivery, isBase64Encoded: false }, {});
      return { statusCode, body: JSON.parse(body), emitted };
    };

    it.each(events)('takes the %s’ %s as signed by Zoom', async (_, __, event) => {
      const delivery = deliveryOf(app, event, at);
      expect(await received(delivery)).toMatchObject({ statusCode: 200, emitted: [[event.event, event]] });
      const forged = { ...delivery, body: delivery.body.replace(maya.account_id, 'another') };
      expect(await received(forged)).toMatchObject({ statusCode: 400, emitted: [] });
    });

    it('proves that it knows the secret in the way that the stand-in expects', async () => {
      await using conf = await aConf({ apps: [app] });
      await using receiver = await aWebhookReceiver(async (response, { headers, body }) => {
        const answer = await received({ headers, body });
        response.writeHead(answer.statusCode).end(JSON.stringify(answer.body));
      });
      expect(await conf.validate(anApp({ webhook: { url: receiver.url, secret } }))).toBe(true);
      expect(await conf.validate(anApp({ webhook: { url: receiver.url, secret: 'another' } }))).toBe(false);
    });
  });

  describe('Zoom’s types', () => {
    const imports = ['meetings', 'users', 'marketplace']
      .map((name) => `import type * as ${name} from '@zoom/rivet/${name}';`)
      .join('\n');
    const claims = (all: readonly Claim[]) => objections(folder, imports, all);

    it('have what the stand-in answers and sends', async () => {
      await using conf = await aConf({ apps: [app], meetings: [aMeeting()] });
      const form = {
        grant_type: 'authorization_code',
        code: conf.authorise(maya),
        redirect_uri: app.redirect_uris[0] ?? '',
      };
      const basic = `Basic ${btoa(`${app.client_id}:${app.client_secret}`)}`;
      const tokens = await fetch(`${conf.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: basic },
        body: new URLSearchParams(form),
      });
      const authorization = `Bearer ${(await tokens.json()).access_token}`;
      const get = async (path: string): Promise<unknown> =>
        (await fetch(`${conf.url}/v2${path}`, { headers: { authorization } })).json();
      expect(
        await claims([
          { type: 'users.UsersGetUserResponse', value: await get('/users/me') },
          { type: 'users.UsersGetUsersTokenResponse', value: await get('/users/me/token?type=zak') },
          { type: 'meetings.MeetingsListMeetingsResponse', value: await get('/users/me/meetings') },
          {
            type: 'meetings.MeetingsGetMeetingsJoinTokenForLocalRecordingResponse',
            value: await get(`/meetings/${aMeeting().id}/jointoken/local_recording`),
          },
          ...events.map(([module, type, value]) => ({ type: `Omit<${module}.${type}, never>`, value })),
          { type: 'users.UsersGetUsersTokenQueryParams', value: { type: 'onbehalf', ttl: 60, meeting_id: '1' } },
          {
            type: 'meetings.MeetingsGetMeetingsJoinTokenForLocalRecordingQueryParams',
            value: { bypass_waiting_room: true },
          },
          {
            type: 'meetings.MeetingsListMeetingsQueryParams',
            value: { type: 'upcoming', page_size: 30, next_page_token: 'x', from: 'x', to: 'x', timezone: 'x' },
          },
        ]),
      ).toEqual([]);
    });

    it('object to what they do not know', async () => {
      const wrong = { ...meetingCreated(aMeeting(), maya, at), sent_at: 1 };
      expect(await claims([{ type: 'Omit<meetings.MeetingCreatedEvent, never>', value: wrong }])).toHaveLength(1);
      expect(await claims([{ type: 'users.UsersGetUsersTokenQueryParams', value: { type: 'obf' } }])).toHaveLength(1);
    });
  });
}
