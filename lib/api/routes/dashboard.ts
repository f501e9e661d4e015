/**
 * What the dashboard needs besides the public interface. The OpenAPI document has it in a part of its own: nobody else is
 * promised any of it.
 *
 * People press buttons more seldom than programs call, and a cold start matters to them less than to a fleet. So one
 * function answers all routes of a group: those that are about one thing and need the same permissions.
 */
import { accessRoutes } from './dashboard/access.ts';
import { botRoutes } from './dashboard/bots.ts';
import { identityRoutes } from './dashboard/identity.ts';
import { providerRoutes } from './dashboard/providers.ts';
import { webhookRoutes } from './dashboard/webhooks.ts';
import type { Route } from './route.ts';

/** By the function that answers them: `lambdas/dashboard/<group>.ts`. */
export const dashboardGroups = {
  access: accessRoutes,
  bots: botRoutes,
  identity: identityRoutes,
  providers: providerRoutes,
  webhooks: webhookRoutes,
} as const satisfies Record<string, Readonly<Record<string, Route>>>;

export type DashboardGroup = keyof typeof dashboardGroups;
export const dashboardGroupNames = Object.keys(dashboardGroups) as DashboardGroup[];

/** The function's file below `lambdas/`, without its ending. */
export const groupHandler = (group: DashboardGroup): string => `dashboard/${group}`;

export const dashboardRoutes = {
  ...accessRoutes,
  ...botRoutes,
  ...identityRoutes,
  ...providerRoutes,
  ...webhookRoutes,
};
