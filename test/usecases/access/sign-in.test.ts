import { describe, expect, it } from 'vitest';
import { ForbiddenError, InvalidTokenError, NotFoundError } from '../../../lib/domain/errors.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { openInvitations, sessionRepository, ticketRepository } from '../../../lib/storage/sessions.ts';
import { createRecognise } from '../../../lib/usecases/access/recognise.ts';
import { createSignIn } from '../../../lib/usecases/access/sign-in.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project_id = 'prj_1';
const maya = { project_id, name: 'Maya', role: 'member' } as const;

const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const [projects, apiKeys] = [projectRepository(table), apiKeyRepository(table)];
  await projects.create({
    id: project_id,
    name: 'Acme',
    webhook_secret_sealed: '',
    created_at: '2026-03-01T00:00:00Z',
  });
  await apiKeys.create('h', {
    id: 'key_1',
    project_id,
    name: 'k',
    cursor_secret: 's',
    created_at: '2026-03-01T00:00:00Z',
  });
  const sessions = sessionRepository(table);
  const invitations = openInvitations(table);
  return {
    ...{ clock, table, sessions, invitations, recognise: createRecognise({ sessions }) },
    ...createSignIn({ tickets: ticketRepository(table), invitations, projects, apiKeys, clock }),
  };
};

describe('signing in', () => {
  it('makes of a ticket a session of a week, which stands for a person of the project', async () => {
    const { invite, signIn, recognise, clock } = await setUp();
    const { secret } = await signIn(await invite(maya));
    expect(await recognise(secret, 'member')).toMatchObject({ ...maya, cursor_secret: 's', names: 'neutral' });
    clock.advance(7 * 24 * 3600 + 1);
    expect(await recognise(secret, 'viewer')).toBeUndefined();
  });

  it('is possible once for each ticket, also for two at the same moment', async () => {
    const { invite, signIn } = await setUp();
    const ticket = await invite(maya);
    const outcomes = await Promise.allSettled([signIn(ticket), signIn(ticket)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(signIn(ticket)).rejects.toThrow(InvalidTokenError);
  });

  it('is refused with a ticket that is old, made up, or a session', async () => {
    const { invite, signIn, clock } = await setUp();
    const [old, ticket] = [await invite(maya), await invite(maya)];
    const { secret } = await signIn(ticket);
    clock.advance(12 * 3600 + 1);
    for (const given of [old, 'x', '', secret]) await expect(signIn(given)).rejects.toThrow(InvalidTokenError);
  });

  it('leaves nothing in the table that signs anybody in', async () => {
    const { invite, signIn, table } = await setUp();
    const [kept, used] = [await invite(maya), await invite(maya)];
    const { secret } = await signIn(used);
    const stored = JSON.stringify(table.items());
    for (const hidden of [kept, used, secret]) expect(stored).not.toContain(hidden);
  });

  it('is not made by whoever is signed out, and what they made before is no invitation any more once it is used', async () => {
    const { invite, signIn, sessions, invitations } = await setUp();
    const { secret } = await signIn(await invite(maya));
    const by = { name: 'Maya', session: 'of maya', email: 'maya@example.com' };
    const ticket = await invite(maya, by, sessions.mustBeOpen(secret));
    expect(await invitations.list(project_id)).toMatchObject([
      { name: 'Maya', role: 'member', made_by: 'Maya', made_by_session: 'of maya', made_by_email: by.email },
    ]);
    await signIn(ticket);
    expect(await invitations.list(project_id)).toEqual([]);
    await sessions.end(secret);
    await expect(invite(maya, by, sessions.mustBeOpen(secret))).rejects.toThrow(ForbiddenError);
    expect(await invitations.list(project_id)).toEqual([]);
  });

  it('is for people of a project that there is', async () => {
    const { invite } = await setUp();
    await expect(invite({ ...maya, project_id: 'prj_none' })).rejects.toThrow(NotFoundError);
  });
});

describe('a session', () => {
  it('opens what its role is enough for', async () => {
    const { invite, signIn, recognise } = await setUp();
    const { secret } = await signIn(await invite(maya));
    expect(await recognise(secret, 'viewer')).toMatchObject({ name: 'Maya' });
    expect(await recognise(secret, 'owner')).toEqual({ refusal: 'this takes the role owner, and yours is member' });
  });

  it('is over when it was ended, and nobody is known by a ticket, or by nothing', async () => {
    const { invite, signIn, recognise, sessions } = await setUp();
    const { secret } = await signIn(await invite(maya));
    await sessions.end(secret);
    await sessions.end(secret);
    for (const given of [secret, await invite(maya), '', undefined]) {
      expect(await recognise(given, 'viewer')).toBeUndefined();
    }
  });
});
