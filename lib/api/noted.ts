/** Which routes are noted down when somebody who is signed in calls them. */
import type { Route } from './routes/route.ts';

/** What was said and seen in meetings, who was there, and what was told of it. */
const captured = ['transcript', 'recording', 'media', 'watch', 'diagnostics', 'participants', 'participant_events'];
const lookedAt = new RegExp(`/(${captured.join('|')}|chat_messages|webhook_deliveries/one)$`);

/** `look`: once an hour for each person and thing; `act`: each time. Undefined for what changes nothing and is no secret. */
export const noteOf = ({ method, path }: Pick<Route, 'method' | 'path'>): 'look' | 'act' | undefined => {
  if (lookedAt.test(path)) return 'look';
  return method === 'GET' ? undefined : 'act';
};
