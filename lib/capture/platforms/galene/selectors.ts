/**
 * Everything beside its signs that the adapter relies on in Galène's page (`static/galene.html`, seen on the real one on
 * 2026-11-22 but for the selects, which are its source's).
 */
import { connect, login } from './signs/parts.ts';

export const selectors = {
  name: '#username',
  passcode: '#password',
  connect: `${login} ${connect}`,
  /** The page is not to open devices by itself when it has joined. */
  presentNothing: '#presentoff',
  present: '#presentbutton',
  unpresent: '#unpresentbutton',
  mute: '#mutebutton',
  muted: '#mutebutton.muted',
  share: '#sharebutton',
  /** The bot's own tile that is no camera; cameras of one's own are mirrored. */
  stopShare: '#peers .peer:has(video:not(.mirror)) .video-stop',
  cameras: '#videoselect',
  microphones: '#audioselect',
  received: '#requestselect',
  sent: '#sendselect',
  pictures: '#peers video',
  leave: '#disconnectbutton',
  chatForm: '#inputform',
  chatField: '#input',
  /** What the bot writes to one person, the page puts down as nobody's. */
  ownMessage: '#box .message-sender, #box .message-private:not([data-peer-id])',
  messageText: '.message-content',
} as const;
