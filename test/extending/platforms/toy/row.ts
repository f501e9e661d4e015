/** Step 1: the row of lib/domain/meeting/platforms.ts. */
import type { OperatedPlatformRow } from '../../../../lib/domain/meeting/platforms.ts';

export const toyRow = {
  title: 'Toy',
  way: '/toy',
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
} as const satisfies OperatedPlatformRow;
