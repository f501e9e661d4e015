/**
 * Everything that the adapter relies on in pages that are made of LiveKit's own meeting components
 * (`@livekit/components-react`, seen 2.9.24 of 2026-11): LiveKit Meet, and what operators build of them.
 */
import { bar, joinButton, leave, nameBox, preJoin } from './signs/parts.ts';

export const selectors = {
  preJoin,
  name: nameBox,
  join: `${preJoin} ${joinButton}:not([disabled])`,
  /** The same buttons before and in the meeting. */
  microphone: `:is(.lk-button-group-container, ${bar}) button[data-lk-source="microphone"]`,
  camera: `:is(.lk-button-group-container, ${bar}) button[data-lk-source="camera"]`,
  screen: `${bar} button[data-lk-source="screen_share"]`,
  /** Only whoever is connected, or on the way to it, can press it. */
  leave: `${leave}:not([disabled])`,
  /** In the bar of buttons; that of the chat itself closes it. */
  chatToggle: '.lk-chat-toggle:not(.lk-close-button)',
  chatForm: 'form.lk-chat-form',
  chatField: '.lk-chat-form-input',
  ownMessage: '.lk-chat-entry[data-lk-message-origin="local"] .lk-message-body',
} as const;
