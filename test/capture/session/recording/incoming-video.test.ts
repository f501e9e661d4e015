import { describe, expect, it } from 'vitest';
import { refuseUnseenVideo } from '../../../../lib/capture/session/recording/incoming-video.ts';
import type { RecordingSettings } from '../../../../lib/domain/bot/settings.ts';

/** What a bot with a format says of incoming video, and what it writes into its log. */
const refuse = async (format: RecordingSettings['format'], fails = false) => {
  const said: boolean[] = [];
  const logged: string[] = [];
  const meeting = {
    async wantPictures(wanted: boolean) {
      if (fails) throw new Error('there is no such button');
      said.push(wanted);
    },
  };
  await refuseUnseenVideo(meeting, { format }, (message) => void logged.push(message));
  return { said, logged };
};

describe('a bot in its meeting', () => {
  it.each(['mp3', 'none'] as const)('has no pictures sent to it when its format is %s', async (format) => {
    expect(await refuse(format)).toEqual({ said: [false], logged: [] });
  });

  it('has pictures sent to it when it records them', async () => {
    expect(await refuse('mp4')).toEqual({ said: [], logged: [] });
  });

  it('goes on where a meeting has no such wish', async () => {
    await expect(refuseUnseenVideo({}, { format: 'none' }, () => undefined)).resolves.toBeUndefined();
  });

  it('goes on where they cannot be turned off', async () => {
    expect(await refuse('mp3', true)).toEqual({ said: [], logged: ['incoming video could not be turned off'] });
  });
});
