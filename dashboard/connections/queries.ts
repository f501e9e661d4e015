import { queryOptions } from '@tanstack/react-query';
import { api, ask } from '../api/client.ts';

const againMs = 5000;

export const connectionsKey = ['connections'];
export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: () => Array.fromAsync(api.listConnections.items({ query: { page_size: 100 } })),
  refetchInterval: againMs,
});

/** The project's apps at Zoom, for members and owners. */
export const oauthAppsQuery = queryOptions({ queryKey: ['oauth_apps'], queryFn: () => ask('listOAuthApps') });
