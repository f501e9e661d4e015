/** Which address shows what. Each part is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { searchOf } from './bots/search.ts';
import { Broken } from './frame/broken.tsx';
import { Frame, NoSuchPage } from './frame/frame.tsx';

const root = createRootRoute({ component: Frame });

const botsRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./bots/list.tsx'), 'Bots'),
});

const botRoute = createRoute({
  getParentRoute: () => root,
  path: '/bots/$id',
  component: lazyRouteComponent(() => import('./bot/bot.tsx'), 'BotPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: ({ about }: Record<string, unknown>): { readonly about?: string } =>
    typeof about === 'string' && about !== '' ? { about } : {},
  component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
});

const calendarsRoute = createRoute({
  getParentRoute: () => root,
  path: '/calendars',
  component: lazyRouteComponent(() => import('./calendars/calendars.tsx'), 'Calendars'),
});

const connectionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  component: lazyRouteComponent(() => import('./connections/connections.tsx'), 'Connections'),
});

const appSessionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/app-sessions',
  component: lazyRouteComponent(() => import('./app-sessions/all.tsx'), 'AppSessions'),
});

const appSessionRoute = createRoute({
  getParentRoute: () => root,
  path: '/app-sessions/$id',
  component: lazyRouteComponent(() => import('./app-sessions/session.tsx'), 'AppSessionPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Audit'),
});

const settingsRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[botsRoute, botRoute],
    ...[calendarsRoute, connectionsRoute, appSessionsRoute, appSessionRoute],
    ...[webhooksRoute, settingsRoute, auditRoute],
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NoSuchPage,
  defaultErrorComponent: Broken,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
