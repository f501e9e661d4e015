import { describe, expect, it, vi } from 'vitest';
import { lastKeptName } from '../../../lib/domain/captured/diagnostics.ts';
import type { Write } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { botKey } from '../../../lib/storage/keys.ts';
import { sessionRepository } from '../../../lib/storage/sessions.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { storedFor } from '../../lab/api/resources.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aSubscription } from '../../lab/builders/records.ts';
import { aDelivery } from '../../lab/builders/webhook-message.ts';
import { ownStores } from '../../lab/doubles/in-process/adapters.ts';
import { by, call, fromPage, invite, mine, newProject, table } from './project.ts';

describe('what people see of bots', () => {
  const aNewBot = {
    meeting_url: 'https://meet.example.com/room/daily',
    bot_name: 'Notes',
    metadata: { customer: 'acme' },
  };
  type Shown = { id: string; made_by: unknown };

  it('is who made each: a program by its key, or a person', async () => {
    const owner = await by('owner');
    const key = (await call('createApiKey', { ...owner, body: { name: 'nightly' } })).body as { api_key: string };
    const headers = { authorization: `Token ${key.api_key}` };
    const byKey = (await call('createBot', { headers, body: aNewBot })).body as Shown;
    const byPerson = (await call('createBot', { ...owner, body: aNewBot })).body as Shown;
    const { results } = (await call('showBots', { ...owner, query: 'order=newest_first' })).body as {
      results: Shown[];
    };
    const madeBy = (id: string) => results.find((one) => one.id === id)?.made_by;
    expect(madeBy(byKey.id)).toEqual({ kind: 'api_key', name: 'nightly' });
    expect(madeBy(byPerson.id)).toEqual({ kind: 'person', name: 'Maya' });
  });

  it('is what another one like it is made with, for those who may make one', async () => {
    const member = await by('member');
    const { id } = (await call('createBot', { ...member, body: aNewBot })).body as Shown;
    const details = (await call('showBot', { ...member, id })).body as { settings: object };
    expect(details).toMatchObject({ bot_name: 'Notes', made_by: { kind: 'person' }, settings: aNewBot });
    const again = await call('createBot', { ...member, body: details.settings });
    expect(again).toMatchObject({ status: 201, body: { metadata: aNewBot.metadata } });
    const viewer = await call('showBot', { ...(await by('viewer')), id });
    expect(viewer.body).toMatchObject({ bot_name: 'Notes', settings: null });
  });

  it('is no address among its settings for viewers: those may hold secrets', async () => {
    const member = await by('member');
    const url = 'https://agent.example.com/page?token=agent-secret';
    const voice_agent_settings = { url, reserve_resources: true };
    const { id } = (await call('createBot', { ...member, body: { ...aNewBot, voice_agent_settings } })).body as Shown;
    const video = { id: 'v', url: 'https://example.com/a.mp4?signature=video-secret', loop: false };
    const output_video = { ...video, asked_at: '2026-03-02T09:00:00.000Z' };
    await table.write({ update: botKey({ project_id: mine.project_id, bot_id: id }), set: { output_video } });
    const [shown, seen] = [
      await call('showBot', { ...member, id }),
      await call('showBot', { ...(await by('viewer')), id }),
    ];
    expect(shown.text).toMatch(/agent-secret.*video-secret/);
    expect([seen.status, seen.text]).toEqual([200, expect.not.stringContaining('secret')]);
  });

  it('is no address of webhooks for viewers either, nor what is answered there', async () => {
    const { project_id } = await newProject('with webhooks');
    const [member, viewer] = [await by('member', project_id), await by('viewer', project_id)];
    const url = 'https://hooks.example.com/hook?token=hook-secret';
    const webhook = { url, triggers: ['bot.state_change'] };
    await call('createSubscription', { ...(await by('owner', project_id)), body: webhook });
    const { id } = (await call('createBot', { ...member, body: { ...aNewBot, webhooks: [webhook] } })).body as Shown;
    const at = new Date();
    const attempts = [
      { attempt: 1, at: at.toISOString(), status: 500, duration_ms: 7, response: 'answer-secret' },
      { attempt: 2, at: at.toISOString(), status: null, duration_ms: 7, error: 'connect ECONNREFUSED' },
    ];
    const delivery = aDelivery();
    await webhookDeliveryRepository(table).save(
      {
        ...{ ...delivery, project_id, subject_id: id, subscription_id: 'webhooks.0', url },
        ...{ state: 'failed', attempts, next_attempt_at: null, created_at: at.toISOString() },
      },
      new Date(at.getTime() + 60_000),
    );
    const asked = [
      ['listSubscriptions', ''],
      ['listDeliveries', `about=${id}`],
      ['getDelivery', `about=${id}&idempotency_key=${delivery.idempotency_key}`],
    ] as const;
    for (const [name, query] of asked) {
      expect((await call(name, { ...member, query })).text).toContain(url);
      const seen = await call(name, { ...viewer, query });
      expect([seen.status, seen.text]).toEqual([200, expect.stringContaining('"url":"https://hooks.example.com"')]);
      expect(seen.text).not.toMatch(/hook-secret|answer-secret/);
    }
    const [name, query] = asked[2];
    expect((await call(name, { ...member, query })).text).toContain('answer-secret');
    expect((await call(name, { ...viewer, query })).text).toContain('ECONNREFUSED');
  });

  it('is what its meeting looks like, for viewers too', async () => {
    const id = await storedFor('getBot', table, mine.project_id);
    const seen = await call('watchBot', { ...(await by('viewer')), id });
    expect([seen.status, seen.body]).toEqual([200, { picture: null }]);
  });
});

const aHook = { url: 'https://hooks.example.com/', triggers: ['bot.state_change'] };

describe('what people did', () => {
  interface Entry {
    readonly id: string;
    readonly name: string;
    readonly act: string;
    readonly about: string | null;
    readonly called: string | null;
    readonly meeting_url: string | null;
    readonly at: string;
  }
  const setUp = async () => {
    const { project_id } = await newProject('watched');
    const owner = await by('owner', project_id);
    const entries = async () => ((await call('listAudit', owner)).body as { results: Entry[] }).results;
    const acts = async () => (await entries()).map(({ act, about }) => [act, about]);
    return { project_id, owner, entries, acts };
  };

  it('is noted down, newest first, with what it was about, and read by owners', async () => {
    const { project_id, owner, acts, entries } = await setUp();
    await call('createApiKey', { ...owner, body: { name: 'nightly' } });
    const { id } = (await call('createSubscription', { ...owner, body: aHook })).body as { id: string };
    await call('deleteSubscription', { ...owner, id });
    expect(await acts()).toEqual([
      ['DELETE /api/v1/dashboard/webhooks/{object_id}', id],
      ['POST /api/v1/dashboard/webhooks', aHook.url],
      ['POST /api/v1/dashboard/api_keys', 'nightly'],
    ]);
    expect((await entries())[0]).toMatchObject({
      name: 'Maya',
      role: 'owner',
      session: expect.stringMatching(/^[0-9a-f]{8}$/),
      ...{ email: null, subject: null },
    });
    const member = await by('member', project_id);
    expect((await call('listAudit', member)).status).toBe(403);
  });

  it('tells by whom it was, where an identity provider has vouched for them, whatever they call themselves', async () => {
    const { project_id, owner, entries } = await setUp();
    const known = { email: 'maya@example.com', subject: 'https://issuer.example maya-1' };
    await sessionRepository(table).start('of-the-other-maya', {
      ...{ project_id, name: 'Maya', role: 'owner', cursor_secret: 's', ...known },
      until: new Date(Date.now() + 60_000).toISOString(),
    });
    const maya = { ...owner, cookie: 'of-the-other-maya' };
    await call('createApiKey', { ...maya, body: { name: 'nightly' } });
    await call('createBot', {
      ...maya,
      body: { meeting_url: 'https://meet.example.com/room/daily', bot_name: 'Notes' },
    });
    expect(await entries()).toEqual([
      expect.objectContaining({ act: 'POST /api/v1/bots', name: 'Maya', ...known }),
      expect.objectContaining({ act: 'POST /api/v1/dashboard/api_keys', name: 'Maya', ...known }),
    ]);
  });

  it('is noted in the write that does it: neither is there without the other', async () => {
    const { project_id, owner, acts } = await setUp();
    const partition = `project#${project_id}#audit`;
    const { write } = table;
    const written: (readonly string[])[] = [];
    vi.spyOn(table, 'write').mockImplementation((...writes: readonly Write[]) => {
      written.push(writes.map((one) => ('put' in one ? one.put.pk : 'update' in one ? one.update.pk : 'other')));
      return written.length === 1 ? Promise.reject(new Error('lost')) : write(...writes);
    });
    expect((await call('createApiKey', { ...owner, body: { name: 'lost' } })).status).toBe(500);
    vi.restoreAllMocks();
    expect(written).toEqual([[expect.stringMatching(/^api_key#/), partition]]);
    expect(await acts()).toEqual([]);
  });

  it('is not what was refused', async () => {
    const { owner, acts } = await setUp();
    await call('createSubscription', { ...owner, body: { ...aHook, url: 'https://10.0.0.1/' } });
    expect(await acts()).toEqual([]);
  });

  it('is by which link somebody came in', async () => {
    const { project_id, entries } = await setUp();
    const ticket = await invite({ project_id, name: 'Tom', role: 'viewer' });
    await call('signIn', { headers: fromPage, body: { ticket } });
    const about = 'of operator (command line) (made in session command line)';
    expect(await entries()).toMatchObject([{ name: 'Tom', act: 'POST /api/v1/dashboard/session', about }]);
  });

  it('is whom they let in, by the address, and as what: names tell nobody apart', async () => {
    const { owner, acts } = await setUp();
    const priya = { email: 'priya@example.com', name: 'Priya', role: 'viewer' };
    await call('admitPerson', { ...owner, body: priya });
    await call('updatePerson', { ...owner, body: { email: priya.email, role: 'member' } });
    await call('invite', { ...owner, body: { name: 'Tom', role: 'owner' } });
    expect(new Set((await acts()).map(String))).toEqual(
      new Set([
        'POST /api/v1/dashboard/people,priya@example.com, viewer',
        'PATCH /api/v1/dashboard/people,priya@example.com, member',
        'POST /api/v1/dashboard/invitations,Tom, owner',
      ]),
    );
  });

  it('is what they had bots do, and once an hour what they read', async () => {
    const { project_id, owner, acts } = await setUp();
    const id = await storedFor('getBot', table, project_id);
    for (let i = 0; i < 3; i += 1) await call('getTranscript', { ...owner, id });
    await call('leaveBot', { ...owner, id });
    await call('getBot', { ...owner, id });
    const asked = await acts();
    expect(asked).toContainEqual(['GET /api/v1/bots/{object_id}/transcript', id]);
    expect(asked.filter(([act]) => act?.endsWith('/transcript')).length).toBeLessThanOrEqual(2);
    expect(asked.filter(([act]) => act?.startsWith('GET ')).length + 1).toBe(asked.length);
  });

  it('is asked of the table no more, once it is known to be noted in an hour', async () => {
    const { project_id, owner } = await setUp();
    const id = await storedFor('getBot', table, project_id);
    const written = vi.spyOn(table, 'write');
    for (let i = 0; i < 4; i += 1) await call('listParticipants', { ...owner, id });
    const calls: readonly (readonly Write[])[] = written.mock.calls;
    const looks = calls.filter(
      ([first]) => first && 'update' in first && first.update.pk === `project#${project_id}#audit`,
    );
    vi.restoreAllMocks();
    // Twice where an hour has begun meanwhile.
    expect([1, 2]).toContain(looks.length);
  });

  it('is each kind of thing that they looked at of a meeting: once an hour, not at each poll', async () => {
    const { project_id, owner, acts } = await setUp();
    const id = await storedFor('getBot', table, project_id);
    const { id: subscription_id, url } = aSubscription();
    const { idempotency_key } = aDelivery();
    const now = new Date();
    const kept = {
      at: now.toISOString(),
      folder: 'diagnostics/one',
      files: ['page.png'],
      reason: 'kept_out',
      page: null,
    };
    const name = capturedFolder({ project_id, bot_id: id }) + lastKeptName;
    await ownStores.media.put(name, Buffer.from(JSON.stringify(kept)), 'application/json');
    await webhookDeliveryRepository(table).save(
      {
        ...{ ...aDelivery(), project_id, subject_id: id, subscription_id, url },
        ...{ state: 'failed', attempts: [], next_attempt_at: null, created_at: now.toISOString() },
      },
      new Date(now.getTime() + 60_000),
    );
    const looks = ['getDiagnostics', 'listParticipants', 'listParticipantEvents', 'listChatMessages'] as const;
    for (let i = 0; i < 3; i += 1) {
      for (const name of looks) expect((await call(name, { ...owner, id })).status).toBe(200);
      const query = `about=${id}&idempotency_key=${idempotency_key}`;
      expect((await call('getDelivery', { ...owner, query })).status).toBe(200);
    }
    const noted = await acts();
    const expected = [
      ...['diagnostics', 'participants', 'participant_events', 'chat_messages'].map(
        (what) => `GET /api/v1/bots/{object_id}/${what}`,
      ),
      'GET /api/v1/dashboard/webhook_deliveries/one',
    ].map((act) => [act, id]);
    expect(new Set(noted.map(String))).toEqual(new Set(expected.map(String)));
    // Twice where an hour has begun meanwhile.
    expect(noted.length).toBeLessThanOrEqual(2 * expected.length);
  });

  it('names the bots and app sessions that it is about, for as long as they are there', async () => {
    const { project_id, owner, entries } = await setUp();
    const meeting_url = 'https://meet.example.com/room/daily';
    const { id } = (await call('createBot', { ...owner, body: { meeting_url, bot_name: 'Notes' } })).body as Entry;
    const session = anAppSession({ project_id, metadata: { title: 'Customer call' } });
    await botRepository(table).create(session);
    await call('endAppSession', { ...owner, id: session.id });
    const join_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = (await call('createBot', { ...owner, body: { meeting_url, bot_name: 'Later', join_at } }))
      .body as Entry;
    await call('deleteBot', { ...owner, id: later.id });
    const named = (await entries()).map(({ about, called, meeting_url }) => [about, called, meeting_url]);
    // Those of one millisecond are in no order.
    expect(new Set(named.map(String))).toEqual(
      new Set(
        [
          [later.id, null, null],
          [session.id, 'Customer call', null],
          [id, 'Notes', meeting_url],
        ].map(String),
      ),
    );
  });

  it('holds nothing secret', async () => {
    const { owner, entries } = await setUp();
    await call('setProviderKey', { ...owner, body: { provider: 'stt_a', key: 'a-key-of-the-maker' } });
    await call('createOAuthApp', { ...owner, body: { client_id: 'an-app', client_secret: 'its-secret' } });
    const kept = await entries();
    expect(kept.map(({ about }) => about)).toEqual(['an-app', 'stt_a']);
    expect(JSON.stringify(kept)).not.toMatch(/a-key-of-the-maker|its-secret/);
  });

  it('is shown in pages', async () => {
    const { owner } = await setUp();
    type Page = { results: Entry[]; next: string | null };
    for (let i = 0; i < 51; i += 1) await call('invite', { ...owner, body: { name: `guest ${i}`, role: 'viewer' } });
    const page = (await call('listAudit', owner)).body as Page;
    const rest = (await call('listAudit', { ...owner, query: `before=${encodeURIComponent(page.next ?? '')}` }))
      .body as Page;
    const all = [...page.results, ...rest.results].filter(({ act }) => act === 'POST /api/v1/dashboard/invitations');
    expect(page.results).toHaveLength(50);
    // Those of one millisecond are in no order.
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ about }) => about))).toEqual(
      new Set(Array.from({ length: 51 }, (_, i) => `guest ${i}, viewer`)),
    );
  });
});
