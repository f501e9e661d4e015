/** Everything that the adapter relies on in Google Meet's pages, beside the signs by which they are recognised. */
import {
  behind,
  calls,
  captionsMark,
  hangUp,
  joinHereToo,
  nameBox,
  otherWays,
  ownMark,
  ownTile,
  switchHere,
  withoutDevices,
} from './signs/parts.ts';

/** Buttons are known by their label or their whole text; some say more behind it, such as a shortcut. */
export const labels = {
  call: [...calls, joinHereToo],
  /** What is offered first to an account that is in already, and never pressed. */
  switchHere: [switchHere],
  otherWays: [otherWays],
  /** What closes notices and questions about devices. */
  close: [
    ...withoutDevices,
    'Got it',
    'Dismiss',
    // Whoever is alone is asked after five minutes, and put out after seven.
    'Stay in the call',
    // Whoever waits in front of a meeting is asked after about five minutes, and cannot press anything else meanwhile.
    'Keep waiting',
  ],
  /** What declines in dialogs that nobody knows, where one lies over what is to be pressed, and what takes note of them. */
  decline: ['Not now', 'No thanks', 'No, thanks'],
  note: ['OK'],
  /** The notice that a meeting is being recorded offers this in a dialog of its own. */
  goOn: ['Join now', 'Got it'],
  leave: ['Leave call'],
  /** Hosts are asked whether they end the call for everyone. */
  justLeave: ['Just leave the call', 'Just leave'],
  captionsOn: ['Turn on captions'],
  captionsOff: ['Turn off captions'],
  chat: ['Chat with everyone'],
  /** Beside a message that was not delivered (attendee#996, 2026-09). */
  resend: ['Resend', 'Retry'],
  moreOptions: ['More options'],
  settings: ['Settings'],
  captions: ['Captions'],
  meetingLanguage: ['Meeting language'],
  closeDialog: ['Close dialog', 'Close'],
  share: ['Share screen', 'Present now'],
  stopSharing: ['Stop presenting', 'Stop sharing'],
} as const satisfies Record<string, readonly string[]>;

const switchOf = (device: string, name: string) => ({
  on: { labels: [`Turn on ${device}`], mark: `[jsname="${name}"][data-is-muted="true"]` },
  off: { labels: [`Turn off ${device}`], mark: `[jsname="${name}"][data-is-muted="false"]` },
});

/** Whatever it is called: eight public projects press it by its name, and three read from it whether they are on (2026). */
export const switches = { camera: switchOf('camera', 'psRWwc'), microphone: switchOf('microphone', 'hw0c9') } as const;

/** A notice that says one of these asks for nothing, but where it goes on to speak of what does. */
export const recordedWords = [
  'this meeting is being recorded',
  'this video call is being recorded',
  'this video call is being transcribed',
] as const;

/** To close or to decline a question into a breakout room would answer it. */
const breakoutRoom = 'break.?out';
const agreeing = ['consent', 'agree', 'accept'];

/**
 * What a dialog that nobody knows speaks of where to close or to note it may agree to something, whatever its sentence is. Parts of
 * words: those of two paragraphs stand together.
 */
export const leftAlone = [...agreeing, 'terms', 'privacy', 'record', 'stream', 'transcri', breakoutRoom];

/** What is kept of a call, and that it is of this one: what is only offered is for any call. */
const kept = ['record', 'transcri', 'notes'];
const ofThisCall = [
  ...['recorded', 'recording', 'transcribed', 'transcribing', 'transcription', 'taking notes', 'notes .{0,20}taken'],
  'this (?:video )?(?:call|meeting)',
];

/** What such a dialog says where to decline it may refuse consent, by which the bot may be put out. */
export const neverDeclined = [
  breakoutRoom,
  'being (?:[a-z]+ )?(?:record|transcrib|stream)',
  `^${[agreeing, kept, ofThisCall].map((words) => `(?=.*(?:${words.join('|')}))`).join('')}`,
];

const message = '[data-message-id]';
/** The button of the chat says that it is open, in newer pages and in older ones. */
const chatIsOpen =
  ':is([data-panel-id="2"], [aria-label^="Chat with everyone"]):is([aria-expanded="true"], [aria-pressed="true"])';

export const selectors = {
  pressable:
    'button, [role="button"], [role="menuitem"], [role="tab"], [role="combobox"], [role="option"], [role="link"], a, input[type="submit"]',
  dialog: '[role="dialog"], [role="alertdialog"], [aria-modal="true"], dialog',
  /** Leads to something to read, and answers nothing. */
  help: 'a[href^="https://support.google.com/"]',
  /** Which the bot opens itself: the settings. */
  ownDialogs: '[aria-label="Settings"], :has([role="tab"], [aria-label="Meeting language"])',
  behind,
  name: nameBox,
  controls: '[role="region"][aria-label="Call controls"]',
  leave: `[aria-label^="Leave call"], ${hangUp.selector}`,
  /** In pages of whatever language, as they were captured: other panels have other numbers. */
  chatButton: '[data-panel-id="2"]',
  /**
   * Captioned by the page, or in a panel that has what sends messages; where the chat goes on after the meeting it is an editor
   * (public extensions of several languages, 2025 and 2026). Other panels have fields too.
   */
  chatField: [
    'textarea[aria-label^="Send a message"]',
    '[contenteditable="true"][aria-label^="Send a message"]',
    'aside:has([jsname="SoqoBf"]) textarea[jsname="YPqjbf"]',
    'aside [g_editable="true"][contenteditable="true"][role="textbox"]',
    // So are those of other panels, such as one for questions to Gemini.
    `:root:has(${chatIsOpen}) aside [contenteditable="true"][role="textbox"][aria-multiline="true"]`,
  ].join(', '),
  /** A chat that goes on after the meeting may be a page of its own in the panel (five public readers, 2026). */
  chatFrame: 'iframe[src^="https://chat.google.com/"]',
  framedChatField: '[contenteditable="true"][role="textbox"]',
  /** Of the chat or not: people, polls and what hosts decide are shown in the same place. */
  sidePanel: 'aside, [aria-label="Side panel"], [aria-label="In-call messages"]',
  /** That of the chat; where the host has closed it, there is no field in it. */
  chatPanel: `[aria-label="In-call messages"], aside:has(${message})`,
  message,
  peoplePanel: 'aside:has([data-participant-id])',
  chatIsOpen,
  language: '[aria-label="Meeting language"] [data-value]',
  tile: '[data-participant-id]',
  ownTile,
  selfName: ownMark,
  /** Icons are words too, which are not to be translated either. */
  tileName: '.notranslate:not(i, [aria-hidden="true"], [aria-hidden="true"] *)',
  /** Read by several public bots; who looked for it in July 2026 did not find it. */
  level: '[data-audio-level]',
  /** What moves in a tile while somebody is heard, as three public readers captured it (2026-06 to 2026-08). */
  meter: '[jsname="QgSmzd"]',
  silent: '.gjg47c',
  captions: '[role="region"][aria-label="Captions"]',
  /** Where that is called in another language. */
  captionsElse: captionsMark,
} as const;
