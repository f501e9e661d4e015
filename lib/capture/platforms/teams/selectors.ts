/**
 * What the adapter presses and reads in Teams' page. `signs.ts` says by what its states are known, `judging/sources.ts` who the
 * short names in comments are.
 */
import {
  account,
  button,
  hipCaptcha,
  joinButton,
  joinOnWeb,
  launcherLabels,
  nameBox,
  stage,
  tid,
  withoutDevices,
  withoutDevicesLabels,
} from './signs/parts.ts';

/** The other only where the first is not there. */
const orElse = (first: string, other: string): string => `${first}, body:not(:has(${first})) ${other}`;

/** The others where it has no id (public bots, 2026). */
const captionsButton = ['#closed-captions-button', ...['closed-captions-button', 'call-captions-button'].map(tid)].join(
  ', ',
);
const chatButton = { id: '#chat-button', mark: tid('chat-button') } as const;
const editor = tid('ckeditor');
/** Where nobody may write (MB). */
const disabled = tid('compose-disabled-placeholder-text');

export const selectors = {
  /** Of the page that offers the maker's app first. */
  launcher: {
    /** In whatever language (a page as it was captured on 2026-07-06, and six public bots). Beside it, `joinInApp` is of no use. */
    web: `${joinOnWeb}:not([disabled])`,
    buttons: button,
    labels: launcherLabels,
  },
  form: {
    name: nameBox,
    /** In place of the name, where somebody is signed in (a form as it was captured on 2026-07-06; MB#335). */
    account,
    /** In the lobby too, where it takes the request back (att). */
    cancel: tid('prejoin-cancel-button'),
    pressable: `${joinButton}:not([disabled]):not([aria-disabled="true"])`,
    camera: tid('toggle-video'),
    microphone: tid('toggle-mute'),
    audio: 'input[type="radio"], [role="radio"]',
    audioLabel: 'Computer audio',
    /** What may follow the press while the button stays: the lobby's screen may keep it. */
    screens: ['calling-lobby-screen', 'calling-connecting-screen'].map(tid).join(', '),
    /** The same. */
    wall: hipCaptcha,
    /** Likewise, where an account is asked for in the page itself (a bot whose maker looked at real pages, 2026-09-12). */
    signIn: '[role="dialog"] :is(input[type="email"], input[type="tel"], input[type="text"], input[name="loginfmt"])',
  },
  /** vexa#226, vexa#467 */
  dialogs: {
    buttons: 'button, [role="button"]',
    labels: withoutDevicesLabels,
    /** In whatever language. */
    goOn: withoutDevices,
  },
  /** Where people are seen. */
  stage,
  /** Labels: att. */
  bar: {
    /** The first may be around the button (eight extensions that save captions). */
    leave: [
      ...['#hangup-button:not(:has(button))', '#hangup-button button'],
      // The last two in the clients of guests (an extension that saves captions, and another client, 2026).
      ...['hangup-main-btn', 'hangup-button', 'anon-hangup-button'].map(tid),
    ].join(', '),
    /** The second in some clients, where the first is not there (public bots, 2026). */
    chat: orElse(chatButton.id, chatButton.mark),
    /** The second by extensions that save captions, where the first is not there: other menus may be called so too. */
    more: orElse('#callingButtons-showMoreBtn', `button${tid('more-button')}`),
    language: '#LanguageSpeechMenuControl-id',
    captions: captionsButton,
    /** Seen in 2026 by two extensions that save captions. */
    captionsOn: `:is(${captionsButton}):is([data-tid$="-on"], [aria-checked="true"], [aria-pressed="true"])`,
    /** The same and its label tell that they are off (two bots that looked at real pages in 2026). */
    captionsOff: `:is(${captionsButton}):is([data-tid$="-off"], [aria-checked="false"], [aria-pressed="false"])`,
    /** In the bar or in its menu; the second in the light client (att, and a bot that looked at both in 2026). */
    view: '#view-mode-button, #custom-view-button',
    viewOptions: '#ViewModeMoreOptionsMenuControl-id',
    incomingVideo:
      '#toggle-incoming-video-button, #incoming-video-button, [aria-label="Turn off incoming video"], [aria-label="Turn off all videos"]',
    camera: '#video-button',
    /** The second in the light client (two extensions and two bots that looked at real pages in 2026). */
    microphone: '#microphone-button, #mic-button',
    share: '#share-button, #screenshare-button',
    stopShare: '[aria-label="Stop sharing"]',
  },
  /**
   * There while captions are on; all but the first by two extensions that save them. `closed-caption-v2-window` alone may be left
   * behind, with nothing in it (a third one, 2026-08-29).
   */
  captionsShown: [
    'closed-caption-renderer-wrapper',
    'closed-caption-v2-window-wrapper',
    'closed-caption-v2-virtual-list-content',
    'closed-captions-renderer',
  ]
    .map(tid)
    .join(', '),
  chat: {
    list: '#chat-pane-list, [data-tid="chat-pane-list"], [data-tid="message-pane-list-runway"]',
    row: tid('chat-pane-message'),
    /** Around a row, with who wrote it and when; this and what follows by two projects that looked at real pages in 2026. */
    item: tid('chat-pane-item'),
    author: tid('message-author-name'),
    /** Of who wrote it, beside a row; in a body, of whom it mentions (three projects that looked at real pages in 2026). */
    person: '[data-person-mri]',
    /** Of the bot's own rows. */
    own: '[class*="ChatMyMessage"]',
    time: 'time[datetime]',
    body: '[data-tid="messageBodyContent"], .messageBodyContent, [data-message-content], [id^="content-"]',
    /** In a body, and not its writer's words. */
    aside:
      '[data-tid="quoted-reply-card"], blockquote[itemtype$="schema.skype.com/Reply"], [data-tid="file-attachment-grid"], [data-tid*="reaction"], [data-tid^="message-actions"]',
    emoji: 'img[itemtype$="schema.skype.com/Emoji"], [data-tid="emoticon-renderer"] img',
    deleted: tid('message-tombstone'),
    editor,
    disabled,
    /** A panel that still loads its messages, or is closed to the bot, and the button of one that is open. */
    opening: `${editor}, ${disabled}, :is(${chatButton.id}, ${chatButton.mark}):is([aria-pressed="true"], [aria-expanded="true"])`,
    /** The second in some clients (MB, and another project). */
    send: ['newMessageCommands-send', 'sendMessageCommands-send'].map(tid).join(', '),
  },
  /** The client of light meetings, in a frame of the page (corpus t28-in-a-frame). */
  client: 'iframe#experience-container, iframe.embedded-page-content',
} as const;
