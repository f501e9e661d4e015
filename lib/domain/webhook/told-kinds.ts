/** The kinds of items whose changes are told by webhooks: what the table's stream brings to those who tell. */
export const toldKinds = ['bot', 'captured', 'calendar', 'calendar_digest', 'connection'] as const;
export type ToldKind = (typeof toldKinds)[number];
