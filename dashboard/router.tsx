/** Which address shows what. Each part is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { searchOf } from './bots/search.ts';
import { Frame } from './frame/frame.tsx';

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

export const router = createRouter({
  routeTree: root.addChildren([botsRoute, botRoute]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
