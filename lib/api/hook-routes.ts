/**
 * Where platforms tell of changes, by POST and without a key: what they tell carries a secret that was given to them, or a
 * signature. They are no part of the API, and so in no document of it.
 */
import type { CalendarPlatform } from '../domain/calendar/calendar-platforms.ts';

type Hooked = CalendarPlatform | 'conf';

export const hookRoutes = {
  calendar_provider_a: '/hooks/calendar_provider_a',
  calendar_provider_b: '/hooks/calendar_provider_b',
  // Each app has an address of its own, for it has a secret of its own.
  conf: '/hooks/conf/{oauth_app_id}',
} as const satisfies Record<Hooked, string>;

/** The functions that hear, as their files below `lambdas/`, without their endings. */
export const hookHandlers = ['calendars/hear', 'connections/hear'] as const;
export type HookHandler = (typeof hookHandlers)[number];

const handlerOf: Readonly<Record<Hooked, HookHandler>> = {
  calendar_provider_a: 'calendars/hear',
  calendar_provider_b: 'calendars/hear',
  conf: 'connections/hear',
};

/** Every path, and the function that hears it. */
export const hooks = (Object.keys(hookRoutes) as Hooked[]).map((hooked) => ({
  path: hookRoutes[hooked],
  handler: handlerOf[hooked],
}));
