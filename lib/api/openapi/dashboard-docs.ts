/** What the OpenAPI document says of each route of the dashboard; the compiler finds the route without it. */
import type { dashboardRoutes } from '../routes/dashboard.ts';

export type DashboardRouteName = keyof typeof dashboardRoutes;

interface Docs {
  readonly summary: string;
  readonly description?: string;
  /** Besides those that follow from the shape of the route. */
  readonly refusals?: readonly ('last_owner' | 'invalid_token' | 'forbidden' | 'not_found')[];
}

const secret = 'It is answered this once.';
const asOwner = 'The last owner who may sign in stays one.';

export const dashboardDocs: Readonly<Record<DashboardRouteName, Docs>> = {
  signIn: {
    summary: 'Sign in by the ticket of a link',
    description: 'Sets the cookie of a session of a week. A ticket is good once, within 12 hours.',
    refusals: ['invalid_token'],
  },
  getSession: { summary: 'Fetch who is signed in', description: 'Null where that is nobody.', refusals: ['forbidden'] },
  signOut: { summary: 'Sign out', description: 'The session opens nothing from now on.' },
  invite: { summary: 'Make a link that signs somebody in, once', description: secret },
  listInvitations: { summary: 'List the links that nobody has used yet, newest first' },
  withdrawInvitation: {
    summary: 'Have a link let nobody in',
    description: 'Whoever has come by it meanwhile is signed out.',
    refusals: ['not_found'],
  },
  listApiKeys: { summary: 'List API keys, oldest first, revoked ones too' },
  createApiKey: { summary: 'Make an API key', description: `The key itself is answered this once.` },
  revokeApiKey: { summary: 'Revoke an API key for good' },
  getProject: { summary: 'Fetch the project, how it is answered, and how long it keeps what bots bring home' },
  updateProject: { summary: 'Have the project answered in other names, or what bots bring home kept for another time' },
  listAudit: { summary: 'List what people did, newest first', description: 'Fifty to a page, for 400 days.' },
  showBots: { summary: 'List bots, with who sent each' },
  showBot: { summary: 'Fetch what a bot was sent with, and what it shows' },
  watchBot: {
    summary: "Look at a bot's meeting",
    description: 'Its worker makes pictures of the meeting for as long as this is asked again and again.',
  },
  beginSignIn: {
    summary: 'Go to the identity provider',
    description: 'Redirects the browser there (302), with a cookie by which it is known when it comes back.',
    refusals: ['not_found'],
  },
  finishSignIn: {
    summary: 'Come back from the identity provider',
    description:
      'Redirects to the dashboard (302): with a session, or with the reason why there is none. Whom several projects have let in is asked by a page to which one they want, and comes back once more with that.',
    refusals: ['not_found'],
  },
  listPeople: { summary: 'List who may sign in by the identity provider' },
  admitPerson: {
    summary: 'Let somebody in, known by their e-mail address',
    description: `Whoever came by that address before is signed out, and links that they made end, with the sessions that go back to them. ${asOwner}`,
    refusals: ['last_owner'],
  },
  updatePerson: {
    summary: 'Give somebody another role',
    description: `It holds at once: they sign in anew. Links that they made end, and so do the sessions that go back to such links, unless they are an owner now. ${asOwner}`,
    refusals: ['not_found', 'last_owner'],
  },
  removePerson: {
    summary: 'Let somebody in no more',
    description: `They are signed out at once. Links that they made end, and so do the sessions that go back to such links. ${asOwner}`,
    refusals: ['not_found', 'last_owner'],
  },
  listSessions: { summary: 'List who is signed in, newest first' },
  endSessions: {
    summary: 'Sign somebody out',
    description:
      'One session, or all that came by an e-mail address. Their next request is refused. Links that they made end, and so do the sessions that go back to such links.',
    refusals: ['not_found'],
  },
  listProviderKeys: { summary: 'List the providers of transcription that take a key' },
  setProviderKey: {
    summary: 'Enter the key for a provider',
    description: 'It is tried there with one real request, stored sealed, and never answered.',
  },
  removeProviderKey: { summary: 'Forget the key for a provider' },
  testProviderKey: { summary: 'Try the key for a provider, with one real request' },
  listOAuthApps: { summary: 'List the apps at the conferencing platform' },
  createOAuthApp: { summary: 'Enter an app', description: 'Its secrets are stored sealed, and never answered.' },
  updateOAuthApp: { summary: 'Enter other secrets of an app' },
  deleteOAuthApp: { summary: 'Forget an app that has no connections' },
  listSubscriptions: { summary: 'List webhook subscriptions' },
  createSubscription: {
    summary: 'Subscribe to webhooks',
    description: `The secret that signs them is answered this once.`,
  },
  updateSubscription: { summary: 'Change where a subscription leads, or what is sent there' },
  deleteSubscription: { summary: 'End a subscription' },
  disableSubscription: { summary: 'Send nothing to a subscription, until it is enabled' },
  enableSubscription: { summary: 'Send to a subscription again' },
  testSubscription: { summary: 'Send a test to a subscription, once' },
  rotateSecret: {
    summary: 'Give a subscription a new secret',
    description: `${secret} The one before signs as well for a day.`,
  },
  listDeliveries: {
    summary: 'List deliveries, newest first',
    description: 'Those that did not arrive at the first attempt, or all about one thing.',
  },
  getDelivery: { summary: 'Fetch a delivery with its attempts, and with what was sent', refusals: ['not_found'] },
  resendDelivery: { summary: 'Send a delivery again, the same bytes', refusals: ['not_found'] },
};

/** What each parameter of a query means. */
export const dashboardParameters = {
  to: 'The path of the dashboard to come back to.',
  here: "That the browser was led to the service's own address already.",
  before: 'The entry that the page before ended with.',
  email: 'The e-mail address of the person.',
  session: 'What the session is called in the list.',
  invitation: 'What the link is called in the list.',
  provider: 'The provider of transcription.',
  about: 'The id of what was told of.',
  state: 'Only deliveries in this state.',
  subscription_id: 'Only deliveries to this subscription of the project.',
  idempotency_key: 'The key of the delivery.',
  cursor: 'Which page: taken from `next` or `previous`.',
  page_size: 'How many to a page.',
  meeting_url: 'Only bots for this meeting.',
  deduplication_key: 'Only the bots that have or had this key.',
  states: 'Only bots in one of these states.',
  join_at_after:
    'Only bots that join after this moment. Unless a link or a key is given too, the list is then in the order of `join_at`.',
  join_at_before: 'Only bots that join before this moment.',
  order:
    'Which end of the list comes first: by creation, or of bots that are filtered by `join_at`, and by neither link nor key, by `join_at`.',
} as const;
