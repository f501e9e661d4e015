import { describe, expect, it } from 'vitest';
import { originOf } from '../../../lib/domain/access/origin.ts';
import { LastOwnerError } from '../../../lib/domain/access/people.ts';
import { NotFoundError, ValidationError } from '../../../lib/domain/errors.ts';
import { personRepository, providerSecretRepository } from '../../../lib/storage/people.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import {
  openInvitations,
  openSessions,
  sessionName,
  sessionRepository,
  ticketRepository,
} from '../../../lib/storage/sessions.ts';
import { createMembers, createPeople, createSetClientSecret } from '../../../lib/usecases/access/people.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const setUp = async () => {
  const [clock, table] = [aClock(), memoryTable()];
  const [projects, repository] = [projectRepository(table), personRepository(table)];
  for (const id of ['prj_1', 'prj_2']) {
    await projects.create({ id, name: id, webhook_secret_sealed: '', created_at: '2026-03-01T00:00:00Z' });
  }
  return {
    clock,
    table,
    projects,
    repository,
    people: createPeople({
      ...allReadable,
      ...{ people: repository, projects, clock },
      ...{ sessions: openSessions(table), invitations: openInvitations(table) },
    }),
  };
};
const maya = { email: 'Maya@Example.com', name: 'Maya', role: 'member' } as const;

describe('whom a project lets in by an identity provider', () => {
  it('is known by their address, whatever its case', async () => {
    const { people, repository } = await setUp();
    const person = await people.admit('prj_1', maya);
    expect(person).toMatchObject({ email: 'maya@example.com', project_id: 'prj_1', role: 'member', subject: null });
    expect(await repository.find('prj_1', 'maya@example.com')).toEqual(person);
    expect(await people.list('prj_1')).toEqual([person]);
    expect(await people.list('prj_2')).toEqual([]);
  });

  it('is for good whoever came by it first, until they are let in anew', async () => {
    const { people, repository, clock } = await setUp();
    const person = await people.admit('prj_1', maya);
    expect(await repository.bind(person, 'issuer a')).toBe(true);
    expect(await repository.bind(person, 'issuer a')).toBe(true);
    expect(await repository.bind(person, 'issuer b')).toBe(false);
    clock.advance(1);
    const anew = await people.admit('prj_1', { ...maya, role: 'owner' });
    // Somebody who was on the way under the invitation before.
    expect(await repository.bind(person, 'issuer a')).toBe(false);
    expect(await repository.bind(anew, 'issuer b')).toBe(true);
    expect(await people.list('prj_1')).toMatchObject([{ role: 'owner', subject: 'issuer b' }]);
  });

  it('is nothing to another project, which lets in, changes and removes its own', async () => {
    const { people, repository } = await setUp();
    await people.admit('prj_1', maya);
    await expect(people.remove('prj_2', maya.email)).rejects.toThrow(NotFoundError);
    const theirs = await people.admit('prj_2', { ...maya, name: 'Dr. Maya', role: 'owner' });
    expect(await repository.bind(theirs, 'issuer b')).toBe(true);
    await repository.setRole(theirs, 'viewer');
    expect(await people.list('prj_1')).toMatchObject([{ name: 'Maya', role: 'member', subject: null }]);
    expect(await people.list('prj_2')).toMatchObject([{ name: 'Dr. Maya', role: 'viewer', subject: 'issuer b' }]);
    await people.remove('prj_1', maya.email);
    expect(await repository.of('maya@example.com')).toMatchObject([{ project_id: 'prj_2' }]);
  });

  it('stays who they are where they were stored when an address was of one project', async () => {
    const { people, repository, table } = await setUp();
    const before = { email: 'maya@example.com', project_id: 'prj_1', name: 'Maya', role: 'member', subject: null };
    const created_at = '2026-03-01T00:00:00Z';
    const lists = { gsi1_pk: 'prj_1#people', gsi1_sk: before.email };
    const key = { pk: 'person#maya@example.com', sk: 'person' };
    await table.write({ put: { ...before, created_at, ...lists, kind: 'person', kind_version: 1, ...key } });
    const [known] = await repository.of(before.email);
    if (!known) throw new Error('nobody is known');
    expect(await repository.bind(known, 'issuer a')).toBe(true);
    expect(await repository.setRole(known, 'owner')).toBe(true);
    await people.admit('prj_2', maya);
    expect(await repository.of(before.email)).toHaveLength(2);
    expect(await people.list('prj_1')).toMatchObject([{ created_at, role: 'owner', subject: 'issuer a' }]);
    await people.admit('prj_1', { ...maya, name: 'Maya anew' });
    expect(await repository.of(before.email)).toMatchObject([
      { project_id: 'prj_1', name: 'Maya anew', subject: null },
      { project_id: 'prj_2' },
    ]);
    // After a step back to that program, and on again.
    await table.write({ put: { ...before, created_at, ...lists, kind: 'person', kind_version: 1, ...key } });
    expect((await repository.of(before.email)).map(({ project_id }) => project_id)).toEqual(['prj_1', 'prj_2']);
    await people.remove('prj_1', maya.email);
    expect(await repository.of(before.email)).toMatchObject([{ project_id: 'prj_2' }]);
  });

  it('is whom they were let in as last, also once what they were before has come out of a backup', async () => {
    const { people, repository, table } = await setUp();
    const viewer = await people.admit('prj_1', { ...maya, role: 'viewer' });
    const { email } = viewer;
    const owner = { email, project_id: 'prj_1', name: 'Maya', role: 'owner', subject: 'issuer of before' };
    const lists = { gsi1_pk: 'prj_1#people', gsi1_sk: email };
    const key = { pk: `person#${email}`, sk: 'person' };
    const restored = {
      ...owner,
      created_at: '2026-01-01T00:00:00Z',
      ...lists,
      kind: 'person',
      kind_version: 1,
      ...key,
    };
    await table.write({ put: restored });
    const found = async () => [await repository.of(email), await people.list('prj_1')];
    expect(await found()).toEqual([[viewer], [viewer]]);
    expect(await repository.find('prj_1', email)).toEqual(viewer);
    expect(await repository.bind(viewer, 'issuer a')).toBe(true);
    await people.remove('prj_1', email);
    expect(await found()).toEqual([[], []]);
  });

  it('is of a project that there is', async () => {
    const { people } = await setUp();
    await expect(people.admit('prj_3', maya)).rejects.toThrow(NotFoundError);
  });
});

describe('the owners of a project', () => {
  const setUpOwners = async () => {
    const world = await setUp();
    const { table, repository, projects, clock } = world;
    const sessions = openSessions(table);
    const invitations = openInvitations(table);
    const members = createMembers({ ...allReadable, people: repository, projects, sessions, invitations, clock });
    const start = (email: string, secret: string) =>
      sessionRepository(table).start(secret, {
        ...{ project_id: 'prj_1', name: email, role: 'owner', cursor_secret: 's', email },
        ...{ started_at: clock.now().toISOString(), until: '2100-01-01T00:00:00Z' },
      });
    const admit = (name: string, role: 'owner' | 'member') =>
      members.admit('prj_1', { email: `${name}@example.com`, name, role });
    return {
      ...world,
      members,
      start,
      admit,
      isIn: async (secret: string) => !!(await sessionRepository(table).find(secret)),
    };
  };

  it('are never none: the last one is neither removed nor made something less', async () => {
    const { members, admit } = await setUpOwners();
    await admit('maya', 'owner');
    await admit('jonas', 'member');
    const refusal = 'maya is the last owner who may sign in. Let in another owner first';
    await expect(members.remove('prj_1', 'Maya@example.com')).rejects.toThrow(refusal);
    await expect(members.setRole('prj_1', 'maya@example.com', 'viewer')).rejects.toThrow(LastOwnerError);
    await expect(admit('maya', 'member')).rejects.toThrow(LastOwnerError);
    expect(await members.setRole('prj_1', 'jonas@example.com', 'owner')).toMatchObject({ role: 'owner' });
    await members.remove('prj_1', 'maya@example.com');
    expect(await members.list('prj_1')).toMatchObject([{ email: 'jonas@example.com', role: 'owner' }]);
  });

  it('are never none, also where two remove each other at once', async () => {
    const { members, admit } = await setUpOwners();
    await admit('maya', 'owner');
    await admit('jonas', 'owner');
    await Promise.allSettled([
      members.remove('prj_1', 'maya@example.com'),
      members.remove('prj_1', 'jonas@example.com'),
    ]);
    expect(await members.list('prj_1')).toMatchObject([{ role: 'owner' }]);
  });

  it('are never none, also where two let each other in anew as something else at once', async () => {
    const { members, admit } = await setUpOwners();
    await admit('maya', 'owner');
    await admit('jonas', 'owner');
    const both = await Promise.allSettled([admit('maya', 'member'), admit('jonas', 'member')]);
    expect(both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: expect.any(LastOwnerError) }]);
    expect(await members.list('prj_1')).toMatchObject([{ role: 'owner' }, { role: 'member' }]);
  });

  it('sign somebody out at once: whoever is removed, or has another role now, and whomever they choose', async () => {
    const { members, admit, start, isIn } = await setUpOwners();
    for (const name of ['maya', 'jonas', 'priya', 'tom']) await admit(name, 'owner');
    for (const name of ['maya', 'jonas', 'priya', 'tom']) await start(`${name}@example.com`, name);
    await start('tom@example.com', 'tom elsewhere');
    await members.remove('prj_1', 'jonas@example.com');
    await members.setRole('prj_1', 'priya@example.com', 'viewer');
    expect(await Promise.all(['maya', 'jonas', 'priya', 'tom'].map(isIn))).toEqual([true, false, false, true]);
    await members.signOut('prj_1', { email: 'Tom@example.com' });
    expect(await Promise.all(['maya', 'tom', 'tom elsewhere'].map(isIn))).toEqual([true, false, false]);
    const [one] = await members.signedIn('prj_1');
    await expect(members.signOut('prj_2', { session: one?.session ?? '' })).rejects.toThrow(NotFoundError);
    await members.signOut('prj_1', { session: one?.session ?? '' });
    expect([await isIn('maya'), await members.signedIn('prj_1')]).toEqual([false, []]);
  });

  it('end with somebody the links that they made, wherever, also where only one session of theirs ends', async () => {
    const { members, admit, start, table, clock } = await setUpOwners();
    for (const name of ['maya', 'jonas', 'priya', 'tom']) await admit(name, 'owner');
    await start('tom@example.com', 'tom');
    const until = new Date('2100-01-01T00:00:00Z');
    const invite = (session: string, email?: string) => {
      const by = { name: 'whoever', session: sessionName(session), ...(email && { email }) };
      const origin = originOf(by, sessionName(`by ${session}`));
      if (!origin) throw new Error('too many links');
      const ticket = { project_id: 'prj_1', name: session, role: 'owner', origin } as const;
      return ticketRepository(table).create(`by ${session}`, ticket, by, [clock.now(), until]);
    };
    for (const name of ['maya', 'jonas', 'priya']) await invite(`${name} elsewhere`, `${name}@example.com`);
    await invite('tom', 'tom@example.com');
    await invite('tom elsewhere', 'tom@example.com');
    const left = async () => {
      const open = (await openInvitations(table).list('prj_1')).map(({ name }) => name).sort();
      for (const name of open) expect(await ticketRepository(table).find(`by ${name}`)).toMatchObject({ name });
      return open;
    };
    expect(await left()).toHaveLength(5);
    // Tom may make others, and comes back by none of those that he has.
    await members.signOut('prj_1', { session: sessionName('tom') });
    for (const link of ['by tom', 'by tom elsewhere']) expect(await ticketRepository(table).find(link)).toBeUndefined();
    expect(await left()).toEqual(['jonas elsewhere', 'maya elsewhere', 'priya elsewhere']);
    await invite('tom elsewhere', 'tom@example.com');
    await members.remove('prj_1', 'jonas@example.com');
    await members.setRole('prj_1', 'priya@example.com', 'member');
    expect(await left()).toEqual(['maya elsewhere', 'tom elsewhere']);
    await admit('maya', 'owner');
    await members.signOut('prj_1', { email: 'tom@example.com' });
    expect(await left()).toEqual([]);
    await expect(members.signOut('prj_1', { email: 'tom@example.com' })).rejects.toThrow(NotFoundError);
  });

  it('sign somebody out also where what they did broke off before, and is done once more', async () => {
    const { members, admit, start, isIn, table, repository, projects, clock } = await setUpOwners();
    const brokenOff = createMembers({
      ...allReadable,
      ...{ people: repository, projects, clock, invitations: openInvitations(table) },
      sessions: { ...openSessions(table), end: () => Promise.reject(new Error('too many requests')) },
    });
    for (const name of ['maya', 'jonas', 'priya']) await admit(name, 'owner');
    for (const name of ['maya', 'jonas', 'priya']) await start(`${name}@example.com`, name);
    await expect(brokenOff.remove('prj_1', 'jonas@example.com')).rejects.toThrow('too many requests');
    await expect(brokenOff.setRole('prj_1', 'priya@example.com', 'viewer')).rejects.toThrow('too many requests');
    await expect(members.remove('prj_1', 'jonas@example.com')).rejects.toThrow(NotFoundError);
    expect(await members.setRole('prj_1', 'priya@example.com', 'viewer')).toMatchObject({ role: 'viewer' });
    expect(await members.setRole('prj_1', 'maya@example.com', 'owner')).toMatchObject({ role: 'owner' });
    expect(await Promise.all(['maya', 'jonas', 'priya'].map(isIn))).toEqual([true, false, false]);
  });
});

describe('the secret of the client at the identity provider', () => {
  it('is stored sealed for a project', async () => {
    const { table, projects } = await setUp();
    const secrets = providerSecretRepository(table);
    const secretBox = { seal: async (project: string, secret: string) => `${project}:${secret.length}` };
    const set = createSetClientSecret({ projects, secrets, secretBox });
    await set('prj_1', 'client', ' s3cret\n');
    expect(await secrets.find('client')).toEqual({ project_id: 'prj_1', secret_sealed: 'prj_1:6' });
    await expect(set('prj_1', 'client', 'with blanks in it')).rejects.toThrow(ValidationError);
    await expect(set('prj_3', 'client', 's3cret')).rejects.toThrow(NotFoundError);
  });
});
