/** What Teams' pages look like: those of the corpus, and the meeting, after the same sources. */
import type { Guest } from '../guest.ts';
import type { Caption, Member, Message } from '../meeting.ts';
import { elementOf, escaped, hidingOf, pageOf } from '../pages.ts';
import type { Screen, Wire } from '../stage/protocol.ts';
import type { Dialog } from '../visit.ts';
import type { CaptionsPlace, TeamsMeeting } from './teams-meeting.ts';

const corpus = 'teams';
const title = 'Microsoft Teams meeting | Microsoft Teams';
const toolbarSelector = '[data-tid="calling-toolbar"]';
const tid = (name: string): string => `[data-tid="${name}"]`;

/** Final sentences where they mean nothing. */
const decoys = `
<div role="alert" class="fui-Toast">Reconnecting</div>
<div hidden>Sorry, but you were denied access to the meeting.</div>
<div style="display:none">You've been removed from this meeting</div>
<div style="display:none">The meeting has ended</div>
<div aria-hidden="true" style="display:none">Your request to join was declined</div>
<iframe title="recaptcha" width="256" height="60" style="display:none"></iframe>`;

const withDecoys = ({ visit }: Guest, html: string): string => (visit.quirks.decoys ? html + decoys : html);

const dialogButton = '.fui-DialogActions button:first-child';

export const dialogs: Readonly<Record<string, Dialog>> = {
  gate: { html: elementOf(`${corpus}/t04-permission-gate`, 'role="alertdialog"'), closes: dialogButton },
  no_devices: { html: elementOf(`${corpus}/t05-no-audio-or-video`, 'role="dialog"'), closes: dialogButton },
  /** Comes after the press of join, which has to be made again. */
  no_devices_after: {
    html: elementOf(`${corpus}/t06-no-audio-or-video-after`, 'role="dialog"'),
    closes: dialogButton,
    pressAgain: true,
  },
};

const formWires: readonly Wire[] = [
  { selector: tid('prejoin-display-name-input'), on: 'input', does: 'typed' },
  { selector: tid('prejoin-join-button'), on: 'click', does: 'join' },
  { selector: tid('toggle-mute'), on: 'click', does: 'microphone' },
  { selector: tid('toggle-video'), on: 'click', does: 'camera' },
];

/** As the form itself says it (vexa#1780: seen on 2026-10-11). */
export const takesName = (name: string): boolean => /^[\p{L}\p{M}\p{N} \-'._@]*$/u.test(name);
const nameRule = "Your name can only include letters, numbers, spaces, and these symbols: - ' . _ @";

/** Its button is disabled while it refuses the name, and else never: without a name, or too early, a press comes to nothing. */
export const form = (guest: Guest): Screen => {
  const { camera, microphone } = guest.uses;
  // A camera that was found once can be turned on again.
  if (camera) guest.open.add('devices');
  const { html } = pageOf(`${corpus}/t03-prejoin`, guest.name);
  const drawn = html
    .replace(
      'id="switch-rq" disabled',
      `id="switch-rq"${guest.open.has('devices') ? '' : ' disabled'}${camera ? ' checked' : ''}`,
    )
    .replace('id="switch-rn"', `id="switch-rn"${microphone ? ' checked' : ''}`)
    .replace('Your camera is turned off', camera ? 'Your camera is on' : 'Your camera is turned off')
    .replace(
      'aria-label="Join now">',
      takesName(guest.name) ? 'aria-label="Join now">' : `aria-label="Join now" disabled>${nameRule}`,
    );
  const wires = guest.canPress ? formWires : formWires.filter(({ does }) => does !== 'join');
  return { html: withDecoys(guest, drawn), title, wires };
};

const pageWires: readonly Wire[] = [
  { selector: `#hangup-button-lobby, #hangup-button, ${tid('prejoin-cancel-button')}`, on: 'click', does: 'leave' },
  { selector: tid('joinOnWeb'), on: 'click', does: 'continue' },
  { selector: tid('calling-retry-rejoinbutton'), on: 'click', does: 'rejoin' },
];

export const page = (name: string, guest: Guest): Screen => {
  const kept = pageOf(`${corpus}/${name}`, guest.name);
  return { html: withDecoys(guest, kept.html), title: kept.title || title, wires: pageWires };
};

const ownHosts = ['teams.microsoft.com', 'teams.live.com'];

export const elsewhere = (name: string): string | undefined => {
  const { address } = pageOf(`${corpus}/${name}`, '');
  return ownHosts.includes(address.hostname) ? undefined : address.href;
};

const tile = ({ name, uses, isGuest }: Member, isHeard: boolean): string =>
  `<div data-tid="${escaped(name)}" data-stream-type="Video" role="group" aria-label="${escaped(name)}, video is ${uses.camera ? 'on' : 'off'}">
      <div data-tid="voice-level-stream-outline" class="${isHeard ? 'vdi-frame-occlusion' : ''}"></div>
      ${uses.camera ? '<video autoplay muted></video>' : ''}
      <div data-tid="participant-info-nametag" aria-label="${escaped(name)}${isGuest ? ', Unverified' : ''}">${escaped(name)}</div>
    </div>`;

const rosterPane = ({ meeting }: Guest): string => `<aside id="roster-pane" aria-label="Participants">
    <div role="tree" aria-label="Participants">
      <div role="treeitem" aria-expanded="true">In this meeting (${meeting.members.length})
        ${meeting.members
          .map(
            ({
              name,
              isHost,
              uses,
            }) => `<div role="treeitem" data-tid="participantsInCall-${escaped(name)}" aria-label="${escaped(name)}${isHost ? ', Organizer' : ''}, ${uses.microphone ? 'Unmuted' : 'Muted'}">
          <span title="${escaped(name)}">${escaped(name)}</span>${isHost ? '<span data-tid="ts-roster-organizer-status">Organizer</span>' : ''}
        </div>`,
          )
          .join('')}
      </div>
    </div>
  </aside>`;

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(line) || '&nbsp;'}</p>`)
    .join('');

/** A row names who wrote it on the first of a series only, and the page's own never. */
const chatRow = (
  message: Message,
  before: Message | undefined,
  own_id: string | undefined,
  meeting: TeamsMeeting,
): string => {
  const { from, text, at_ms, isEdited } = message;
  const number = meeting.numberOf(message);
  const isOwn = from === own_id;
  const isFirst = !isOwn && before?.from !== from;
  return `<div data-tid="chat-pane-item" role="group"><div class="${isOwn ? 'fui-ChatMyMessage' : 'fui-ChatMessage'}">
        ${isFirst ? `<div data-tid="message-avatar"><span data-person-mri="${escaped(from)}"></span></div><span data-tid="message-author-name">${escaped(meeting.nameOf(from))}</span>` : ''} <time datetime="${new Date(at_ms).toISOString()}">10:01</time>${isEdited ? ' <span>Edited</span>' : ''}
        <div data-tid="chat-pane-message" data-mid="${number}"><div data-message-content id="content-${number}" class="messageBodyContent">${paragraphs(text)}</div></div>
        ${isOwn ? `<span class="fui-ChatMyMessage__statusIcon" aria-label="Sent"></span>` : ''}
      </div></div>`;
};

const shownIn = ({ chatBy, messages }: TeamsMeeting, own_id: string | undefined): readonly Message[] =>
  chatBy === 'socket' ? messages.filter(({ from }) => from === own_id) : messages;

const chatPane = ({ member }: Guest, meeting: TeamsMeeting): string => `<aside id="chat-pane" aria-label="Meeting chat">
    <h2>Meeting chat</h2>
    <div id="chat-pane-list" data-tid="chat-pane-list"><div data-tid="message-pane-list-runway">
      ${shownIn(meeting, member?.id)
        .map((message, at, shown) => chatRow(message, shown[at - 1], member?.id, meeting))
        .join('')}
    </div></div>
    ${
      meeting.chatIsOpen
        ? `<div class="compose">
      <div data-tid="ckeditor" contenteditable="true" role="textbox" aria-label="Type a message"></div>
      <button type="button" data-tid="newMessageCommands-send" aria-label="Send">Send</button>
    </div>`
        : '<div data-tid="chat-disabled">You can’t send messages because chat was turned off.</div>'
    }
  </aside>`;

const captionsPane = (captions: readonly Caption[], meeting: TeamsMeeting): string =>
  `<div data-tid="closed-caption-renderer-wrapper" aria-label="Live captions">${captions
    .map(
      ({ from, text }) =>
        `<div class="fui-ChatMessageCompact"><span data-tid="author">${escaped(meeting.nameOf(from))}</span><span data-tid="closed-caption-text">${escaped(text)}</span></div>`,
    )
    .join('')}</div>`;

const captionsToggle = (place: CaptionsPlace, isOn: boolean): string => {
  const known = `id="closed-captions-button" data-tid="closed-captions-button-${isOn ? 'on' : 'off'}"`;
  if (place === 'toolbar') return `<button type="button" ${known} aria-pressed="${isOn}">Captions</button>`;
  const says = place === 'menu' ? 'Captions' : `${isOn ? 'Hide' : 'Show'} live captions`;
  return `<div role="menuitemcheckbox" tabindex="0" ${known} aria-checked="${isOn}">${says}</div>`;
};

const languageItem = (open: ReadonlySet<string>): string =>
  `<div role="menuitem" tabindex="0" id="LanguageSpeechMenuControl-id" aria-haspopup="menu" aria-expanded="${open.has('language')}">Language and speech</div>`;

const menu = (open: ReadonlySet<string>, captionsPlace: CaptionsPlace): string => `<div role="menu" aria-label="More">
    <div role="menuitem" tabindex="0" id="recording-button" aria-disabled="true">Record and transcribe</div>
    ${captionsPlace === 'language' ? languageItem(open) : ''}
    ${captionsPlace === 'menu' ? captionsToggle('menu', open.has('captions')) : ''}
    <div role="menuitem" tabindex="0" id="ViewModeMoreOptionsMenuControl-id" aria-haspopup="menu">View</div>
    ${
      open.has('language')
        ? `<div role="menu" aria-label="Language and speech">${captionsToggle('language', open.has('captions'))}</div>`
        : ''
    }
  </div>`;

const insideWires: readonly Wire[] = [
  { selector: '#chat-button', on: 'click', does: 'chat' },
  { selector: '#roster-button', on: 'click', does: 'people' },
  { selector: '#callingButtons-showMoreBtn', on: 'click', does: 'menu' },
  { selector: '#LanguageSpeechMenuControl-id', on: 'click', does: 'language' },
  { selector: '#closed-captions-button', on: 'click', does: 'captions' },
  { selector: '#video-button', on: 'click', does: 'camera' },
  { selector: '#microphone-button', on: 'click', does: 'microphone' },
  { selector: '#share-button', on: 'click', does: 'screen' },
  { selector: '#hangup-button', on: 'click', does: 'leave' },
  { selector: tid('ckeditor'), on: 'enter', does: 'send', clears: true },
  { selector: tid('newMessageCommands-send'), on: 'click', does: 'send', field: tid('ckeditor'), clears: true },
];

/** What a page shows of what it is told. */
export interface Shown {
  captions: readonly Caption[];
  /** Whoever is heard. */
  heard: string | undefined;
}

export const inside = (guest: Guest, meeting: TeamsMeeting, { captions, heard }: Readonly<Shown>): Screen => {
  const { member, open, uses } = guest;
  const { captionsPlace } = meeting;
  const others = meeting.members.filter(({ id }) => id !== member?.id);
  // At the end of a meeting the count goes first.
  const badge = open.has('no_badge') ? '' : ` <span data-tid="toolbar-item-badge">${meeting.members.length}</span>`;
  const toolbar = `<div data-tid="calling-toolbar" role="toolbar" aria-label="Meeting controls">
    <button type="button" id="chat-button" aria-label="Chat" aria-pressed="${open.has('chat')}">Chat</button>
    <button type="button" id="roster-button" data-tid="roster-button" aria-label="People" aria-pressed="${open.has('people')}">People${badge}</button>
    <button type="button" id="raisehands-button" aria-label="Raise your hand">Raise</button>
    <button type="button" id="view-mode-button" aria-label="View">View</button>
    ${captionsPlace === 'toolbar' ? captionsToggle('toolbar', open.has('captions')) : ''}
    <button type="button" id="callingButtons-showMoreBtn" aria-label="More" aria-expanded="${open.has('menu')}">More</button>
    <button type="button" id="video-button" aria-label="Turn camera ${uses.camera ? 'off' : 'on'}">Camera</button>
    <button type="button" id="microphone-button" aria-label="${uses.microphone ? 'Mute' : 'Unmute'}">Mic</button>
    <button type="button" id="share-button" aria-label="${uses.screen ? 'Stop sharing' : 'Share'}">Share</button>
    <button type="button" id="hangup-button" data-tid="hangup-main-btn" aria-label="Leave">Leave</button>
  </div>`;
  const html = `<div id="app" data-tid="calling-screen">
  <header><h1 data-tid="meeting-title">Quarterly figures</h1> <span data-tid="call-duration">12:40</span></header>
  ${open.has('no_badge') ? '' : toolbar}
  <main data-tid="modern-stage-wrapper"><div data-tid="MixedStage-wrapper">
    ${others.map((one) => tile(one, one.id === heard)).join('')}
    ${member ? `<div data-tid="self-video" aria-label="${escaped(member.name)}, your video is ${uses.camera ? 'on' : 'off'}"><span>${escaped(member.name)}</span></div>` : ''}
  </div></main>
  ${open.has('captions') && (captionsPlace === 'language' || captions.length > 0) ? captionsPane(captions, meeting) : ''}
  ${open.has('people') ? rosterPane(guest) : ''}
  ${open.has('chat') ? chatPane(guest, meeting) : ''}
  ${open.has('menu') ? menu(open, captionsPlace) : ''}
</div>`;
  return {
    html: withDecoys(guest, html),
    title,
    wires: insideWires,
    hiding: hidingOf(toolbarSelector, guest.visit.quirks),
  };
};
