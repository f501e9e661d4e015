/** How bots come into groups of Galène by a link that is an invitation; called by galene.browser.test.ts. */
import { expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { startGalene } from '../../../facsimiles/galene/galene.ts';
import { until } from '../../../lab/until.ts';
import { askIn, loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createVisits, isIn, stateOf } from './galene-visits.ts';
import type { GaleneWorld } from './galene-world.ts';

export const itComesWithInvitations = (at: () => GaleneWorld): void => {
  const { visit } = createVisits(at);

  it('the form is G02, with an invitation that needs a name G04, and with any other G05', async () => {
    const group = at().newGroup({
      role: 'present',
      tokens: { named: { role: 'present', username: 'Minutes' }, open: { role: 'present' } },
    });
    for (const [token, state] of [
      [undefined, 'G02'],
      ['open', 'G04'],
      ['named', 'G05'],
    ] as const) {
      const { meeting } = await at().openPage(at().server.groupUrl(group, token));
      await using _ = meeting;
      await meeting.load();
      await see(meeting, (view) => view.phase === 'pre_join' && (stateOf(view)?.startsWith(state) ?? false));
    }
  });

  it('an invitation that names somebody is in no meeting while the page tries it, however long that takes to be over', async () => {
    const group = at().newGroup({ tokens: { named: { role: 'present', username: 'Minutes' } } });
    const goOn = at().server.hold(group);
    const { meeting } = await at().openPage(at().server.groupUrl(group, 'named'));
    await using _ = meeting;
    await meeting.load();
    await until(
      async () => at().server.members(group),
      ({ length }) => length === 1,
    );
    const looks: MeetingView[] = [];
    await see(meeting, (view) => looks.push(view) > 4);
    goOn();
    await see(meeting, (view) => looks.push(view) > 0 && view.phase === 'pre_join');
    expect(looks.map(({ phase }) => phase)).not.toContain('in_meeting');
    await askIn(meeting);
    await see(meeting, isIn);
  });

  it('a page before 0.9.1, which joins with such an invitation by itself, is in: its people are seen, and the way out', async () => {
    const enterAtOnce = async (): Promise<readonly [group: string, meeting: Meeting]> => {
      const group = at().newGroup({ joins_at_once: true, tokens: { named: { role: 'present', username: 'Notes' } } });
      const { meeting } = await at().openPage(at().server.groupUrl(group, 'named'));
      await meeting.load();
      await see(meeting, isIn);
      return [group, meeting];
    };
    const [kicks, kicked] = await enterAtOnce();
    await using _ = kicked;
    at().server.kick(kicks, await at().botIn(kicks));
    expect(stateOf(await see(kicked, ({ phase }) => phase === 'removed'))).toMatch(/^G18/);
    const [cuts, cut] = await enterAtOnce();
    await using __ = cut;
    // Whoever was seen inside twice, in one state, is.
    const inside = await see(cut, ({ phase }) => phase === 'in_meeting');
    await see(cut, (view) => stateOf(view) === stateOf(inside));
    at().server.cut(cuts);
    expect(stateOf(await see(cut, ({ phase }) => phase === 'connecting'))).toMatch(/^G19/);
  });

  it('an invitation goes along where the server sends whoever comes by another of its names on to its own', async () => {
    await using named = await startGalene();
    named.configure('standup', { tokens: { good: { role: 'present', username: 'Minutes' } } });
    named.callItself(named.host);
    const link = named.groupUrl('standup', 'good').replace('127.0.0.1', 'localhost');
    // Its host is no public one, to which alone bots are led.
    const { meeting, page } = await at().openPage(link, { ...galene, mayLead: async () => true });
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, isIn);
    expect(new URL(page.page.url()).host).toBe(named.host);
    expect(named.members('standup').map(({ username }) => username)).toEqual(['Minutes']);
  });

  it('an invitation that names nobody, and for which the page asks for no name, brings the bot in under its own', async () => {
    const group = at().newGroup({ tokens: { open: { role: 'present', asks_no_name: true } } });
    await using meeting = await visit(at().server.groupUrl(group, 'open'));
    const { participants } = await see(meeting, isIn);
    expect(participants.find(({ is_self }) => is_self)?.name).toBe('Notes');
  });

  it('an invitation is not lost where somebody has the name', async () => {
    const users = { Notes: { role: 'op', password: 'not told' } } as const;
    const group = at().newGroup({ users, tokens: { open: { role: 'present' } } });
    await using meeting = await visit(at().server.groupUrl(group, 'open'));
    const { participants } = await see(meeting, isIn);
    expect(participants.find(({ is_self }) => is_self)?.name).toBe('Notes (2)');
  });
};
