/** What is said of the routes about connections. */
import type { connectionRoutes } from '../../routes/connections.ts';
import { endedConnection, sampleConnection } from '../samples.ts';
import { type DocsOf, pageOf } from './docs-of-route.ts';

export const connectionDocs: DocsOf<typeof connectionRoutes> = {
  createConnection: {
    tag: 'Connections',
    summary: 'Connect a user who has allowed your app',
    description:
      'The platform is asked before the answer, for a code is good for minutes only. A user who is connected by the same app already keeps the connection, with what was granted now.',
    refusals: ['code_exchange_failed', 'missing_scopes', 'user_not_active', 'platform_unavailable'],
    examples: {
      user: {
        summary: 'A user who was sent back with a code',
        body: {
          authorization_code: 'the-code-that-the-user-came-back-with',
          redirect_uri: 'https://example.com/zoom/connected',
          is_onbehalf_token_supported: true,
          metadata: sampleConnection.metadata,
        },
        response: sampleConnection,
      },
    },
  },
  listConnections: {
    tag: 'Connections',
    summary: 'List connections, newest first',
    description: 'Newest first.',
    examples: {
      first: { summary: 'All of them', response: pageOf(sampleConnection) },
      state: {
        summary: 'Those whose users must allow the app again',
        query: { state: 'disconnected' },
        response: pageOf(endedConnection),
      },
    },
  },
  getConnection: {
    tag: 'Connections',
    summary: 'Fetch a connection',
    description: 'Whether it is connected, if not why, and when the platform was asked last.',
    examples: { connection: { summary: 'A connection', response: endedConnection } },
  },
  deleteConnection: {
    tag: 'Connections',
    summary: 'End a connection and forget it',
    description:
      'What was granted is erased at once, and the platform is asked to forget it too. Bots that are in meetings stay there.',
    examples: { connection: { summary: 'A connection' } },
  },
};
