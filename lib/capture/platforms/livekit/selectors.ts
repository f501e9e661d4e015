/**
 * Everything that the adapter relies on in pages that are made of LiveKit's own meeting components
 * (`@livekit/components-react`, seen 2.9.24 of 2026-11): LiveKit Meet, and what operators build of them.
 */
export const selectors = {
  // What is prefabricated (`.lk-prejoin`, `.lk-video-conference`) loses that class where a page gives it one of its own.
  preJoin: '.lk-username-container',
  name: '.lk-username-container #username',
  join: '.lk-username-container .lk-join-button:not([disabled])',
  conference: ':is(.lk-video-conference, .lk-video-conference-inner)',
  /** Pages that are built of single parts have no more around them. */
  bar: '.lk-control-bar',
  /** The same buttons before and in the meeting. */
  microphone: ':is(.lk-button-group-container, .lk-control-bar) button[data-lk-source="microphone"]',
  camera: ':is(.lk-button-group-container, .lk-control-bar) button[data-lk-source="camera"]',
  screen: '.lk-control-bar button[data-lk-source="screen_share"]',
  /** Only whoever is connected, or on the way to it, can press it. */
  leave: '.lk-disconnect-button:not([disabled])',
  /** In the bar of buttons; that of the chat itself closes it. */
  chatToggle: '.lk-chat-toggle:not(.lk-close-button)',
  chatForm: 'form.lk-chat-form',
  chatField: '.lk-chat-form-input',
  ownMessage: '.lk-chat-entry[data-lk-message-origin="local"] .lk-message-body',
} as const;
