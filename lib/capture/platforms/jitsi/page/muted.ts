/**
 * What of the bot's own a moderator has muted, as lib-jitsi-meet tells it (`_fireMuteChangeEvent` in JitsiConference.ts). Pure but
 * for its memory.
 */
import { type StageDevice, stageDevices } from '../../../meeting/stage.ts';
import { fieldsOf } from '../../page/told-json.ts';
import { ask } from './store.ts';

export interface JitsiMuted {
  /** From now on this is the meeting that the bot is in. */
  follow(conference: unknown): void;
  /** The bot turns it on or off anew: that it was muted is over. */
  forget(device: StageDevice): void;
  /** What stays off for that reason. */
  readonly devices: readonly StageDevice[];
}

const pictureOf = (videoType: unknown): StageDevice => (videoType === 'desktop' ? 'screen' : 'camera');
const deviceOf = (track: unknown): StageDevice =>
  ask(track, 'getType') === 'audio' ? 'microphone' : pictureOf(ask(track, 'getVideoType'));

/** Where the conference keeps who has it mute something, while it does. */
const actors: Readonly<Record<StageDevice, string>> = {
  microphone: 'mutedByFocusActor',
  camera: 'mutedVideoByFocusActor',
  screen: 'mutedDesktopByFocusActor',
};
/** What a moderator lets somebody turn on. */
const ofMedia: Readonly<Record<string, StageDevice>> = { audio: 'microphone', video: 'camera', desktop: 'screen' };

/** The page goes on sending what it is to end for so long, at most. */
const endsWithinMs = 2_000;

/** `sends`: whether the bot sends it now. */
export const createJitsiMuted = (sends: (device: StageDevice) => boolean, now: () => number = Date.now): JitsiMuted => {
  const followed = new WeakSet<object>();
  /** Since when. */
  const muted = new Map<StageDevice, number>();

  return {
    follow(conference) {
      if (typeof conference !== 'object' || conference === null || followed.has(conference)) return;
      followed.add(conference);
      ask(conference, 'on', 'conference.trackMuteChanged', (track: unknown, participant: unknown) => {
        if (ask(track, 'isLocal') !== true || ask(track, 'isMuted') !== true) return;
        const device = deviceOf(track);
        if (!participant && !fieldsOf(conference)[actors[device]]) return;
        muted.set(device, now());
        // Whose camera is muted shares no screen any more (TRACK_MUTE_CHANGED in conference.js).
        if (device === 'camera' && sends('screen')) muted.set('screen', now());
      });
      ask(conference, 'on', 'conference.av_moderation.approved', (approved: unknown) => {
        const device = ofMedia[String(fieldsOf(approved).mediaType)];
        if (device) muted.delete(device);
      });
    },
    forget: (device) => void muted.delete(device),
    get devices() {
      for (const [device, since_ms] of muted)
        if (sends(device) && now() - since_ms > endsWithinMs) muted.delete(device);
      return stageDevices.filter((device) => muted.has(device) && !sends(device));
    },
  };
};
