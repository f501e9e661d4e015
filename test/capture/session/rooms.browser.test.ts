import { describe, expect, it } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { adapters } from '../../../lib/capture/platforms/index.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { enterRoom } from '../../lab/hosts/demo-room.ts';
import { toldOnFailure } from '../../lab/told-on-failure.ts';

describe('a capture session in the demo room', () => {
  it('follows its host from room to room and from permission to permission, recording where it may', async () => {
    await using service = await startDemoRoom();
    const { base_url, demoRoom } = service;
    const { room_path, host_path } = demoRoom.createRoom({ recording: 'ask' });
    const host = await enterRoom(base_url, host_path, 'Ana');
    const guest = await enterRoom(base_url, room_path, 'Ben');
    const bot = aFakeBot('joining');
    const store = aMemoryStore();
    const session = runCaptureSession(
      { line: bot, meetings: browserMeetings({ platform: adapters.demo_room }), segments: store, log: toldOnFailure() },
      // Nobody sends pictures there.
      anAssignment({
        meeting_url: base_url + room_path,
        recording_settings: { format: 'mp3', view: 'speaker_view', resolution: '720p' },
      }),
      neverStopped,
    );
    const told = (trigger: string, times = 1) =>
      expect.poll(() => bot.triggers.filter((line) => line.startsWith(trigger))).toHaveLength(times);
    const recorded = (take: number) =>
      expect.poll(() => [...store.objects.keys()]).toContain(`segments/001-00${take}/000000.m4s`);

    await told('admitted_without_permission');
    const own = () => bot.presences.at(-1) ?? '';
    await expect.poll(own).not.toBe('');
    await host.next('recording');
    host.send({ type: 'allow_recording' });
    await recorded(1);
    host.send({
      type: 'open_breakouts',
      rooms: [{ room_name: 'Press', participant_ids: [own(), guest.id] }],
    });
    await told('breakout_joined');
    await recorded(2);
    host.send({ type: 'close_breakouts' });
    await told('breakout_left');
    await recorded(3);
    host.send({ type: 'refuse_recording' });
    await told('permission_denied');
    host.send({ type: 'allow_recording' });
    await told('permission_granted', 2);
    await recorded(4);
    host.send({ type: 'remove', participant_id: own() });

    expect(await session).toBe('reported');
    expect(bot.triggers).toEqual([
      'admitted_without_permission',
      'permission_granted',
      'breakout_joining',
      'breakout_joined',
      'breakout_leaving',
      'breakout_left',
      'permission_denied (host_denied_permission)',
      'permission_granted',
      'meeting_ended (removed_from_meeting)',
    ]);
    // One for each time that it might; a recorder that stood still on a busy machine is replaced by another.
    expect((await finishRecording(store, async () => undefined))?.parts.length).toBeGreaterThanOrEqual(4);
    const told_of = bot.seen.participant_events
      .filter(({ event_type }) => event_type === 'join' || event_type === 'leave')
      .map(({ participant_name, event_type }) => `${participant_name} ${event_type}`);
    expect(told_of.slice(0, 2).toSorted()).toEqual(['Ana join', 'Ben join']);
    expect(told_of.slice(2)).toContain('Ana leave');
    expect(told_of.slice(2)).toContain('Ana join');
  });
});
