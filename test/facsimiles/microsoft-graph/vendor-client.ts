/** Microsoft's own client, @microsoft/microsoft-graph-client, with its own address; only the last step leads to the facsimile. */
import {
  AuthenticationHandler,
  Client,
  type Context,
  type Middleware,
  PageIterator,
} from '@microsoft/microsoft-graph-client';
import type { Event } from '@microsoft/microsoft-graph-types';
import type { App } from '../world/grants.ts';
import type { MicrosoftGraph } from './microsoft-graph.ts';
import { fullScope } from './token-endpoint.ts';

/** Where the client believes that it is. */
export const graphOrigin = 'https://graph.microsoft.com';

export interface VendorUser {
  readonly app: App;
  readonly client: Client;
  /** Asks the token endpoint for an access token. */
  readonly refresh: () => Promise<string>;
}

/** Sends what the client would send to Graph. */
const deliverTo = (graph: MicrosoftGraph): Middleware => ({
  execute: async (context: Context) => {
    const url = String(context.request).replace(graphOrigin, graph.url);
    context.response = await fetch(url, context.options);
  },
});

/** A user who agreed to an app, with Microsoft's client in the app's hands. Its own retries are off: the tests count requests. */
export const aVendorUser = (
  graph: MicrosoftGraph,
  email: string,
  scopes = ['offline_access', 'Calendars.Read'],
): VendorUser => {
  const app = graph.grants.app('recorder');
  let refresh_token = graph.grants.consent(app, email, scopes.map(fullScope));
  const refresh = async (): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...app, refresh_token });
    const response = await fetch(graph.tokenUrl, { method: 'POST', body });
    const answer = (await response.json()) as { access_token: string; refresh_token?: string };
    refresh_token = answer.refresh_token ?? refresh_token;
    return answer.access_token;
  };
  const authentication = new AuthenticationHandler({ getAccessToken: refresh });
  authentication.setNext(deliverTo(graph));
  return { app, client: Client.initWithMiddleware({ middleware: authentication }), refresh };
};

const prefer = 'IdType="ImmutableId", outlook.timezone="UTC"';

/** All events of a window, page after page, as Microsoft's own iterator collects them. */
export const viewWithVendor = async (
  { client }: VendorUser,
  window: { readonly startDateTime: string; readonly endDateTime: string },
  top = 3,
): Promise<Event[]> => {
  const found: Event[] = [];
  const first: unknown = await client.api('/me/calendarView').query(window).top(top).header('Prefer', prefer).get();
  const take = (event: Event): boolean => found.push(event) > 0;
  await new PageIterator(client, first as { value: Event[] }, take, { headers: { Prefer: prefer } }).iterate();
  return found;
};
