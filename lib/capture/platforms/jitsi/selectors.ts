/**
 * Everything beside its signs that the adapter relies on in Jitsi Meet's page: test ids and labels of its own tests
 * (tests/pageobjects, 2026-07-16), and of the real page (2026-11-22). Labels are those of its English words.
 */
import { passcodeField } from './signs/parts.ts';

const labelled = (label: string): string => `[aria-label="${label}"]`;

const recorded = `[role="dialog"]${labelled('Recording in progress')}`;

export const selectors = {
  name: '#premeeting-name-input, [data-testid="lobby.nameField"]',
  join: '[data-testid="prejoin.joinMeeting"], [data-testid="lobby.knockButton"]',
  knock: '[data-testid="lobby.knockButton"]',
  /** Of the box beside the warning that the name of a room is easily guessed. */
  unsafeConsent: 'I understand the risks, I want to join the meeting',
  passcode: passcodeField,
  /** Of the dialog that asks for it (Dialog.tsx of jitsi-meet). */
  passcodeGiven: '#modal-dialog-ok-button',
  /** In the lobby of a meeting that lets in whoever knows its passcode. */
  lobbyAsksPasscode: '[data-testid="lobby.enterPasswordButton"]',
  lobbyPasscode: '[data-testid="lobby.password"]',
  lobbyPasscodeGiven: '[data-testid="lobby.passwordJoinButton"]',
  leave: labelled('Leave the meeting'),
  /** Moderators are asked whether they leave, or end it for everybody. */
  leaveOnly: labelled('Leave meeting'),
  /** A dialog that the page opens by itself (RecordingConsentDialog.tsx of jitsi-meet). */
  recorded,
  /** Of that and another one of the kind (JoinMeetingDialog.tsx). */
  understood: [recorded, `[role="dialog"]${labelled('Joining meeting')}`]
    .map((dialog) => `${dialog} #modal-dialog-ok-button`)
    .join(', '),
  dialog: '[role="dialog"]',
  /** What lies over all of the page and takes its keys, Enter for its "OK" too (BaseDialog.tsx). */
  modal: '[role="dialog"][aria-modal="true"]',
  /** What a bot declines: words of the dialog, and what says no to it (Dialog.tsx). */
  declined: [
    /** Whether to see a film that somebody shares from elsewhere (ShareVideoConfirmDialog.tsx). */
    { asks: 'about to open an external website', no: '#modal-header-close-button' },
    /** Whether a voice agent may hear whoever looks at the page; no cross, and no key but Enter, which allows it (VoiceAgentConsentDialog.tsx). */
    { asks: 'The agent only hears participants who allow it', no: `button${labelled('Not now')}` },
  ],
  turn: {
    camera: { on: labelled('Start camera'), off: labelled('Stop camera') },
    microphone: { on: labelled('Unmute microphone'), off: labelled('Mute microphone') },
    screen: { on: labelled('Start sharing your screen'), off: labelled('Stop sharing your screen') },
  },
  openChat: labelled('Open chat'),
  closeChat: labelled('Close chat'),
  chatField: 'textarea#chat-input-messagebox, textarea#chat-input, #chat-input textarea',
  /** The page asks, for a while after a private message has come, whether the next one shall be private too. */
  toEverybody: 'Send to the group',
} as const;
