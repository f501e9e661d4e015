import { describe, expect, it } from 'vitest';
import { PlatformNotSupportedError } from '../../lib/capture/meeting/errors.ts';
import { adapters } from '../../lib/capture/platforms/index.ts';
import { openMeetings } from '../../lib/capture-home/meetings.ts';
import { platforms } from '../../lib/domain/meeting/meeting-url.ts';

const size = { width: 1280, height: 720 };
const log = (): void => undefined;

describe('the meeting that a bot gets', () => {
  it.each(platforms.filter((platform) => !adapters[platform]))(
    'of %s, which has no adapter, is refused before a browser starts, whatever its link looks like',
    async (platform) => {
      const opened = openMeetings().open({ meeting_url: 'https://example.com/room/standup', platform, size, log });
      await expect(opened).rejects.toBeInstanceOf(PlatformNotSupportedError);
    },
  );
});
