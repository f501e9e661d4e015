/** Step 1: the row of lib/domain/meeting/platforms.ts, and its name in platform-names.ts. */
import type { OperatedPlatformName } from '../../../../lib/domain/meeting/platform-names.ts';
import type { PlatformRow } from '../../../../lib/domain/meeting/platforms.ts';

export const toyName = { title: 'Toy', way: '/toy' } as const satisfies OperatedPlatformName;

export const toyRow = {
  link: ({ pathname, search }) => (pathname === '/toy' ? pathname + search : undefined),
  capabilities: {
    voices: 'sound_of_page',
    pictures: 'page',
    captions: false,
    chat: 'everyone',
    recording_permission: false,
    breakout_rooms: false,
    hosts: false,
    camera_wishes: false,
  },
} as const satisfies PlatformRow;
