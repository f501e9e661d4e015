/** What Jitsi Meet's pages look like: those of the corpus, and the meeting, after react/features (labels: lang/main.json). */
import { readFileSync } from 'node:fs';
import type { Guest } from '../guest.ts';
import type { Member } from '../meeting.ts';
import { escaped, hidingOf, pageOf } from '../pages.ts';
import type { Screen, Wire } from '../stage/protocol.ts';
import type { Dialog } from '../visit.ts';

const corpus = 'jitsi';
const label = (...labels: readonly string[]): string => labels.map((one) => `[aria-label="${one}"]`).join(', ');

/** Final sentences, and what else has misled readers, where they mean nothing. */
const decoys = `
<div hidden>The meeting has been terminated</div>
<div style="display:none">Your join request was rejected by a moderator.</div>
<div style="display:none" role="dialog">Ouch! Ada kicked you out of the meeting</div>
<div aria-hidden="true" style="display:none">This meeting has ended because it reached its time limit.</div>`;

const withDecoys = ({ visit }: Guest, html: string): string => (visit.quirks.decoys ? html + decoys : html);

/** While somebody has not understood that the meeting is recorded, nobody unmutes (`unmuteBlocked`). */
export const unmuteBlocked = 'unmute blocked';
/** Who may write to single people only has a field once one of them is chosen (`isSendGroupChatDisabled`). */
export const groupChatClosed = 'group chat closed';
/** Who may write to everyone only has no field while a single one is chosen. */
export const privateChatClosed = 'private chat closed';

/** While moderators have to allow it, nobody else unmutes: a press leaves a notice that stays (`showModeratedNotification`). */
export const moderated = 'moderated';
export const moderationNotice = 'moderation in effect';

/** Moderators are asked whether they leave, or end the meeting (HangupMenuButton.tsx). */
export const hangUpMenu = 'hang-up menu';

const devices: readonly Wire[] = [
  // The page turns it on again by itself in another room: a press that comes then mutes nobody who is to be heard.
  { selector: label('Unmute microphone'), on: 'click', does: 'microphone on' },
  { selector: label('Mute microphone'), on: 'click', does: 'microphone off' },
  { selector: label('Start camera', 'Stop camera'), on: 'click', does: 'camera' },
];

const drawnDevices = (html: string, { camera, microphone }: Guest['uses']): string =>
  html
    .replace('aria-label="Mute microphone"', `aria-label="${microphone ? 'Mute' : 'Unmute'} microphone"`)
    .replace('aria-label="Stop camera"', `aria-label="${camera ? 'Stop' : 'Start'} camera"`);

export const form = (guest: Guest): Screen => {
  const { html, title } = pageOf(`${corpus}/j02-prejoin`, guest.name);
  return {
    html: withDecoys(guest, drawnDevices(html, guest.uses)),
    title,
    wires: [
      { selector: '#premeeting-name-input', on: 'input', does: 'typed' },
      { selector: '[data-testid="prejoin.joinMeeting"]', on: 'click', does: 'join' },
      ...devices,
    ],
  };
};

const onPages: readonly Wire[] = [
  { selector: '#modal-dialog-ok-button', on: 'click', does: 'password', field: '#required-password-input' },
  { selector: '#required-password-input', on: 'enter', does: 'password' },
  { selector: '[data-testid="lobby.enterPasswordButton"]', on: 'click', does: 'enterPassword' },
  {
    selector: '[data-testid="lobby.passwordJoinButton"]',
    on: 'click',
    does: 'lobbyPassword',
    field: '[data-testid="lobby.password"]',
  },
  { selector: label('Leave the meeting'), on: 'click', does: 'leave' },
];

/** Of a service that knows people by their accounts elsewhere: it asks for nothing itself. */
export const login: Screen = {
  html: '<main><h1>Welcome</h1><p>Choose an account to go on.</p><button type="button">Sign in with Example</button></main>',
  title: 'Welcome',
  wires: [],
};

/** Of one that asks for an account itself. */
export const accountAsked: Screen = {
  html: '<main><h1>Welcome</h1><form><input name="username" autocomplete="username"><input type="password" name="password"></form></main>',
  title: 'Welcome',
  wires: [],
};

/** For those who are out. */
export const closed: Screen = {
  html: '<div class="redirectPageMessage"><h1>Thank you for using Jitsi Meet!</h1></div>',
  title: 'Jitsi Meet',
  wires: [],
};
/** What the client shows when it was told to leave. */
const left: Screen = { ...closed, path: '/static/close3.html' };

export const page = (name: string, guest: Guest): Screen => {
  if (name === 'left') return left;
  const { html, title } = pageOf(`${corpus}/${name}`, guest.name);
  return { html: withDecoys(guest, html), title, wires: onPages };
};

/** What the other hand that typed the page says of its wire. */
export const wireOf = (name: string): readonly { readonly kind: string; readonly [member: string]: unknown }[] => {
  if (name === 'left') return [];
  const file = new URL(`../../../corpus/${corpus}/${name}/state.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly wire?: [] }).wire ?? [];
};

/** As RecordingConsentDialog.tsx has it: it closes by no other button, and keeps its keys. */
const recording: Dialog = {
  html: `<div><div aria-label="Recording in progress" aria-modal="true" role="dialog" tabindex="-1">
    <h1 id="dialog-title">Recording in progress</h1>
    <div>This meeting is being recorded and analyzed by AI. Your audio and video have been muted. If you choose to unmute, you consent to being recorded.</div>
    <button type="button" aria-label="I understand, please unmute me">I understand, please unmute me</button>
    <button type="button" id="modal-dialog-ok-button" aria-label="I understand, keep me muted for now">I understand, keep me muted for now</button>
  </div></div>`,
  closes: '#modal-dialog-ok-button',
};

/** As ShareVideoConfirmDialog.tsx has it. */
const film: Dialog = {
  html: `<div><div aria-label="Ada has shared a video with you." aria-modal="true" role="dialog" tabindex="-1">
    <p id="dialog-title">Ada has shared a video with you.</p>
    <div role="button" tabindex="0" id="modal-header-close-button" aria-label="Close"></div>
    <div>You're about to open an external website. Do you want to continue?</div>
    <button type="button" aria-label="Cancel">Cancel</button>
    <button type="button" id="modal-dialog-ok-button" aria-label="OK">OK</button>
  </div></div>`,
  closes: '#modal-header-close-button, #modal-dialog-ok-button',
};

/** As VoiceAgentConsentDialog.tsx of an open pull request has it (jitsi-meet#17869): without a cross. */
const voiceAgent: Dialog = {
  html: `<div><div aria-label="Echo joined as an AI agent" aria-modal="true" role="dialog" tabindex="-1">
    <p id="dialog-title">Echo joined as an AI agent</p>
    <div>The agent only hears participants who allow it. If you allow, it will hear you and you will hear its replies. You are muted until you decide.</div>
    <button type="button" aria-label="Not now">Not now</button>
    <button type="button" id="modal-dialog-ok-button" aria-label="Allow">Allow</button>
  </div></div>`,
  closes: 'button[aria-label="Not now"], #modal-dialog-ok-button',
};

export const dialogs = { recording, film, voiceAgent } satisfies Readonly<Record<string, Dialog>>;

const tile = ({
  id,
  name,
  uses,
}: Member): string => `<span id="participant_${id}" class="videocontainer${uses.camera ? ' display-video' : ''}">
  ${uses.camera ? `<video id="remoteVideo_${id}"></video>` : '<div class="avatar-container"></div>'}
  <div class="displayNameContainer"><span class="displayname" id="participant_${id}_name">${escaped(name)}</span></div>
</span>`;

const messagesOf = ({ meeting, member }: Guest): string =>
  meeting.messages
    .filter(({ to, from }) => to === 'everyone' || to === member?.id || from === member?.id)
    .map(
      ({ id, from, text }) => `<div class="chatmessage-wrapper" id="${id}">
        <div class="chatmessage${from === member?.id ? ' localuser' : ''}"><div class="display-name">${escaped(meeting.member(from)?.name ?? '')}</div><div class="usermessage">${escaped(text)}</div></div>
      </div>`,
    )
    .join('');

const mayWrite = ({ meeting, open }: Guest): boolean => {
  const isPrivate = [...open].some((one) => one.startsWith('to '));
  return meeting.chatIsOpen && !open.has(isPrivate ? privateChatClosed : groupChatClosed);
};

const button = (text: string, isDisabled = false): string =>
  `<div role="button" tabindex="0" aria-label="${text}"${isDisabled ? ' aria-disabled="true"' : ''}><i></i></div>`;

const chat = (
  guest: Guest,
  others: readonly Member[],
): string => `<div class="sideToolbarContainer" id="sideToolbarContainer">
  <div class="chat-header"><h1>Chat</h1>${button('Close chat')}</div>
  <div id="chatconversation" role="log">${messagesOf(guest)}</div>
  <select id="select-chat-recipient"><option value="groupchat">Everyone</option>${others
    .map(
      ({ id, name }) =>
        `<option value="${id}"${guest.open.has(`to ${id}`) ? ' selected' : ''}>${escaped(name)}</option>`,
    )
    .join('')}</select>
  ${
    mayWrite(guest)
      ? '<div id="chat-input"><textarea id="chat-input-messagebox" placeholder="Type a message" rows="1"></textarea><button type="button" aria-label="Send">send</button></div>'
      : ''
  }
</div>`;

const toolbar = '#new-toolbox';
const screen: Wire = {
  selector: label('Start sharing your screen', 'Stop sharing your screen'),
  on: 'click',
  does: 'screen',
};

/** `isModerator`: the guest is one. */
export const inside = (guest: Guest, others: readonly Member[], isModerator: boolean): Screen => {
  const { meeting, open, uses } = guest;
  const isBlocked = open.has(unmuteBlocked);
  const html = `<div id="react"><div id="videoconference_page">
  <div id="videospace">
    <div id="largeVideoContainer" class="videocontainer"><video id="largeVideo" muted></video></div>
    <div class="filmstrip" id="filmstrip">
      <span id="localVideoContainer" class="videocontainer"><span class="displayname" id="localDisplayName">${escaped(guest.name)} (me)</span></span>
      ${others.map(tile).join('')}
    </div>
  </div>
  ${open.has('chat') ? chat(guest, others) : ''}
  <div class="new-toolbox visible" id="new-toolbox"><div class="toolbox-content" role="toolbar">
    ${button(`${uses.microphone ? 'Mute' : 'Unmute'} microphone`, isBlocked)}
    ${button(`${uses.camera ? 'Stop' : 'Start'} camera`, isBlocked)}
    ${button(`${uses.screen ? 'Stop' : 'Start'} sharing your screen`, isBlocked && !uses.screen)}
    ${button(open.has('chat') ? 'Close chat' : 'Open chat')}
    ${button('Raise your hand')}
    ${button(`Open participants panel. ${meeting.members.length} participants`)}
    ${button('More actions')}
    ${open.has(hangUpMenu) ? `<div role="menu">${button('End meeting for all')}${button('Leave meeting')}</div>` : ''}
    ${button('Leave the meeting')}
  </div></div>
</div></div>`;
  return {
    html: withDecoys(guest, html),
    title: 'Weekly Planning | Jitsi Meet',
    hiding: hidingOf(toolbar, guest.visit.quirks),
    wires: [
      ...(isBlocked ? [] : [...devices, screen]).map((wire) =>
        open.has(moderated) ? { ...wire, does: moderationNotice } : wire,
      ),
      { selector: label('Open chat', 'Close chat'), on: 'click', does: 'chat' },
      { selector: label('Leave the meeting'), on: 'click', does: isModerator ? hangUpMenu : 'leave' },
      { selector: label('Leave meeting'), on: 'click', does: 'leave' },
      { selector: label('End meeting for all'), on: 'click', does: 'end' },
      { selector: '#select-chat-recipient', on: 'input', does: 'recipient' },
      { selector: '#chat-input-messagebox', on: 'enter', does: 'write', clears: true },
      {
        selector: '#chat-input button[aria-label="Send"]',
        on: 'click',
        does: 'write',
        field: '#chat-input-messagebox',
        clears: true,
      },
    ],
  };
};
