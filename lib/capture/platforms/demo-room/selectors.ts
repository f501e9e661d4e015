import type { MeetingPhase } from '../platform.ts';

/** Everything that the adapter relies on in the demo room's page. */
export const selectors = {
  name: 'input#name',
  join: 'button#join',
  leave: 'button#leave',
  leaveWaitingRoom: '[data-phases="waiting"] button[data-action="leave"]',
  captionsToggle: 'button#captions-toggle',
  requestRecording: 'button#request-recording',
  tile: '#tiles [data-participant-id]',
  ownTile: '#tiles [data-self="true"]',
  caption: '#captions [data-caption-id]',
  captionText: '.caption-text',
  message: '#chat-messages [data-message-id]',
  messageText: '.chat-text',
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
  full: 'full',
  left: 'left',
};
