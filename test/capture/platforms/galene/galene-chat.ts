/** What is written in groups of Galène, by a bot and to it; called by galene.browser.test.ts. */
import { expect, it } from 'vitest';
import { sitIn } from '../../../facsimiles/galene/sitter.ts';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createVisits } from './galene-visits.ts';
import type { GaleneWorld } from './galene-world.ts';

export const itWritesAndReadsChat = (at: () => GaleneWorld): void => {
  const { enter } = createVisits(at);

  it('what was written before the bot came is not its chat, and what is written to it alone is', async () => {
    const group = at().newGroup();
    const ana = await at().enter(group, 'Ana');
    await ana.type('before');
    await until(
      () => ana.page.$$eval('#box .message-sender', (rows) => rows.length),
      (count) => count === 1,
    );
    await using meeting = await enter(group);
    await ana.type('after');
    await ana.type('/msg Notes psst');
    const { messages, participants } = await see(meeting, ({ messages }) => messages.length === 2);
    const self = participants.find(({ is_self }) => is_self)?.id;
    expect(messages.map(({ text, to }) => [text, to])).toEqual([
      ['after', 'everyone'],
      ['psst', self],
    ]);
    await ana.leave();
  });

  it('what was written while the bot was away for a moment is its chat, once', async () => {
    const group = at().newGroup();
    const ana = await at().enter(group, 'Ana');
    await ana.type('before');
    await using meeting = await enter(group);
    await ana.type('meanwhile');
    await see(meeting, ({ messages }) => messages.length === 1);
    at().server.kick(group, await at().botIn(group));
    await ana.type('in the gap');
    await until(
      () => ana.page.$$eval('#box .message-sender', (rows) => rows.length),
      (count) => count === 3,
    );
    await loadAndAskIn(meeting);
    const { messages } = await see(meeting, ({ messages }) => messages.length > 0);
    expect(messages.map(({ text }) => text)).toEqual(['in the gap']);
    await ana.leave();
  });

  it('whatever writes captions, and may do nothing else, is a program', async () => {
    const [stt, role] = ['speech-to-text', 'present'] as const;
    const group = at().newGroup({ role, users: { [stt]: { role: 'caption', password: '' } } });
    await sitIn(at().server, group, stt);
    await sitIn(at().server, group, 'Ben');
    await using meeting = await enter(group);
    const { participants } = await see(meeting, ({ participants }) => participants.length === 3);
    expect(participants.flatMap(({ name, is_program }) => (is_program ? name : []))).toEqual([stt]);
  });

  it('what begins with a slash is no command', async () => {
    const group = at().newGroup();
    const ana = await at().enter(group, 'Ana');
    await using meeting = await enter(group);
    await meeting.sendChat?.({ to: 'everyone', text: '/help' });
    await meeting.sendChat?.({ to: { participant_id: ana.id }, text: '/lock' });
    expect(await until(ana.read, ({ length }) => length === 2)).toEqual(['/help', '/lock']);
    await ana.leave();
  });

  it('what is written to somebody who is gone that moment fails, and what some of several get does not', async () => {
    const group = at().newGroup();
    const [ben, cy] = [await at().enter(group, 'Ben'), await at().enter(group, 'Cy')];
    await using meeting = await enter(group);
    await see(meeting, ({ participants }) => participants.length === 3);
    at().server.slip(group, cy.id);
    await expect(meeting.sendChat?.({ to: { participant_id: cy.id }, text: 'psst' })).rejects.toThrow(
      'nobody with this id',
    );
    await meeting.sendChat?.({ to: 'everyone_but_host', text: 'Hello' });
    await meeting.sendChat?.({ to: { participant_id: ben.id }, text: 'psst' });
    expect(await until(ben.read, ({ length }) => length === 2)).toEqual(['Hello', 'psst']);
    await ben.leave();
    await cy.leave();
  });

  it('where the bot may only watch, its message fails, and it stays', async () => {
    await using meeting = await enter(at().newGroup({ role: 'observe' }));
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('closed to the bot');
    expect((await meeting.look()).phase).toBe('in_meeting');
  });
};
