import { describe, expect, it } from 'vitest';
import { mostLinksBack } from '../../../lib/domain/access/origin.ts';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import type { Write } from '../../../lib/ports/table.ts';
import { personRepository } from '../../../lib/storage/people.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import {
  openInvitations,
  openSessions,
  sessionName,
  sessionRepository,
  ticketRepository,
} from '../../../lib/storage/sessions.ts';
import { createWithdraw } from '../../../lib/usecases/access/end-sessions.ts';
import { createMembers } from '../../../lib/usecases/access/people.ts';
import { createSignIn } from '../../../lib/usecases/access/sign-in.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project_id = 'prj_1';
const created_at = '2026-03-01T00:00:00Z';
const mallory = 'mallory@example.com';

const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const [projects, apiKeys] = [projectRepository(table), apiKeyRepository(table)];
  await projects.create({ id: project_id, name: 'Acme', webhook_secret_sealed: '', created_at });
  await apiKeys.create('h', { id: 'key_1', project_id, name: 'k', cursor_secret: 's', created_at });
  const sessions = sessionRepository(table);
  const open = { sessions: openSessions(table), invitations: openInvitations(table), ...allReadable };
  const people = personRepository(table);
  const signing = { tickets: ticketRepository(table), invitations: open.invitations, projects, apiKeys, clock };
  const { invite, signIn } = createSignIn(signing);
  const members = createMembers({ people, projects, clock, ...open });
  for (const email of ['owner@example.com', mallory])
    await members.admit(project_id, { email, name: email, role: 'owner' });
  return {
    ...{ table, people, projects, clock, open, members, signIn, withdraw: createWithdraw(open) },
    /** Somebody who signs in by their address. */
    start: (secret: string, email: string) =>
      sessions.start(secret, {
        ...{ project_id, name: email, role: 'owner', cursor_secret: 's', email, started_at: clock.now().toISOString() },
        until: '2100-01-01T00:00:00Z',
      }),
    signsOut: sessions.end,
    isIn: async (secret: string) => (await sessions.find(secret)) !== undefined,
    /** A link for somebody, made in a session; of the operator without one. */
    link: async (name: string, by?: string) => {
      const made = by === undefined ? undefined : await sessions.find(by);
      if (by === undefined || !made) return invite({ project_id, name, role: 'owner' });
      const { email, origin } = made;
      const inviter = { name: made.name, session: sessionName(by), ...(email && { email }), ...(origin && { origin }) };
      return invite({ project_id, name, role: 'owner' }, inviter, sessions.mustBeOpen(by));
    },
    /** Comes by a link. */
    comes: async (ticket: string) => (await signIn(ticket)).secret,
    links: async () => (await open.invitations.list(project_id)).map(({ name }) => name).sort(),
    signedIn: async () => (await open.sessions.list(project_id)).map(({ name }) => name).sort(),
  };
};

describe('what goes back to links of somebody', () => {
  it('says whose link it is, and who made the first of those that lead there', async () => {
    const { start, link, comes, open } = await setUp();
    await start('m', mallory);
    const zoe = await comes(await link('Zoe', 'm'));
    await comes(await link('Tom', zoe));
    await link('Uma', zoe);
    const from = new Map((await open.sessions.list(project_id)).map(({ name, origin }) => [name, origin]));
    expect(from.get(mallory)).toBeUndefined();
    expect(from.get('Zoe')).toMatchObject({ by: mallory, email: mallory, sessions: [sessionName('m')] });
    expect(from.get('Tom')).toMatchObject({
      by: 'Zoe',
      email: mallory,
      sessions: [sessionName('m'), sessionName(zoe)],
    });
    expect(await open.invitations.list(project_id)).toMatchObject([
      { name: 'Uma', made_by: 'Zoe', origin: { email: mallory } },
    ]);
  });

  it.each([
    ['is removed', 'remove'],
    ['is no owner any more', 'setRole'],
    ['is let in anew', 'admit'],
  ] as const)('ends, used or not, when a person %s', async (_, how) => {
    const { start, link, comes, links, signedIn, members } = await setUp();
    await start('m', mallory);
    const zoe = await comes(await link('Zoe', 'm'));
    const tom = await comes(await link('Tom', zoe));
    await link('Uma', tom);
    await comes(await link('of the operator'));
    expect([await signedIn(), await links()]).toEqual([[mallory, 'Zoe', 'Tom', 'of the operator'].sort(), ['Uma']]);
    if (how === 'remove') await members.remove(project_id, mallory);
    if (how === 'setRole') await members.setRole(project_id, mallory, 'member');
    if (how === 'admit') await members.admit(project_id, { email: mallory, name: 'M', role: 'owner' });
    expect([await signedIn(), await links()]).toEqual([['of the operator'], []]);
  });

  it('ends with a session by a link, and leaves what others made', async () => {
    const { link, comes, links, signedIn, members } = await setUp();
    const lena = await comes(await link('Lena'));
    const zoe = await comes(await link('Zoe', lena));
    await comes(await link('Tom', zoe));
    await link('Uma', zoe);
    await link('Vera', lena);
    await members.signOut(project_id, { session: sessionName(zoe) });
    expect([await signedIn(), await links()]).toEqual([['Lena'], ['Vera']]);
  });

  it('is no way back for whoever opened a link of their own, and has another', async () => {
    const { link, comes, links, members, signsOut } = await setUp();
    const lena = await comes(await link('Lena'));
    const [first] = [await link('Lena', lena), await link('Lena anew', lena)];
    const again = await comes(first);
    await signsOut(lena);
    await members.signOut(project_id, { session: sessionName(again) });
    expect(await links()).toEqual([]);
  });

  it('is no way back for whoever signed in anew by their address', async () => {
    const { start, link, links, members, signsOut } = await setUp();
    await start('m', mallory);
    await link('Mallory anew', 'm');
    await signsOut('m');
    await start('m again', mallory);
    await members.signOut(project_id, { session: sessionName('m again') });
    expect(await links()).toEqual([]);
  });

  it('is no way back by a link that was opened before, for whoever signed in anew by their address', async () => {
    const { start, link, comes, signedIn, members, signsOut } = await setUp();
    await start('m', mallory);
    await comes(await link('Mallory elsewhere', 'm'));
    await signsOut('m');
    await start('m again', mallory);
    await comes(await link('of the operator'));
    await members.signOut(project_id, { session: sessionName('m again') });
    expect(await signedIn()).toEqual(['of the operator']);
  });

  it('leaves the links for others of somebody with an address, where one whom they invited is signed out', async () => {
    const { start, link, comes, links, members, signsOut } = await setUp();
    await start('m', mallory);
    const tom = await comes(await link('Tom', 'm'));
    for (const name of ['Ann', 'Bob']) await link(name, 'm');
    await signsOut('m');
    await start('m again', mallory);
    await members.signOut(project_id, { session: sessionName(tom) });
    expect(await links()).toEqual(['Ann', 'Bob']);
  });

  it('is no way back either by a link that is used at that very moment', async () => {
    const { link, comes, links, signedIn, signsOut, people, projects, clock, open } = await setUp();
    const lena = await comes(await link('Lena'));
    const again = await comes(await link('Lena again', lena));
    const ticket = await link('Lena anew', lena);
    await signsOut(lena);
    const meanwhile = [async () => void (await comes(ticket))];
    const list = open.invitations;
    const racing = createMembers({
      ...{ people, projects, clock, ...open },
      invitations: {
        ...list,
        end: async (...asked: Parameters<typeof list.end>) => {
          await meanwhile.pop()?.();
          return list.end(...asked);
        },
      },
    });
    await racing.signOut(project_id, { session: sessionName(again) });
    expect([await signedIn(), await links()]).toEqual([[], []]);
  });

  it('ends also where a link is used, or another one made, at that very moment', async () => {
    const { start, link, comes, links, signedIn, people, projects, clock, open } = await setUp();
    await start('m', mallory);
    const ticket = await link('Zoe', 'm');
    const meanwhile = [async () => void (await link('Tom', await comes(ticket)))];
    const list = open.invitations;
    const racing = createMembers({
      ...{ people, projects, clock, ...open },
      invitations: {
        ...list,
        end: async (...asked: Parameters<typeof list.end>) => {
          await meanwhile.pop()?.();
          return list.end(...asked);
        },
      },
    });
    await racing.remove(project_id, mallory);
    expect([await signedIn(), await links()]).toEqual([[], []]);
  });

  it('ends where the session has ended already, and says where nothing was left', async () => {
    const { link, comes, links, members, signsOut } = await setUp();
    const lena = await comes(await link('Lena'));
    await link('Zoe', lena);
    await signsOut(lena);
    const signOut = () => members.signOut(project_id, { session: sessionName(lena) });
    await signOut();
    expect(await links()).toEqual([]);
    await expect(signOut()).rejects.toThrow(NotFoundError);
  });

  it('ends by few writes, however much it is', async () => {
    const { table, start, link, links, members } = await setUp();
    await start('m', mallory);
    for (let i = 0; i < 100; i += 1) await link(`guest ${i}`, 'm');
    const written: number[] = [];
    const { write } = table;
    table.write = (...writes: readonly Write[]) => {
      written.push(writes.length);
      return write(...writes);
    };
    await members.remove(project_id, mallory);
    expect(await links()).toEqual([]);
    expect([written.length, Math.max(...written)]).toEqual([5, 98]);
  });
});

describe('withdrawing a link', () => {
  it('signs out whoever has come by it meanwhile, and whom they let in', async () => {
    const { link, comes, links, signedIn, withdraw } = await setUp();
    const lena = await comes(await link('Lena'));
    const ticket = await link('Zoe', lena);
    await link('Vera', lena);
    const zoe = await comes(ticket);
    await comes(await link('Tom', zoe));
    await withdraw(project_id, sessionName(ticket));
    expect([await signedIn(), await links()]).toEqual([['Lena'], ['Vera']]);
    await expect(withdraw(project_id, sessionName(ticket))).rejects.toThrow(NotFoundError);
  });
});

describe('links', () => {
  it('are 100 at most that nobody has used yet, beside those of the operator', async () => {
    const { start, link, links } = await setUp();
    await start('m', mallory);
    for (let i = 0; i < 100; i += 1) await link(`of the operator ${i}`);
    for (let i = 0; i < 100; i += 1) await link(`guest ${i}`, 'm');
    await expect(link('one more', 'm')).rejects.toThrow('there are 100 links that nobody has used yet: withdraw some');
    await link('of the operator');
    expect(await links()).toHaveLength(201);
  });

  it(`lead from one to the next ${mostLinksBack} times at most`, async () => {
    const { link, comes, members, signedIn } = await setUp();
    const lena = await comes(await link('Lena'));
    let last = lena;
    for (let i = 1; i < mostLinksBack; i += 1) last = await comes(await link(`guest ${i}`, last));
    await expect(link('one more', last)).rejects.toThrow(`${mostLinksBack} links lead from one to the next`);
    expect(await signedIn()).toHaveLength(mostLinksBack);
    await members.signOut(project_id, { session: sessionName(lena) });
    expect(await signedIn()).toEqual([]);
  });
});
