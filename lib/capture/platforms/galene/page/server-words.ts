/** What a Galène server says in words of its own, and nobody else in its place. */

export const notAuthorised = 'not authorised';
const noOperators = 'there are no operators in this group';

/** What a server says of itself when it refuses (rtpconn/webclient.go, group/group.go). */
const ownWords = [
  notAuthorised,
  'group does not exist',
  'illegal group name',
  'internal server error',
  'this group is locked',
  'this group is not open yet',
  'this group is closed',
  noOperators,
  'too many users',
  'please choose a username',
];

/** Which of those a refusal says, whatever some servers add to it; undefined where it is an operator's. */
export const ownWordsIn = (value: string): string | undefined =>
  ownWords.find((words) => value === words || value.startsWith(`${words}: `) || value.startsWith(`${words}; `));

/** What it says to whom an operator removes without a word. */
export const removed = 'you have been kicked out';

export type Pause = 'shut_down' | 'no_operators';
/**
 * What it says to everybody whom it may let in again in a moment: when it is stopped (webserver/webserver.go), and when the last
 * operator goes, be it to load their page anew (autoLockKick in group/group.go).
 */
export const pauses: ReadonlyMap<string, Pause> = new Map([
  ['server is shutting down', 'shut_down'],
  [noOperators, 'no_operators'],
]);

/** What it says of a message that it sends on to nobody. */
export const noReader = ['user unknown', "this user doesn't chat", notAuthorised, 'join a group first'];
