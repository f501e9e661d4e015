import { describe, expect, it } from 'vitest';
import { PlatformNotSupportedError } from '../../lib/capture/meeting/errors.ts';
import { adapters } from '../../lib/capture/platforms/index.ts';
import { openMeetings } from '../../lib/capture-home/meetings.ts';
import { platforms, recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';

const size = { width: 1280, height: 720 };
const log = (): void => undefined;

describe('the meeting that a bot gets', () => {
  it.each(platforms.filter((platform) => !adapters[platform]))(
    'of %s, which has no adapter, is refused before a browser starts',
    async (platform) => {
      const opened = openMeetings().open({ meeting_url: 'https://example.com/meeting', platform, size, log });
      await expect(opened).rejects.toBeInstanceOf(PlatformNotSupportedError);
    },
  );

  it('goes by the platform that its link was recognised as, not by what the link looks like', async () => {
    const link = recogniseMeetingLink('https://jitsi.example.com/room/standup', { jitsi: ['jitsi.example.com'] });
    expect(link?.platform).toBe('jitsi');
    if (!link) throw new Error('no link');
    const opened = openMeetings().open({ meeting_url: link.url, platform: link.platform, size, log });
    await expect(opened).rejects.toBeInstanceOf(PlatformNotSupportedError);
  });
});
