/** What a Galène server says in words of its own, and nobody else in its place. */

export const notAuthorised = 'not authorised';

/** What a server says of itself when it refuses (rtpconn/webclient.go, group/group.go). */
const ownWords = [
  notAuthorised,
  'group does not exist',
  'illegal group name',
  'internal server error',
  'this group is locked',
  'this group is not open yet',
  'this group is closed',
  'there are no operators in this group',
  'too many users',
  'please choose a username',
];

/** Which of those a refusal says, whatever some servers add to it; undefined where it is an operator's. */
export const ownWordsIn = (value: string): string | undefined =>
  ownWords.find((words) => value === words || value.startsWith(`${words}: `) || value.startsWith(`${words}; `));

/** What it says to whom an operator removes without a word. */
export const removed = 'you have been kicked out';

/** What it says to everybody when it is stopped (webserver/webserver.go): it may be back in a moment. */
export const shutDown = 'server is shutting down';

/** What it says of a message that it sends on to nobody. */
export const noReader = ['user unknown', "this user doesn't chat", notAuthorised, 'join a group first'];
