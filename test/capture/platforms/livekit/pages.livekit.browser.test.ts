/** Against LiveKit's own server, and pages that are built of its components as operators build them: see test/servers/livekit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { until } from '../../../lab/until.ts';
import { goWithout, liveKitPrograms } from '../../../servers/livekit/install.ts';
import type { Making } from '../../../servers/livekit/livekit.ts';
import { type LiveKitWorld, openLiveKitWorld } from './livekit-world.ts';

const programs = await liveKitPrograms();

describe.skipIf(goWithout(programs))('a page that is built of LiveKit’s components', () => {
  let world: LiveKitWorld;
  beforeAll(async () => {
    if ('missing' in programs) throw new Error(programs.missing);
    world = await openLiveKitWorld(programs);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  /** A page that is on its way to another one answers nothing. */
  const shows = (meeting: Meeting, phase: MeetingPhase): Promise<MeetingView | undefined> =>
    until(
      () => meeting.look().catch(() => undefined),
      (view) => view?.phase === phase,
    );

  /** A bot in a room, whose page is built so. */
  const botIn = async (making: Making, room = world.newRoom()) => {
    world.server.build(room, making);
    const { meeting, page } = await world.openPage(world.server.roomUrl(room));
    await meeting.load();
    await shows(meeting, 'pre_join');
    await meeting.prepare('Notes');
    await meeting.join();
    await shows(meeting, 'in_meeting');
    return { room, meeting, page: page.page };
  };

  const throwOut = async (room: string): Promise<void> => {
    const bot = (await world.server.members(room)).find(({ name }) => name === 'Notes');
    await world.server.remove(room, bot?.identity ?? '');
  };

  it.each<[string, Making]>([
    ['with classes of its own', { className: 'own' }],
    ['of tiles and a bar alone', { isOfPieces: true }],
  ])('%s has the bot in its meeting, until somebody throws it out', async (_, making) => {
    const { room, meeting } = await botIn(making);
    await throwOut(room);
    await shows(meeting, 'removed');
    await meeting[Symbol.asyncDispose]();
  });

  it('with a bar of its own says nothing when its bot is thrown out, and has nobody else left on it', async () => {
    const room = world.newRoom();
    const ada = await world.enter(room, 'Ada');
    const { meeting, page } = await botIn({ hasOwnBar: true }, room);
    await until(
      () => meeting.look(),
      ({ participants }) => participants.length === 2,
    );
    await throwOut(room);
    const { page: seen } = (await shows(meeting, 'removed')) ?? {};
    expect(seen?.page_state).toBe('L05_removed');
    expect(await page.$('.lk-video-conference .lk-participant-tile')).not.toBeNull();
    await meeting[Symbol.asyncDispose]();
    await ada.page.close();
  });

  it('loads another page when it is disconnected, and tells why all the same', async () => {
    const [removed, ended] = [await botIn({ leadsTo: '/' }), await botIn({ leadsTo: '/' })];
    await throwOut(removed.room);
    await world.server.end(ended.room);
    await shows(removed.meeting, 'removed');
    await shows(ended.meeting, 'ended');
    for (const { meeting } of [removed, ended]) await meeting[Symbol.asyncDispose]();
  });

  it('shows its form again where it disconnects by itself, by which its bot may come in anew', async () => {
    const { room, meeting, page } = await botIn({});
    // As a page does whose time is up: its own button does no more than that.
    await page.$eval('.lk-disconnect-button', (button) => (button as HTMLElement).click());
    const { page: seen } = (await shows(meeting, 'pre_join')) ?? {};
    expect(seen?.page_state).toBe('L01_prejoin');
    expect(await world.server.members(room).catch(() => [])).toEqual([]);
    await meeting[Symbol.asyncDispose]();
  });

  it('shows a chat to write into also where the server passes nothing on, which the bot is told', async () => {
    const room = world.newRoom();
    world.server.admit(room, { rights: { canPublishData: false } });
    const { meeting } = await botIn({}, room);
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('closed to the bot');
    await meeting[Symbol.asyncDispose]();
  });

  it('and opened with a token has no form, and tells of the meeting, and of its end', async () => {
    const room = world.newRoom();
    const { meeting } = await world.openPage(world.server.tokenUrl(room, 'Notes'));
    await meeting.load();
    const view = await shows(meeting, 'in_meeting');
    expect(view?.participants.map(({ name }) => name)).toEqual(['Notes']);
    await world.server.end(room);
    await shows(meeting, 'ended');
    await meeting[Symbol.asyncDispose]();
  });
});
