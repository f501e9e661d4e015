/** Against a facsimile of Galène's server and page: see test/facsimiles/galene. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { notClosed } from '../../../contracts/meeting-world.ts';
import { startGalene } from '../../../facsimiles/galene/galene.ts';
import type { GroupOptions } from '../../../facsimiles/galene/group.ts';
import { sitIn } from '../../../facsimiles/galene/sitter.ts';
import { until } from '../../../lab/until.ts';
import { askIn, loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { expectSeen, seenNames } from '../seen-people.ts';
import { itLeadsTheCanaryThrough } from './galene-canary.ts';
import { itWritesAndReadsChat } from './galene-chat.ts';
import { itTurnsItsDevices } from './galene-devices.ts';
import { itComesWithInvitations } from './galene-invitations.ts';
import { createVisits, isIn, stateOf } from './galene-visits.ts';
import { type GaleneWorld, openGaleneWorld, withOperator } from './galene-world.ts';

let world: GaleneWorld;
beforeAll(async () => {
  world = await openGaleneWorld();
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describeMeeting('of Galène', {
  capabilities: galene.capabilities,
  // The others are shown by the tests below, with more of each.
  phases: ['pre_join', 'in_meeting'],
  hasPeople: true,
  editsMessages: false,
  areApart: true,
  openWorld: async () => notClosed(world),
});

describe('in groups of Galène', { concurrent: true }, () => {
  const { visit, enter } = createVisits(() => world);

  const untilLocked = (group: string, isLocked: boolean): Promise<{ locked?: boolean }> =>
    until(
      async () => (await fetch(`${world.server.groupUrl(group)}.status`)).json() as Promise<{ locked?: boolean }>,
      ({ locked = false }) => locked === isLocked,
    );

  const anybody: GroupOptions = { role: 'present' };
  it.each<[string, MeetingPhase, GroupOptions, string | undefined]>([
    ['G06', 'passcode_required', { role: 'present', password: 'not given' }, undefined],
    ['G06', 'login_required', { tokens: {} }, 'expired'],
    ['G08', 'locked', { ...anybody, locked: true }, undefined],
    ['G08', 'locked', { ...anybody, locked: 'back at noon' }, undefined],
    ['G09', 'not_started', { ...anybody, not_before: new Date(Date.now() + 3_600_000) }, undefined],
    ['G10', 'not_found', { ...anybody, expires: new Date(Date.now() - 3_600_000) }, undefined],
    ['G11', 'not_started', { ...anybody, autokick: true }, undefined],
    ['G12', 'full', { ...anybody, max_clients: 1 }, undefined],
    ['G14', 'connecting', { ...anybody, is_broken: true }, undefined],
    ['G16', 'in_meeting', { role: 'observe' }, undefined],
    ['G16', 'in_meeting', { tokens: { good: { role: 'present', username: 'Minutes' } } }, 'good'],
    ['G16', 'in_meeting', { tokens: { good: { role: 'present' } } }, 'good'],
  ])('the page is in state %s, %s, where the group is %j', async (state, phase, options, token) => {
    const group = world.newGroup(options);
    if (options.max_clients !== undefined) await sitIn(world.server, group);
    await using meeting = await visit(world.server.groupUrl(group, token));
    await see(meeting, (view) => view.phase === phase && stateOf(view)?.startsWith(state) === true);
  });

  it('a group that nobody made is not found: G01', async () => {
    await using meeting = await visit(world.server.groupUrl('nobody-made-it'));
    const view = await see(meeting, ({ phase }) => phase === 'not_found');
    expect(stateOf(view)).toMatch(/^G01/);
  });

  it('a group that is gone before the bot asks is not found either: G07', async () => {
    const group = world.newGroup();
    const { meeting } = await world.openPage(world.server.groupUrl(group));
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    world.server.forget(group);
    await askIn(meeting);
    const view = await see(meeting, ({ phase }) => phase === 'not_found');
    expect(stateOf(view)).toMatch(/^G07/);
  });

  it('a passcode of the link is typed, and the address has it no more', async () => {
    const group = world.newGroup({ role: 'present', password: 'open up' });
    const { meeting, page } = await world.openPage(`${world.server.groupUrl(group)}?password=open%20up`);
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    expect(page.page.url()).not.toContain('open');
    await askIn(meeting);
    await see(meeting, isIn);
  });

  it('a group that sends its guests to another one of its host or of one that is listed is followed, and to a place that is not public is not: G15', async () => {
    const near = world.server.groupUrl(world.newGroup());
    await using elsewhere = await startGalene();
    elsewhere.configure('inside', anybody);
    const far = elsewhere.groupUrl('inside');
    /** A group that does so with whoever asks for its page, and one that does once its page is there. */
    const sentOn = async (redirect: string, listed: readonly string[] = []): Promise<readonly Meeting[]> => {
      const group = world.newGroup();
      const { meeting } = await world.openPage(world.server.groupUrl(group), galene, listed);
      await meeting.load();
      await see(meeting, ({ phase }) => phase === 'pre_join');
      world.server.configure(group, { ...anybody, redirect });
      await askIn(meeting);
      return [await visit(world.server.groupUrl(world.newGroup({ ...anybody, redirect })), listed), meeting];
    };
    for (const meeting of await sentOn(near)) {
      await using followed = meeting;
      await see(followed, isIn);
    }
    for (const meeting of await sentOn(far)) {
      await using stays = meeting;
      const view = await see(stays, ({ phase }) => phase === 'blocked');
      expect(stateOf(view)).toMatch(/^G15/);
    }
    expect(elsewhere.asked).toBe(0);
    await using inside = new AsyncDisposableStack();
    for (const meeting of await sentOn(far, [elsewhere.host])) await see(inside.use(meeting), isIn);
    expect(elsewhere.members('inside')).toHaveLength(2);
  });

  it('a group that sends its guests to a portal is not left for it, and asks for a token: G21', async () => {
    const portal = world.server.groupUrl(world.newGroup());
    const group = world.newGroup({ ...anybody, portal, tokens: { good: { role: 'present', username: 'Minutes' } } });
    await using stays = await visit(world.server.groupUrl(group));
    const view = await see(stays, ({ phase }) => phase === 'login_required');
    expect(stateOf(view)).toMatch(/^G21/);
    await using comes = await visit(world.server.groupUrl(group, 'good'));
    await see(comes, isIn);
  });

  it('a group whose authorisation server says no lets nobody in, and one that leaves it to the group does: G06', async () => {
    const urlOf = (answer: number): string =>
      world.server.groupUrl(world.newGroup({ ...anybody, auth_server: `/auth/${answer}` }));
    for (const answer of [400, 401, 403]) {
      await using refused = await visit(urlOf(answer));
      const view = await see(refused, ({ phase }) => phase === 'passcode_required');
      expect(stateOf(view)).toMatch(/^G06/);
    }
    await using comes = await visit(urlOf(204));
    await see(comes, isIn);
  });

  it('a name that the server would refuse is mended', async () => {
    const { meeting } = await world.openPage(world.server.groupUrl(world.newGroup()));
    await using _ = meeting;
    await loadAndAskIn(meeting, 'Acme\\/Notes/');
    const { participants } = await see(meeting, isIn);
    expect(participants.find(({ is_self }) => is_self)?.name).toBe('Acme/Notes');
  });

  it.each(['server is shutting down', 'there are no operators in this group'])(
    'a server that puts everybody out for a moment has ended nothing, and the bot comes back: %s',
    async (words) => {
      const group = world.newGroup();
      await using meeting = await enter(group);
      world.server.kickAll(group, words);
      const view = await see(meeting, ({ phase }) => !['in_meeting', 'unknown'].includes(phase));
      expect(stateOf(view)).toMatch(/^G19/);
      expect(view.phase).toBe('connecting');
    },
  );

  it('a group that its last operator leaves is locked, and puts everybody out for it: G19, G08', async () => {
    const group = world.newGroup({ ...withOperator, autokick: true, autolock: true });
    const ana = await world.enter(group, 'Ana');
    await ana.type('/unlock');
    await untilLocked(group, false);
    await using meeting = await enter(group);
    await ana.leave();
    const view = await see(meeting, ({ phase }) => !['in_meeting', 'unknown'].includes(phase));
    expect(view).toMatchObject({ phase: 'connecting', page: { page_state: 'G19_group_gone', emptied: true } });
    await using back = await visit(world.server.groupUrl(group));
    expect(stateOf(await see(back, ({ phase }) => phase === 'locked'))).toMatch(/^G08/);
  });

  it('whoever is thrown out hears why, and is out: G18', async () => {
    const group = world.newGroup();
    await using meeting = await enter(group);
    world.server.kick(group, await world.botIn(group), 'no recording here, please');
    const view = await see(meeting, ({ phase }) => phase === 'removed');
    expect(stateOf(view)).toMatch(/^G18/);
  });

  it('a connection that is cut is no end, also when the operator was heard before: G17, G19', async () => {
    const group = world.newGroup();
    await using meeting = await enter(group);
    world.server.mute(group);
    await see(meeting, ({ page }) => page?.overlays.some((overlay) => overlay.startsWith('G17')) ?? false);
    world.server.cut(group);
    const view = await see(meeting, ({ phase }) => phase === 'connecting');
    expect(stateOf(view)).toMatch(/^G19/);
  });

  itTurnsItsDevices(() => world);

  it('a bot that leaves has left: G20', async () => {
    await using meeting = await enter(world.newGroup());
    await meeting.leave();
    const view = await see(meeting, ({ phase }) => phase === 'left');
    expect(stateOf(view)).toMatch(/^G20/);
  });

  it('a group that is locked around the bot keeps it, and lets no other in', async () => {
    const group = world.newGroup();
    const ana = await world.enter(group, 'Ana');
    await using meeting = await enter(group);
    await ana.type('/lock');
    await untilLocked(group, true);
    await using late = await visit(world.server.groupUrl(group));
    await see(late, ({ phase }) => phase === 'locked');
    expect((await meeting.look()).phase).toBe('in_meeting');
    await ana.leave();
  });

  itComesWithInvitations(() => world);

  itWritesAndReadsChat(() => world);

  /**
   * Each packet of those with cameras passes through this process, and is lost where it, or a page, is not in time to take it.
   * They have the processors to themselves, as far as this file goes.
   */
  const alone = { concurrent: false } as const;
  const inPieces: GroupOptions = { ...anybody, replaces_in_pieces: true };

  it('whose voice, camera and screen come is told from each other, also of two people of one name', alone, async () => {
    const group = world.newGroup();
    await using meeting = await enter(group);
    const [one, other] = [
      await world.enter(group, 'Maya', { camera: true, microphone: true, hertz: 140, receives: false }),
      await world.enter(group, 'Maya', { camera: true, receives: false }),
    ];
    await other.turn('screen', true);
    const { media, participants } = await see(meeting, ({ media }) =>
      [
        [one.id, 'voice'],
        [one.id, 'camera'],
        [other.id, 'camera'],
        [other.id, 'screen'],
      ].every(([id, kind]) =>
        media.some((fact) => fact.participant_id === id && fact.kind === kind && fact.packets > 0),
      ),
    );
    expect(media.filter(({ kind }) => kind === 'unknown')).toEqual([]);
    expect(participants.find(({ id }) => id === other.id)).toMatchObject({ has_camera: true, is_sharing: true });
    await Promise.all([one.leave(), other.leave()]);
  });

  it.each([anybody, inPieces])(
    'a bot that is the third, as both others send their cameras anew for it, asks for less of them once that is over: %j',
    alone,
    async (options) => {
      const group = world.newGroup(options);
      const others = [
        await world.enter(group, 'Ana', { camera: true, simulcast: true, receives: false }),
        await world.enter(group, 'Ben', { camera: true, simulcast: true, receives: false }),
      ];
      await using meeting = await enter(group);
      const bot = await world.botIn(group);
      // The page shows both small.
      const look = async () => {
        await meeting.look();
        return world.server.asksOf(group, bot);
      };
      const asks = await until(look, (asks) => others.every(({ id }) => asks.some(({ source }) => source === id)));
      expect(asks.filter(({ size }) => size !== 'low')).toEqual([]);
      await see(
        meeting,
        ({ media }) => media.filter(({ kind, frames }) => kind === 'camera' && frames > 0).length === 2,
      );
      expect(await world.botIn(group)).toBe(bot);
      await Promise.all(others.map(({ leave }) => leave()));
    },
  );

  it('whose what is stays known as somebody sends anew, also where that comes in pieces', alone, async () => {
    const group = world.newGroup(inPieces);
    await using meeting = await enter(group);
    const maya = await world.enter(group, 'Maya', { camera: true, hertz: 140 });
    const sent = () => world.server.streamsOf(group, maya.id);
    const [first] = await until(
      async () => sent(),
      (ids) => ids.length === 1,
    );
    await see(meeting, ({ media }) => media.some(({ kind, frames }) => kind === 'camera' && frames > 0));
    await maya.turn('microphone', true);
    await until(
      async () => sent(),
      (ids) => ids.length === 1 && ids[0] !== first,
    );
    const { media, participants } = await see(
      meeting,
      ({ media, participants }) =>
        participants.some(({ id, has_camera }) => id === maya.id && has_camera) &&
        media.some(({ kind, packets }) => kind === 'voice' && packets > 0) &&
        media.some(({ kind, frames }) => kind === 'camera' && frames > 0),
    );
    expect(media.filter(({ participant_id }) => participant_id !== maya.id)).toEqual([]);
    expect(participants.filter(({ is_self }) => !is_self).map(({ name }) => name)).toEqual(['Maya']);
    await maya.leave();
  });

  it('a bot that says before it comes in that it wants no pictures is sent none', alone, async () => {
    const group = world.newGroup();
    const maya = await world.enter(group, 'Maya', { camera: true, microphone: true, hertz: 140 });
    const { meeting } = await world.openPage(world.server.groupUrl(group));
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    await meeting.prepare('Notes', false);
    await meeting.join();
    const { media, participants } = await see(meeting, ({ media }) =>
      media.some(({ kind, packets }) => kind === 'voice' && packets > 0),
    );
    expect(media.filter(({ medium }) => medium === 'pictures')).toEqual([]);
    expect(participants.find(({ id }) => id === maya.id)?.has_camera).toBe(false);
    await maya.leave();
  });

  it(
    'a bot that wants no pictures hears all the same, and gets them over the connection that there is once it does',
    alone,
    async () => {
      const group = world.newGroup();
      await using meeting = await enter(group);
      const maya = await world.enter(group, 'Maya', { camera: true, microphone: true, hertz: 140 });
      const comes = (kind: string) => async (view: MeetingView) => {
        const before = view.media.find((fact) => fact.kind === kind)?.packets ?? 0;
        return see(meeting, ({ media }) => media.some((fact) => fact.kind === kind && fact.packets > before));
      };
      await comes('camera')(await meeting.look());
      await meeting.wantPictures?.(false);
      const without = await see(meeting, ({ participants }) => !participants.some(({ has_camera }) => has_camera));
      await comes('voice')(without);
      await meeting.wantPictures?.(true);
      const { media } = await comes('camera')(
        await see(meeting, ({ participants }) => participants.some(({ has_camera }) => has_camera)),
      );
      expect(media.filter(({ participant_id }) => participant_id !== maya.id)).toEqual([]);
      await maya.leave();
    },
  );

  it('records the picture of whoever speaks, under their own name', alone, async () => {
    // Each sends anew as their microphone comes to their camera.
    const group = world.newGroup(inPieces);
    await using meeting = await enter(group);
    const colours = ['#b03a3a', '#3aa04a', '#3a4ab0'];
    const people = await Promise.all(
      seenNames.map((name, index) =>
        world.enter(group, name, {
          ...{ colour: colours[index] ?? '', hertz: 140 + 60 * index },
          ...{ camera: true, microphone: true, receives: false },
        }),
      ),
    );
    await see(meeting, ({ media }) => media.filter(({ kind, frames }) => kind === 'camera' && frames > 0).length === 3);
    const seen = people.map(({ speak, spokenOut }, index) => ({
      colour: colours[index] ?? '',
      async speak(for_ms: number) {
        const spoken = await speak(for_ms);
        await spokenOut();
        return spoken;
      },
    }));
    await expectSeen(meeting, world.browser, world.server.groupUrl('nobody-made-it'), seen);
    // Whoever speaks is shown large, however small the page's own tiles are.
    const bot = await world.botIn(group);
    const asked = () => world.server.asksOf(group, bot).filter(({ source }) => source === people.at(-1)?.id);
    await until(asked, (asks) => asks.length === 0 || asks.some(({ size }) => size === 'whole'));
    await Promise.all(people.map(({ leave }) => leave()));
  });

  itLeadsTheCanaryThrough(() => world);
});
