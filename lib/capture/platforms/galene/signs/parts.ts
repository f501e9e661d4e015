/** What several states of Galène's page are known by. */
export const login = '#login-container:not(.invisible)';
export const connect = '#connectbutton';
export const withoutLogin = '#login-container.invisible';
/** Nor what a page shows of whoever is in the group. */
export const outsideWithoutLogin = `body:not(:has(#profile:not(.invisible))) ${withoutLogin}`;
export const fail = 'galene.fail';
/** What the server says of the bot to a page that has asked it. */
export const ofJoining = ['join', 'leave', 'fail', 'kicked', 'redirect', 'socket_closed', 'unanswered'].map((kind) => ({
  kind: `galene.${kind}`,
}));
export const closedSocket = 'galene.socket_closed';
export const gal = { seen_on: '2026-07-28', source: 'gal', confidence: 'P' } as const;
/** The form is there again. */
export const showsForm = (id: string) => ({ id, class: 'S', part: 'outside', selector: login, aside: true }) as const;
/** Operators may say anything, and their names stand before it. */
export const server = (words: string): string => `The server said: ${words}`;
