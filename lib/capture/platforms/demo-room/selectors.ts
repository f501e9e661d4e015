import type { MeetingPhase } from '../../meeting/view.ts';
import { join, leave, name, ownTile } from './signs/parts.ts';

/** Everything that the adapter relies on in the demo room's page. */
export const selectors = {
  name,
  join,
  leave,
  leaveWaitingRoom: '[data-phases] button[data-action="leave"]',
  captionsToggle: 'button#captions-toggle',
  captionLanguage: 'select#caption-language',
  captions: '#captions',
  requestRecording: 'button#request-recording',
  tile: '#tiles [data-participant-id]',
  otherTile: '#tiles [data-participant-id]:not([data-self="true"])',
  pin: 'button[data-action="pin"]',
  hideVideo: 'button[data-action="hide-video"]',
  ownTile,
  caption: '#captions [data-caption-id]',
  captionText: '.caption-text',
  message: '#chat-messages [data-message-id]',
  messageText: '.chat-text',
  chatTo: 'select#chat-to',
  chatText: 'textarea#chat-text',
  chatSend: 'button#chat-send',
  acceptBreakout: 'button#accept-breakout',
  screen: '#screens [data-kind="screen"]',
  incomingVideo: 'button#incoming-video',
  ownMessage: '#chat-messages .own',
  /** What turns the bot's own. */
  devices: {
    camera: 'button[data-device="camera"]',
    microphone: 'button[data-device="microphone"]',
    screen: 'button#share-screen',
  },
} as const;

/** What the body's `data-phase` stands for. */
export const phases: Readonly<Record<string, MeetingPhase>> = {
  pre_join: 'pre_join',
  waiting: 'waiting_room',
  in_meeting: 'in_meeting',
  ended: 'ended',
  removed: 'removed',
  refused: 'denied',
  not_found: 'not_found',
  not_started: 'not_started',
  authorized_user_absent: 'authorized_user_absent',
  full: 'full',
  left: 'left',
  lost: 'connecting',
};
