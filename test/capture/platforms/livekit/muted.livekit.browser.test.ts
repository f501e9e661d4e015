/** Against LiveKit's own server and page, whose API lets an operator mute anybody: see test/servers/livekit. */
import { expect, it } from 'vitest';
import type { SpeechView } from '../../../../lib/capture/meeting/view.ts';
import { longestMs, until } from '../../../lab/until.ts';
import { goWithout, liveKitPrograms } from '../../../servers/livekit/install.ts';
import { pitches } from '../../browser/heard-voices.ts';
import { openLiveKitWorld } from './livekit-world.ts';

const programs = await liveKitPrograms();

it.skipIf(goWithout(programs))(
  'whoever LiveKit’s server mutes is told as muted, and as having ceased to speak then',
  async () => {
    if ('missing' in programs) throw new Error(programs.missing);
    await using world = await openLiveKitWorld(programs);
    const room = world.newRoom();
    const ada = await world.enter(room, 'ada', { microphone: true, hertz: pitches.ada });
    const { meeting, page } = await world.openPage(world.server.roomUrl(room));
    await meeting.load();
    await meeting.prepare('Notes');
    await meeting.join();
    const speech: SpeechView[] = [];
    const look = async () => {
      const view = await meeting.look();
      speech.push(...view.speech);
      return view;
    };
    await until(look, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
    // She would go on for longer than this test waits.
    await ada.speak(2 * longestMs);
    await until(look, () => speech.some(({ type }) => type === 'speech_start'));
    await world.server.mute(room, ada.identity, 'MICROPHONE');
    await until(look, () => speech.some(({ type }) => type === 'speech_stop'));
    expect(speech.map(({ type, participant_id }) => `${type} ${participant_id}`)).toEqual([
      `speech_start ${ada.identity}`,
      `speech_stop ${ada.identity}`,
    ]);
    const [began_ms = 0, ceased_ms = 0] = speech.map(({ at_ms }) => at_ms);
    expect(ceased_ms).toBeGreaterThan(began_ms);
    expect(ceased_ms).toBeLessThanOrEqual(Date.now());

    await meeting.stage?.start();
    await meeting.stage?.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
    await meeting.stage?.turn('microphone', true);
    const self = (await look()).participants.find(({ is_self }) => is_self)?.id ?? '';
    const isSent = async () =>
      (await world.server.members(room)).some(({ identity, tracks = [] }) => identity === self && tracks.length > 0);
    await until(isSent, (sent) => sent);
    expect((await look()).muted).toEqual([]);
    await world.server.mute(room, self, 'MICROPHONE');
    await until(look, ({ muted }) => muted?.includes('microphone') === true);
    const isOn = () =>
      page.page.$eval('[data-lk-source="microphone"]', (button) => button.getAttribute('aria-pressed'));
    await until(isOn, (on) => on === 'false');
    await meeting.stage?.turn('microphone', true);
    expect((await look()).muted).toEqual([]);

    await until(isOn, (on) => on === 'true');
    await world.server.permit(room, self, { can_subscribe: true });
    await until(look, ({ muted }) => muted?.includes('microphone') === true);
    await world.server.permit(room, self, { can_subscribe: true, can_publish: true });
    await until(look, ({ muted }) => muted?.length === 0);
    await meeting.stage?.turn('microphone', true);
    await until(isSent, (sent) => sent);
  },
);
