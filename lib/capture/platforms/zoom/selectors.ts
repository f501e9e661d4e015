/**
 * Everything beside its signs that the adapter relies on in Zoom's web client. Structure, classes and labels are those of
 * the maker's package (`@zoom/meetingsdk` 6.2.0 of 2026-08-24), whose page this is, and of the web client 7.2.0 (12783) as
 * public projects captured it (2026-10-07); `shell` is what stands around it, as such projects saw it (2026-11-20).
 */
import type { StageDevice } from '../../meeting/stage.ts';
import {
  acceptCookies,
  agreeToTerms,
  button,
  captionList,
  chatList,
  companion,
  count,
  emailBox,
  footer,
  invitation,
  joinBreakout,
  joinButton,
  launch,
  leaveRoom,
  nameBox,
  ownTerms,
  passcodeBox,
  peopleList,
  stage,
  withoutDevices,
} from './signs/parts.ts';

export const selectors = {
  /** The client lives in it, but for where the page is the client itself. */
  client: 'iframe#webclient',
  button,
  dialog: '[role="dialog"], .zm-modal, .ReactModal__Content',
  /** Says, above the meeting and until it is acknowledged, that it is recorded or written down. */
  banner: '.notification-consent-banner',
  /** What passes by, but for some that stay until they are closed. */
  toast: '.notification-message-wrap__layer',
  closeToast: '.notification-message-wrap__close',
  invitation,
  /** That asks out of a breakout room, back to where everybody is. */
  returning: '.zm-modal-return-to-main-session',
  /** Says which room the client goes to, or that it goes back. */
  roomOnTheWay: '.loading-layer__bo-room-desc--no-bold',
  /** In the dialog that asks whether to ask the host for captions. */
  captionRequest: '.request-captions button',
  title: '.zm-modal-body-title',
  /** What tells something in its own words, with whatever answers there are. */
  notice: '.zm-modal, .zm-modal2',
  terms: ownTerms,
  companion,

  shell: {
    rejectCookies: '#onetrust-reject-all-handler, #onetrust-close-btn-container button',
    acceptCookies,
    terms: agreeToTerms,
  },

  form: {
    name: nameBox,
    /** Where it can be typed; there may be none, or one that an account has filled in for good. */
    ownName: '#input-for-name:enabled, #inputname:enabled',
    passcode: passcodeBox,
    /** Where a meeting asks everybody for it. */
    email: emailBox,
    microphone: '#preview-audio-control-button',
    camera: '#preview-video-control-button',
    join: joinButton,
    pressable: 'button.preview-join-button:not([disabled], .disabled, .zm-btn--disabled), #joinBtn:not([disabled])',
    error: '.preview-reCaptcha-error, .preview-meeting-info__field-error, .preview-meeting-info__field-input--error',
  },

  footer,
  stage,
  /** The button of breakout rooms has the label of the menu. */
  footerButton: `:is(${footer}) :is(button, [role="button"], [aria-label^="More meeting control"]):not(.select-room-button--fix)`,
  /** Of 7.2.0 too: opens a menu that lies apart from it. */
  viewButton: 'button.full-screen-widget__button',
  count,
  joinAudio: 'button[class*="join-audio-by-voip"], [class*="join-audio-by-voip"] button',
  waitingRoom: '.wr-content, .wr-title, .wr-leave-btn, .meeting-on-hold',
  leaveWaiting: '.wr-leave-btn button, button.wr-leave-btn, .waiting-room-container .leave-btn',
  leave: 'button[aria-label="Leave" i], button[aria-label="Leave Room" i], .footer__leave-btn',
  /** In place of that for whoever is the host; it opens the same options. */
  end: `:is(${footer}) button[aria-label="End" i]`,
  /** Leaves with somebody else as the host; disabled until one is chosen, as a co-host is by the client. */
  assignHost: '.assign-new-host-box__btn',
  leaveOption: '.leave-meeting-options button, button.leave-meeting-options__btn',
  /** Shown while the client itself records. */
  recording: '.recording-indication__recording-container',
  /** Menus, and lists of languages in them. What is a tile in the menu of 7.2.0 was an element around such items before. */
  menuItem:
    '.dropdown-item, button.more-button__item-box, [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"], [role="option"]',

  /** A menu beside a button of the bar. That of "More" is another one. */
  popover: '.tip-wrapper .dropdown-item',

  people: {
    /** The first is that of 7.2.0. */
    list: peopleList,
    /** Those who wait to be let in, or were invited and have not come, stand in rows of the same class, as a count does. */
    row: '.participants-li:not([id^="waitingRoom-li-"], .not-joined-item, .participants-callin)',
    name: '.participants-item__display-name',
    label: '.participants-item__name-label',
    /** Beside the name, as beside a subtitle. */
    face: '.participants-item__avatar',
    /** Of whoever has been heard within the last 3 s, in place of the picture of a microphone that is on. */
    speaking: '.participants-icon__voip-speaking-icon, .participants-icon__phone-speaking-icon',
  },

  /** By what each view is known; while somebody's screen is shown, the client arranges people around it. */
  view: {
    gallery: '.gallery-video-container__main-view',
    /** The others of a client that shows one tile only (vexa#852). */
    speaker:
      '.speaker-active-container__video-frame, .single-main-container__video-frame, .single-suspension-container__video-frame',
    screen: '#sharee-container',
  },

  /** Where each view of the client says who is heard. */
  speaker: {
    heard: [
      '.speaker-bar-container__video-frame--active',
      '.speaker-active-container__video-frame--active',
      '.multi-speaker-active-container__video-frame--active',
      '.multi-speaker-main-container__video-frame--active',
      '.gallery-video-container__video-frame--active',
      '.suspension-video-container__video-frame--active',
    ],
    /** There is only one of these, which shows whoever was heard last, or was put there. */
    large: [
      '.speaker-active-container__video-frame',
      '.single-main-container__video-frame',
      '.single-suspension-container__video-frame',
    ],
    /** On the picture of whoever was put there for all by a host, or by this client for itself. */
    put: '.video-avatar__avatar-footer--spotlight-icon, .video-avatar__avatar-footer--pin-icon',
    tile: '.gallery-video-container__video-frame',
    frame: '[class*="__video-frame"]',
    /** Beside the name there may be what the client thinks of the picture. */
    name: '.video-avatar__avatar-footer span:not([class*="deepfake"], [class*="deepfake"] *), .video-avatar__avatar-name',
  },

  chat: {
    list: chatList,
    /** In the order in which they stand in the list: who writes is told once for messages that follow each other. */
    part: '.chat-item__sender, .chat-item__receiver, .chat-item__to, [role="row"], .new-chat-message__container',
    row: '[role="row"], .new-chat-message__container',
    sender: '.chat-item__sender',
    answerable: '.chat-item__chat-info-header--can-select',
    receiver: '.chat-item__receiver',
    to: '.chat-item__to',
    text: '.new-chat-message__text-box, .new-chat-message__text-content',
    /** Among these, what stands where a message was deleted that has answers, or where answers are to one that is not told. */
    placeholder: '.new-chat-message__text-box--unreachable',
    /** Its number is where its message stands among all, also those that have no row. */
    item: '[id^="chat-item-container-"]',
    scrolled: '#chat-list-content',
    field:
      ':is(.chat-rtf-box__editor-outer, .chat-container__chat-footer, [class*="chat-rtf-box"]) [contenteditable="true"]',
    send: 'button.chat-rtf-box__send, .chat-rtf-box__send-button, [class*="chat"] button[aria-label="send" i]',
    /** In 7.2.0 it has the name that the menu around it had. */
    receiverMenu:
      '.chat-receiver-list__receiver, .chat-receiver-list__label button, #chatReceiverMenu button, button#chatReceiverMenu',
    receiverItem: '.chat-receiver-list__menu-item, .chat-receiver-list__menu [role="menuitemradio"]',
    receiverName: '.chat-receiver-list__label',
    /** Stands beside the name of whoever alone reads what is written, in whatever language. */
    direct: '.chat-receiver-list__privately-chat',
    /** Where there is no choice. */
    onlyReceiver: '.chat-receiver-list__read-only-receiver',
  },

  captions: {
    row: '.lt-full-transcript__item',
    speaker: '.lt-full-transcript__display-name',
    time: '.lt-full-transcript__time',
    text: '.lt-full-transcript__message',
    list: captionList,
    /** Of the list while it stands beside the picture, and what it is in otherwise. */
    headerButton: '.lt-header__operate :is(button, [role="button"])',
    window: '#transcription-window',
    /** In the item of a menu that turns the translation of captions on, and would turn it off. */
    untranslated: '[aria-label="translation is off"]',
    /** Beside a subtitle: a picture, or initials. */
    face: '.zmu-data-selector-item__icon',
    subtitle:
      '#live-transcription-subtitle :is(.live-transcription-subtitle__item, .live-transcription-subtitle__yellowitem), #live-transcription-subtitle.live-transcription-subtitle__item, .lt-subtitle-wrap span[dir]',
  },
} as const;

/** What buttons and items of menus are called, whole or, where it ends in `*`, from its beginning. */
export const labels = {
  launch,
  /** Not pressed by these hands: terms are the operator's to accept. */
  terms: ['I Agree', 'Agree'],
  /** Dialogs that ask for nothing but to be closed. */
  close: ['Got it', 'Stay muted', 'Stay as Attendee', 'Later'],
  withoutDevices,
  /** The same where a dialog says that the meeting is recorded, transcribed or livestreamed; others ask, or tell of an end. */
  acknowledge: ['OK'],
  /** The title of a dialog that asks so about a message of the bot's, and what says no. */
  sendAllTheSame: ['Send message?'],
  /** The title of a dialog that asks everybody once somebody has captions translated. */
  speaking: ['A participant has enabled translation. Set your speaking language for this meeting.'],
  cancel: ['Cancel'],
  /** In a corner of a dialog. */
  cross: ['close', 'close modal'],
  openPeople: ['open the participants list*', 'open the manage participants list*'],
  openChat: ['open the chat pane*'],
  /** Among those who can be written to; the third where messages stay after the meeting. */
  everyone: ['Everyone', 'Everyone in Meeting', 'Meeting Group Chat'],
  more: ['More meeting control*', 'More'],
  microphoneOn: ['unmute my microphone', 'Unmute'],
  microphoneOff: ['mute my microphone', 'Mute'],
  cameraOn: ['start my video', 'Start Video'],
  cameraOff: ['stop my video', 'Stop Video'],
  /** The second in 7.2.0. */
  share: ['Share Screen', 'Share'],
  stopShare: ['Stop Share'],
  joinAudio: ['Join Audio', 'Join Audio by Computer', 'Join Computer Audio'],
  /** In place of the first where sound has come. */
  leaveAudio: ['Leave Computer Audio'],
  /** In the bar, of whoever hears and may not speak, or has no microphone. */
  heard: ['audio', 'audio setting', 'audio settings'],
  /** In the bar; it opens what `leave` is chosen from. */
  wayOut: ['Leave', 'Leave Room'],
  leave: ['Leave Meeting', 'Leave Webinar'],
  /** Whoever may not record yet has to ask the host. */
  recordHere: ['Start Local Record', 'Record to this computer', 'Request to record*'],
  /** Leads to that, or to no more than the next. */
  record: ['Record'],
  /** Not pressed by these hands: the host's own recording is no bot's to ask for. */
  recordInCloud: ['Request the host to record to the cloud*', 'Request host to record to the cloud*'],
  sendRequest: ['Send Request'],
  joinBreakout: [joinBreakout],
  /** In the dialog that invites; the second where joining ends what the bot shares. */
  joinInvited: ['Join', 'Stop & Join', joinBreakout],
  joinMain: ['Join'],
  leaveBreakout: leaveRoom,
  captions: ['Captions'],
  /** Beside the button of captions, where this has found room in the bar. */
  captionOptions: ['More options for captions*'],
  showCaptions: ['Show Captions', 'Your caption settings grouping Show Captions'],
  hideCaptions: ['Hide Captions', 'Your caption settings grouping Hide Captions'],
  /** In place of the former where the host has to allow them first; and what sends that, in a dialog of its own. */
  requestCaptions: ['Request Captions'],
  send: ['Send'],
  transcript: ['View full transcript', '*View full transcript'],
  popOut: ['Pop Out'],
  translation: ['Translation'],
  captionLanguage: ['My Caption Language', '*My Caption Language'],
  save: ['Save'],
  view: ['View'],
  speakerView: ['Speaker View'],
  galleryView: ['Gallery View'],
  hidePictures: ['Stop Incoming Video'],
  showPictures: ['Start Incoming Video'],
} as const;
export type LabelName = keyof typeof labels;

/** What is offered while a device is on, and turns it off, and while it is off. */
export const deviceLabels: Record<StageDevice, { readonly on: LabelName; readonly off: LabelName }> = {
  camera: { on: 'cameraOff', off: 'cameraOn' },
  microphone: { on: 'microphoneOff', off: 'microphoneOn' },
  screen: { on: 'stopShare', off: 'share' },
};

/** Words that the client shows for some seconds, and that would be missed if they were not kept. */
export const notices = {
  granted: ['Request to record granted by host'],
  denied: ['Request to record denied by Host'],
  requested: ['Request has been sent'],
  /** What somebody is told who may not record, and may not ask. */
  refused: ['Please ask the host to give you permission to record'],
} as const;
