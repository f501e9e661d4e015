/** Everything that the adapter relies on in the demo room's page. */
export const selectors = {
  name: 'input#name',
  join: 'button#join',
  leave: 'button#leave',
  captionsToggle: 'button#captions-toggle',
  requestRecording: 'button#request-recording',
  tile: '#tiles [data-participant-id]',
  caption: '#captions [data-caption-id]',
  captionText: '.caption-text',
  message: '#chat-messages [data-message-id]',
  messageText: '.chat-text',
} as const;

/** `data-phase` of the body, where it does not already say what we say. */
export const phases = { refused: 'denied' } as const;
