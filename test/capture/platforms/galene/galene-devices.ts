/** Devices of a bot's own in groups of Galène, and what operators do to them; called by galene.browser.test.ts. */
import { expect, it } from 'vitest';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createVisits, isIn } from './galene-visits.ts';
import type { GaleneWorld } from './galene-world.ts';

export const itTurnsItsDevices = (at: () => GaleneWorld): void => {
  const { enter } = createVisits(at);

  it('its picture is sent as it is: the page sends little of pictures by itself', async () => {
    const { meeting, page } = await at().openPage(at().server.groupUrl(at().newGroup()));
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, isIn);
    await meeting.stage?.start();
    await meeting.stage?.send({ type: 'show', shown: { camera: 'picture', microphone: 'nothing', screen: 'nothing' } });
    const most = () => page.page.evaluate(() => JSON.parse(sessionStorage.getItem('settings') ?? '{}').send);
    expect(await most()).not.toBe('unlimited');
    await meeting.stage?.turn('camera', true);
    expect(await most()).toBe('unlimited');
  });

  it('a bot that speaks after an operator has muted everybody is heard', async () => {
    const group = at().newGroup();
    const { meeting, page } = await at().openPage(at().server.groupUrl(group));
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, isIn);
    at().server.mute(group);
    await see(meeting, ({ page }) => page?.overlays.some((overlay) => overlay.startsWith('G17')) ?? false);
    await meeting.stage?.start();
    await meeting.stage?.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
    await meeting.stage?.turn('microphone', true);
    const isMuted = () => page.page.$eval('#mutebutton', (button) => button.classList.contains('muted'));
    expect(await until(isMuted, (muted) => !muted)).toBe(false);
    expect((await meeting.look()).muted).toEqual([]);
  });

  it('a bot that an operator mutes while it speaks says so, until it speaks anew', async () => {
    const group = at().newGroup();
    const { meeting, page } = await at().openPage(at().server.groupUrl(group));
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, isIn);
    await meeting.stage?.start();
    await meeting.stage?.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
    await meeting.stage?.turn('microphone', true);
    at().server.mute(group);
    await see(meeting, ({ muted }) => muted?.join() === 'microphone');
    for (const on of [false, true]) await meeting.stage?.turn('microphone', on);
    expect((await meeting.look()).muted).toEqual([]);
    const isMuted = () => page.page.$eval('#mutebutton', (button) => button.classList.contains('muted'));
    await until(isMuted, (muted) => !muted);
  });

  it('a bot whose right to present an operator takes says what of it is over, and may turn that on once it has the right back', async () => {
    const group = at().newGroup();
    const ana = await at().enter(group, 'Ana');
    await using meeting = await enter(group);
    await meeting.stage?.start();
    await meeting.stage?.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
    await meeting.stage?.turn('microphone', true);
    await ana.type('/unpresent Notes');
    await see(meeting, ({ muted }) => muted?.join() === 'microphone');
    await ana.type('/present Notes');
    await see(meeting, ({ muted }) => muted?.length === 0);
    await meeting.stage?.turn('microphone', true);
    const bot = await at().botIn(group);
    await until(
      () => ana.look(bot),
      (shown) => shown?.microphone === true,
    );
    await ana.leave();
  });
};
