/** Functions of the dashboard, called in this process by people of a project, on a table in memory. */
import {
  dashboardGroupNames,
  dashboardGroups,
  dashboardRoutes,
  groupHandler,
} from '../../../lib/api/routes/dashboard.ts';
import { routeHandler, routes } from '../../../lib/api/routes.ts';
import type { Role } from '../../../lib/domain/access/roles.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { openInvitations, ticketRepository } from '../../../lib/storage/sessions.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { createSignIn } from '../../../lib/usecases/access/sign-in.ts';
import { anEvent, type Call, callHandler, type Handler, handlerIn } from '../../lab/api/requests.ts';
import { ownStores } from '../../lab/doubles/in-process/adapters.ts';

export const { table } = ownStores;

const own = 'https://api.example.com';
const all = { ...routes, ...dashboardRoutes };
export type Name = keyof typeof all;
/** A route of the dashboard alone. */
export type OwnName = keyof typeof dashboardRoutes;

/** The function that answers a route. */
const handlerOf = async (name: Name): Promise<Handler> => {
  const group = dashboardGroupNames.find((group) => name in dashboardGroups[group]);
  const { handler } = await handlerIn(group ? groupHandler(group) : routeHandler(name, all[name]));
  return handler;
};

export const call = async (
  name: Name,
  { cookie, ...request }: Call & { readonly cookie?: string | undefined } = {},
) => {
  const { method, path } = all[name];
  const handler = await handlerOf(name);
  const event = {
    ...anEvent(method, path.replace('{object_id}', request.id ?? ''), request),
    routeKey: `${method} ${path}`,
  };
  const given = cookie === undefined ? event : { ...event, cookies: [`__Host-session=${cookie}`] };
  let set: string[] | undefined;
  const answer = await callHandler(async (event, context) => {
    const said = await handler(event, context);
    set = said.cookies;
    return said;
  }, given);
  return { ...answer, set };
};

/** As a page of the dashboard asks. */
export const fromPage = { origin: own, 'sec-fetch-site': 'same-origin' };

const projects = projectRepository(table);
const apiKeys = apiKeyRepository(table);
const [tickets, invitations] = [ticketRepository(table), openInvitations(table)];
export const { invite, signIn } = createSignIn({ tickets, invitations, projects, apiKeys, clock: systemClock });
export const newProject = createCreateProject({
  ...{ projects, apiKeys, clock: systemClock },
  secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
});
export const mine = await newProject('mine');

/** The cookie of somebody who has come in. */
export const sessionOf = async (role: Role, project_id = mine.project_id): Promise<string> =>
  (await signIn(await invite({ project_id, name: 'Maya', role }))).secret;

/** Somebody who has come in, as a page of the dashboard asks for them. */
export const by = async (role: Role, project_id?: string) => ({
  cookie: await sessionOf(role, project_id),
  headers: fromPage,
});
