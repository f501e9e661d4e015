import { describe, expect, it } from 'vitest';
import { forbiddenIn } from '../../../../../lib/capture/platforms/jitsi/page/moderation.ts';

const devices = ['microphone', 'camera', 'screen'] as const;
const forbidden = (moderation: object, role = 'participant', media: object = {}) =>
  devices.map((device) =>
    forbiddenIn(
      {
        'features/av-moderation': moderation,
        'features/base/participants': { local: { role } },
        'features/base/media': media,
      },
      device,
    ),
  );

describe('what a Jitsi meeting lets a bot turn on', () => {
  it('is all where nobody moderates it, or the page says nothing', () => {
    expect(forbidden({ audioModerationEnabled: false, videoModerationEnabled: false })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(devices.map((device) => forbiddenIn({}, device))).toEqual([undefined, undefined, undefined]);
  });

  it('is nothing of what moderators have to allow, before they have', () => {
    expect(forbidden({ audioModerationEnabled: true })).toEqual(['moderated', undefined, undefined]);
    expect(forbidden({ audioModerationEnabled: true, audioUnmuteApproved: true })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(forbidden({ audioModerationEnabled: true, audioUnmuteApproved: false }, 'moderator')).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('moderates screens as cameras, or apart where the page does', () => {
    expect(forbidden({ videoModerationEnabled: true })).toEqual([undefined, 'moderated', 'moderated']);
    expect(forbidden({ videoModerationEnabled: true, desktopModerationEnabled: false })).toEqual([
      undefined,
      'moderated',
      undefined,
    ]);
    expect(forbidden({ desktopModerationEnabled: true })).toEqual([undefined, undefined, 'moderated']);
  });

  it('is nothing where it is a visitor, for whom the page has no buttons', () => {
    const visitor = {
      'features/visitors': { iAmVisitor: true },
      'features/av-moderation': { audioModerationEnabled: true },
    };
    expect(devices.map((device) => forbiddenIn(visitor, device))).toEqual(['viewer', 'viewer', 'viewer']);
    expect(forbiddenIn({ 'features/visitors': { iAmVisitor: false } }, 'camera')).toBeUndefined();
  });

  it('is nothing that the server takes no more of, while it is off', () => {
    const full = { audio: { muted: true, unmuteBlocked: true }, video: { muted: 0, unmuteBlocked: true } };
    expect(forbidden({}, 'participant', full)).toEqual(['too_many', undefined, undefined]);
  });
});
