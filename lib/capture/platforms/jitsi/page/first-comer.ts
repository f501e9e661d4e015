/**
 * A server without accounts makes a moderator of whoever comes first (`AutoOwnerRoleManager` of jicofo), and of nobody else
 * before that one leaves: where that was a bot, people would have none.
 */
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { ask, conferenceIn, memberOf, valuesIn, wordOf } from './store.ts';

const isModerator = (person: unknown): boolean => fieldsOf(person).role === 'moderator';

/** What whoever serves the page lets moderators do to others (config.js of jitsi-meet). */
const mayGrant = (state: Fields): boolean => {
  const { disableGrantModerator } = fieldsOf(fieldsOf(state['features/base/config']).remoteVideoMenu);
  return disableGrantModerator !== true;
};

/** Nobody is behind a telephone's gateway, what shows itself as a bot, or a shared screen. */
const isSomebody = ({ id, botType, fakeParticipant, isJigasi }: Fields): boolean =>
  wordOf(id) !== '' && !botType && !fakeParticipant && isJigasi !== true;

/**
 * Makes somebody a moderator beside the bot, as the page's own menu does. Answers false where the bot is none, or is one by
 * its token, where there is another, and where it is nobody who could be.
 */
export const makeModerator = (state: Fields, id: string): boolean => {
  const { local, remote } = fieldsOf(state['features/base/participants']);
  const { conference } = conferenceIn(state);
  const person = fieldsOf(memberOf(remote, id));
  if (wordOf(fieldsOf(state['features/base/jwt']).jwt) !== '' || !mayGrant(state)) return false;
  if (!isModerator(local) || [...valuesIn(remote)].some(isModerator) || !isSomebody(person)) return false;
  if (typeof fieldsOf(conference).grantOwner !== 'function') return false;
  ask(conference, 'grantOwner', id);
  return true;
};
