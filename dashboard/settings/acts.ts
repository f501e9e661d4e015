/** What people did, in words. What has none is said as it was asked. */
const acts: Readonly<Record<string, string>> = {
  'POST /api/v1/dashboard/session': 'signed in by a link',
  'GET /api/v1/dashboard/sign_in/callback': 'signed in',
  'DELETE /api/v1/dashboard/session': 'signed out',
  'POST /api/v1/dashboard/invitations': 'made a link for',
  'DELETE /api/v1/dashboard/invitations': 'withdrew the link',
  'POST /api/v1/dashboard/people': 'let in',
  'PATCH /api/v1/dashboard/people': 'changed the role of',
  'DELETE /api/v1/dashboard/people': 'removed',
  'DELETE /api/v1/dashboard/sessions': 'signed out everywhere',
  'POST /api/v1/dashboard/api_keys': 'made the API key',
  'DELETE /api/v1/dashboard/api_keys/{object_id}': 'revoked the API key',
  'PATCH /api/v1/dashboard/project': 'changed the project:',
  'POST /api/v1/dashboard/provider_keys': 'entered a key for',
  'DELETE /api/v1/dashboard/provider_keys': 'forgot the key for',
  'POST /api/v1/dashboard/provider_keys/test': 'tried the key for',
  'POST /api/v1/dashboard/oauth_apps': 'entered the app',
  'PATCH /api/v1/dashboard/oauth_apps/{object_id}': 'entered other secrets of the app',
  'DELETE /api/v1/dashboard/oauth_apps/{object_id}': 'forgot the app',
  'POST /api/v1/dashboard/webhooks': 'subscribed',
  'PATCH /api/v1/dashboard/webhooks/{object_id}': 'changed the subscription',
  'DELETE /api/v1/dashboard/webhooks/{object_id}': 'deleted the subscription',
  'POST /api/v1/dashboard/webhooks/{object_id}/disable': 'disabled the subscription',
  'POST /api/v1/dashboard/webhooks/{object_id}/enable': 'enabled the subscription',
  'POST /api/v1/dashboard/webhooks/{object_id}/test': 'sent a test to the subscription',
  'POST /api/v1/dashboard/webhooks/{object_id}/rotate_secret': 'gave another secret to the subscription',
  'POST /api/v1/dashboard/webhook_deliveries/resend': 'sent a delivery again, about',
  'POST /api/v1/bots': 'sent the bot',
  'PATCH /api/v1/bots/{object_id}': 'changed the bot',
  'DELETE /api/v1/bots/{object_id}': 'deleted the bot',
  'POST /api/v1/bots/{object_id}/leave': 'had the bot leave',
  'POST /api/v1/bots/{object_id}/delete_data': 'deleted what was captured by',
  'POST /api/v1/bots/{object_id}/pause_recording': 'paused the recording of',
  'POST /api/v1/bots/{object_id}/resume_recording': 'resumed the recording of',
  'POST /api/v1/bots/{object_id}/send_chat_message': 'wrote into the chat by',
  'POST /api/v1/bots/{object_id}/output_video': 'had a video played by',
  'PATCH /api/v1/bots/{object_id}/transcription_settings': 'changed the transcription of',
  'PATCH /api/v1/bots/{object_id}/voice_agent_settings': 'changed what is shown by',
  'POST /api/v1/app_sessions': 'made the app session',
  'POST /api/v1/app_sessions/end': 'ended the app session of a stream',
  'POST /api/v1/app_sessions/{object_id}/end': 'ended the app session',
  'POST /api/v1/app_sessions/{object_id}/delete_data': 'deleted what was captured by',
  'POST /api/v1/calendars': 'connected the calendar',
  'PATCH /api/v1/calendars/{object_id}': 'entered new credentials for',
  'DELETE /api/v1/calendars/{object_id}': 'deleted the calendar',
  'POST /api/v1/conf_oauth_connections': 'added the connection',
  'DELETE /api/v1/conf_oauth_connections/{object_id}': 'deleted the connection',
  'GET /sso/{object_id}/saml': 'signed in by single sign-on, as',
};

/** What the operator did by commands. */
const commands: Readonly<Record<string, string>> = {
  'admin projects create': 'made the project',
  'admin projects update': 'changed the names of the project',
  'admin projects delete': 'deleted the project',
  'admin projects rotate-secret': 'gave another webhook secret to the project',
  'admin keys create': 'made the API key',
  'admin keys revoke': 'revoked the API key',
  'admin dashboard invite': 'made a link for',
  'admin dashboard admit': 'let in',
  'admin dashboard remove': 'removed',
  'admin dashboard set-client-secret': 'entered the secret of the client',
  'admin accounts set': 'entered the account',
  'admin accounts remove': 'forgot the account',
  'admin accounts sso set': 'set up single sign-on for',
  'admin accounts sso add': 'entered the account',
  'admin accounts sso ticket': 'made a ticket of single sign-on for',
  'admin accounts sso rotate': 'changed the key of single sign-on at',
  'admin accounts sso remove': 'forgot single sign-on at',
  'admin credentials set': 'entered a key for',
  'admin credentials remove': 'forgot the key for',
  'admin credentials test': 'tried the key for',
  'admin conf-apps create': 'entered the app',
  'admin conf-apps set-secret': 'entered another secret of the app',
  'admin conf-apps set-webhook-secret': 'entered the secret token of the app',
  'admin conf-apps delete': 'forgot the app',
  'admin webhooks create': 'subscribed',
  'admin webhooks update': 'changed the subscription',
  'admin webhooks delete': 'deleted the subscription',
  'admin webhooks rotate-secret': 'gave another secret to the subscription',
  'admin webhooks enable': 'enabled the subscription',
  'admin webhooks resend': 'sent a delivery again, about',
  'admin webhooks catch-up': 'sent what was never told of',
  'admin bots end': 'ended the bot',
  'admin bots move': 'moved to another worker the bot',
};

/** What people looked at, of something. */
const looks: Readonly<Record<string, string>> = {
  'POST /api/v1/dashboard/bots/{object_id}/watch': 'the picture',
  'GET /api/v1/bots/{object_id}/transcript': 'the transcript',
  'GET /api/v1/bots/{object_id}/recording': 'the recording',
  'GET /api/v1/bots/{object_id}/diagnostics': 'what was seen last',
  'GET /api/v1/bots/{object_id}/participants': 'the people',
  'GET /api/v1/bots/{object_id}/participant_events': 'who came and went',
  'GET /api/v1/bots/{object_id}/chat_messages': 'the chat',
  'GET /api/v1/app_sessions/{object_id}/transcript': 'the transcript',
  'GET /api/v1/app_sessions/{object_id}/media': 'the recording',
  'GET /api/v1/app_sessions/{object_id}/participant_events': 'who came and went',
  'GET /api/v1/app_sessions/{object_id}/chat_messages': 'the chat',
  'GET /api/v1/dashboard/webhook_deliveries/one': 'the webhooks',
};

const wordsOfAct = (act: string): string => acts[act] ?? commands[act] ?? `asked for ${act}, about`;

interface Noted {
  readonly act: string;
  readonly about: string | null;
  readonly session: string;
  readonly at: string;
}
const isOneVisit = (one: Noted, other: Noted): boolean =>
  [one, other].every(({ act }) => act in looks) &&
  one.about === other.about &&
  one.session === other.session &&
  one.at.slice(0, 13) === other.at.slice(0, 13);

/** Entries as they are read: whoever opens the page of a bot looks at several things at once. */
export const together = <T extends Noted>(entries: readonly T[]): { readonly entry: T; readonly acts: string[] }[] => {
  const rows: { readonly entry: T; readonly acts: string[] }[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && isOneVisit(last.entry, entry)) last.acts.push(entry.act);
    else rows.push({ entry, acts: [entry.act] });
  }
  return rows;
};

/** What was done at once, in words that lead to what it was about. */
export const wordsOfActs = (done: readonly string[]): string => {
  const seen = done.flatMap((act) => looks[act] ?? []);
  const last = seen.pop();
  if (last === undefined) return done.map(wordsOfAct).join(', ');
  return `looked at ${seen.length > 0 ? `${seen.join(', ')} and ` : ''}${last} of`;
};
