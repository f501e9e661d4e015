/** What Jitsi Meet's page lets nobody but moderators turn on, or nobody for now, as its store says. Pure. */

import type { StageDevice } from '../../../meeting/stage.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';

/**
 * `viewer`: the bot is a visitor (features/visitors), and the page has no buttons for it. `moderated`: a moderator has to allow it (features/av-moderation). `too_many`: the server takes no more who
 * send it.
 */
export type Forbidden = 'viewer' | 'moderated' | 'too_many';

/** Newer pages moderate screens apart from cameras. */
const moderatedAs = (device: StageDevice, moderation: Fields): string => {
  if (device === 'microphone') return 'audio';
  return device === 'screen' && 'desktopModerationEnabled' in moderation ? 'desktop' : 'video';
};

/** Undefined where the bot may turn it on. */
export const forbiddenIn = (state: Fields, device: StageDevice): Forbidden | undefined => {
  if (fieldsOf(state['features/visitors']).iAmVisitor === true) return 'viewer';
  const moderation = fieldsOf(state['features/av-moderation']);
  const { role } = fieldsOf(fieldsOf(state['features/base/participants']).local);
  const media = moderatedAs(device, moderation);
  const isApproved = role === 'moderator' || moderation[`${media}UnmuteApproved`] === true;
  if (moderation[`${media}ModerationEnabled`] === true && !isApproved) return 'moderated';
  const kinds = fieldsOf(state['features/base/media']);
  const { muted, unmuteBlocked } = fieldsOf(kinds[device === 'microphone' ? 'audio' : 'video']);
  return unmuteBlocked === true && muted ? 'too_many' : undefined;
};
