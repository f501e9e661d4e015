import { describe, expect, it } from 'vitest';
import { PlatformNotSupportedError } from '../../lib/capture/meeting/errors.ts';
import { adapters } from '../../lib/capture/platforms/index.ts';
import { openMeetings } from '../../lib/capture-home/meetings.ts';
import { platforms } from '../../lib/domain/meeting/meeting-url.ts';

const size = { width: 1280, height: 720 };
const log = (): void => undefined;

describe('the meeting that a bot gets', () => {
  it('is known for every platform that a link can lead to', () => {
    expect(platforms.filter((platform) => !adapters[platform])).toEqual([]);
  });

  it('of a platform without an adapter is refused before a browser starts, whatever its link looks like', async () => {
    const platform = 'to_come' as (typeof platforms)[number];
    const opened = openMeetings().open({ meeting_url: 'https://example.com/room/standup', platform, size, log });
    await expect(opened).rejects.toBeInstanceOf(PlatformNotSupportedError);
  });
});
