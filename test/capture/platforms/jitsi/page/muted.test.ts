import { describe, expect, it } from 'vitest';
import type { StageDevice } from '../../../../../lib/capture/meeting/stage.ts';
import { createJitsiMuted } from '../../../../../lib/capture/platforms/jitsi/page/muted.ts';
import { aConference } from './a-page.ts';

const aLocalTrack = (type: 'audio' | 'video', videoType?: string) => ({
  isLocal: () => true,
  isMuted: () => true,
  getType: () => type,
  getVideoType: () => videoType,
});
const [sound, camera, screen] = [aLocalTrack('audio'), aLocalTrack('video', 'camera'), aLocalTrack('video', 'desktop')];
const moderator = { getId: () => 'ada' };

const aMeeting = () => {
  const sent = new Set<StageDevice>();
  const clock = { now_ms: 0 };
  const muted = createJitsiMuted(
    (device) => sent.has(device),
    () => clock.now_ms,
  );
  const conference = aConference('standup');
  muted.follow(conference);
  muted.follow(conference);
  const mute = (track: object, by: unknown = moderator): void =>
    conference.tell('conference.trackMuteChanged', track, by);
  return { muted, conference, sent, clock, mute };
};

describe('what a moderator of a Jitsi meeting has muted', () => {
  it.each([
    ['microphone', sound],
    ['camera', camera],
    ['screen', screen],
  ] as const)('is the %s, by its track', (device, track) => {
    const { muted, mute } = aMeeting();
    mute(track);
    expect(muted.devices).toEqual([device]);
  });

  it('is nothing where the page itself has muted it, another one is muted, or it is unmuted', () => {
    const { muted, mute } = aMeeting();
    mute(sound, null);
    mute({ ...sound, isLocal: () => false });
    mute({ ...sound, isMuted: () => false });
    expect(muted.devices).toEqual([]);
  });

  it('counts where the one who did is no participant that the page knows', () => {
    const { muted, conference, mute } = aMeeting();
    Object.assign(conference, { mutedVideoByFocusActor: 'standup@conference.meet.example.com/focus' });
    mute(sound, null);
    mute(camera, null);
    expect(muted.devices).toEqual(['camera']);
  });

  it('is over once the bot turns it anew, sends it again, or is allowed to', () => {
    const { muted, conference, sent, clock, mute } = aMeeting();
    for (const track of [sound, camera, screen]) mute(track);
    clock.now_ms = 3_000;
    muted.forget('screen');
    expect(muted.devices).toEqual(['camera', 'microphone']);
    sent.add('camera');
    expect(muted.devices).toEqual(['microphone']);
    sent.delete('camera');
    expect(muted.devices).toEqual(['microphone']);
    conference.tell('conference.av_moderation.approved', { mediaType: 'audio' });
    expect(muted.devices).toEqual([]);
  });

  it('is the screen too, which the page ends with the camera, as soon as it is not sent', () => {
    const { muted, sent, clock, mute } = aMeeting();
    sent.add('screen');
    mute(camera);
    expect(muted.devices).toEqual(['camera']);
    clock.now_ms = 1_000;
    sent.delete('screen');
    expect(muted.devices).toEqual(['camera', 'screen']);
  });

  it('is no screen that is sent on', () => {
    const { muted, sent, clock, mute } = aMeeting();
    sent.add('screen');
    mute(camera);
    clock.now_ms = 3_000;
    expect(muted.devices).toEqual(['camera']);
    sent.delete('screen');
    expect(muted.devices).toEqual(['camera']);
  });

  it('stays so in another room', () => {
    const { muted, mute } = aMeeting();
    mute(sound);
    muted.follow(aConference('breakout', true));
    expect(muted.devices).toEqual(['microphone']);
  });
});
