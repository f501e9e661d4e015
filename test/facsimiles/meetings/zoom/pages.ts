/** What Zoom's web client looks like: the corpus for what is before and after a meeting, the maker's names for what is in it. */
import type { Guest } from '../guest.ts';
import { pictureFor } from '../media/pictures.ts';
import type { Member } from '../meeting.ts';
import { escaped, hidingOf } from '../pages.ts';
import type { Screen, Wire } from '../stage/protocol.ts';
import type { Dialog } from '../visit.ts';
import { cloudMenu, cloudWires } from './cloud-recording.ts';
import { clientPage, elementOf } from './corpus.ts';
import { menuButton, menus, menuWires, outside } from './menus.ts';
import { chatPanel, peoplePanel, subtitle, transcriptPanel, transcriptWindow } from './panels.ts';
import { panelWires } from './places.ts';
import type { Layout, Seat } from './seat.ts';
import { layoutOf, viewButton, viewIn, viewMenu, viewWires } from './views.ts';
import { names, words } from './words.ts';
import type { ZoomMeeting } from './zoom-meeting.ts';

const title = 'Zoom';
const label = (text: string): string => `[aria-label="${text}"]`;

/** Final sentences where they mean nothing. */
const decoys = `
<div hidden>This meeting has been ended by host</div>
<div style="display:none">You have been removed</div>
<div aria-hidden="true" style="display:none">Please wait, the meeting host will let you in soon.</div>
<div style="display:none">Automated bots aren't allowed to join this meeting.</div>`;
const withDecoys = ({ visit }: Guest, html: string): string => (visit.quirks.decoys ? html + decoys : html);

const modal = (heading: string, content: string, buttons: readonly string[]): string => `
<div class="ReactModal__Overlay ReactModal__Overlay--after-open">
  <div class="zm-modal zm-modal-legacy" role="dialog" aria-modal="true" aria-label="${escaped(heading)}">
    <div class="zm-modal-body">
      <div class="zm-modal-body-title">${escaped(heading)}</div>
      <div class="zm-modal-body-content"><div class="content">${escaped(content)}</div></div>
    </div>
    <div class="zm-modal-footer"><div class="zm-modal-footer-default-actions">${buttons
      .map(
        (one) =>
          `<button type="button" class="zm-btn zm-btn-legacy" data-does="${escaped(one)}">${escaped(one)}</button>`,
      )
      .join('')}</div></div>
  </div>
</div>`;

export const dialogs: Readonly<Record<string, Dialog>> = {
  cookies: {
    html: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="region" aria-label="Cookie banner">
      <p id="onetrust-policy-text">We use cookies to personalise content and to analyse our traffic.</p>
      <button type="button" id="onetrust-reject-all-handler">Decline Cookies</button>
      <button type="button" id="onetrust-accept-btn-handler">Accept Cookies</button></div></div>`,
    closes: '#onetrust-reject-all-handler, #onetrust-accept-btn-handler',
  },
  devices: {
    html: elementOf('z04-device-dialog', 'allow-permission-prompt-container'),
    closes: '.ok-btn, .continue-without-mic-camera',
  },
  terms: { html: elementOf('z03-terms', 'disclaimer"'), closes: '#disclaimer_agree' },
  recorded: { html: elementOf('z38-recorded-notice', 'role="dialog"'), closes: '.zm-modal-footer button:last-child' },
};

/** The form: with a field for the passcode where the link holds none, or a wrong one. */
export const form = (guest: Guest, seat: Seat, { passcode }: ZoomMeeting): Screen => {
  const isAsked = passcode !== undefined && guest.visit.url.searchParams.get('pwd') !== passcode;
  const canPress = guest.canPress && (!isAsked || seat.passcode !== '');
  const { camera, microphone } = guest.uses;
  const html = clientPage(isAsked ? 'z06-passcode-box' : 'z05-name-box')
    .replace(
      'preview-join-button disabled" disabled',
      canPress ? 'preview-join-button"' : 'preview-join-button disabled" disabled',
    )
    .replace(
      'aria-label="Mute"><span>Mute',
      microphone ? 'aria-label="Mute"><span>Mute' : 'aria-label="Unmute"><span>Unmute',
    )
    .replace('aria-label="Stop Video"', `aria-label="${camera ? 'Stop Video' : 'Start Video'}"`)
    .replace('>Stop Video<', `>${camera ? 'Stop Video' : 'Start Video'}<`);
  const isRight = !isAsked || seat.passcode === passcode;
  return {
    html: withDecoys(guest, html),
    title,
    wires: [
      { selector: '#input-for-name', on: 'input', does: 'typed' },
      { selector: '#input-for-pwd', on: 'input', does: 'passcode' },
      { selector: '.preview-join-button', on: 'click', does: isRight ? 'join' : 'wrong_passcode' },
      { selector: '#preview-audio-control-button', on: 'click', does: 'microphone' },
      { selector: '#preview-video-control-button', on: 'click', does: 'camera' },
    ],
  };
};

const leavingWaitingRoom: Wire = { selector: '.wr-leave-btn button', on: 'click', does: 'leave' };
const tryingAgain: readonly Wire[] = [
  { selector: '#input-for-pwd', on: 'input', does: 'passcode' },
  { selector: '.preview-join-button', on: 'click', does: 'try_again' },
];

/** Pages of those who wait: for the host, for a webinar, or to be let in. */
const ofWaits = /^z(?:17|18|19|2[0-4])-/;

const waitingBar = (guest: Guest, seat: Seat, meeting: ZoomMeeting): string => {
  const visibility = meeting.waitingBar === 'shown' ? 'visible' : 'hidden';
  // At the bottom, as the client's: a page that grows by it would be scrolled.
  const style = `position:fixed;bottom:0;height:52px;overflow:hidden;visibility:${visibility}`;
  return footer(guest, seat, 0, meeting).replace('<footer ', `<footer style="${style}" `);
};

/** Everything that is neither the form nor the meeting, by its entry in the corpus. */
export const page = (name: string, guest: Guest, seat: Seat, meeting: ZoomMeeting): Screen => {
  const hasBar = meeting.waitingBar !== 'none' && ofWaits.test(name);
  return {
    html: withDecoys(guest, clientPage(name, guest.name) + (hasBar ? waitingBar(guest, seat, meeting) : '')),
    title,
    wires:
      name === 'z07-passcode-wrong'
        ? tryingAgain
        : [leavingWaitingRoom, { selector: '#wc-footer button', on: 'click', does: 'stray' }],
  };
};

const button = (said: string, text: string, more = ''): string =>
  `<button type="button" class="footer-button-base__button" aria-label="${escaped(said)}"${more}><span class="footer-button-base__button-label">${escaped(text)}</span></button>`;

const footer = (guest: Guest, seat: Seat, count: number, { client, cloudRecording }: ZoomMeeting): string => {
  const { open, uses } = guest;
  const audio = seat.hasAudio
    ? button(uses.microphone ? names.mute : names.unmute, uses.microphone ? 'Mute' : 'Unmute')
    : button(words.joinAudio, words.joinAudio, ` id="${names.joinAudioButton}"`);
  const share = uses.screen ? 'Stop Share' : client === '7.2.0' ? 'Share' : 'Share Screen';
  const people = open.has('people') ? names.closePeople : `${names.openPeople},[${count}] particpants`;
  return `<footer role="presentation" id="wc-footer" class="footer"><div id="foot-bar" class="footer__inner">
    <div class="footer__btns-container">${audio}
      ${button(uses.camera ? names.stopVideo : names.startVideo, uses.camera ? 'Stop Video' : 'Start Video')}
      <button type="button" class="footer-button-base__button" aria-label="${people}"><span class="footer-button__number-counter"><span>${count}</span></span><span class="footer-button-base__button-label">Participants</span></button>
      ${button(open.has('chat') ? names.closeChat : names.openChat, 'Chat')}
      ${button(share, share)}
      ${cloudRecording === 'none' || seat.room ? '' : button(words.record, words.record)}
      ${menuButton(guest)}
    </div>
    <div class="footer__leave-btn-container"><button type="button" class="footer__leave-btn" aria-label="${seat.room ? words.leaveRoom : 'Leave'}">${seat.room ? words.leaveRoom : 'Leave'}</button></div>
  </div></footer>`;
};

const frameOf = (kind: string, { name, number, uses }: Member, isSpotlit = false): string => {
  const picture = uses.camera
    ? `<canvas width="320" height="180" data-colour="${pictureFor(number).colour}"></canvas>`
    : `<div class="video-avatar__avatar-name">${escaped(name)}</div>`;
  return `<div class="${kind}">${picture}<div class="video-avatar__avatar"><div class="video-avatar__avatar-footer">${isSpotlit ? '<i class="video-avatar__avatar-footer--spotlight-icon"></i>' : ''}<span role="none">${escaped(name)}</span></div></div></div>`;
};

/** The others are on pages of their own. */
const shownInGallery = 25;

/** Of two, nobody is marked. */
const gallery = (members: readonly Member[], speaker: Member | undefined): string => {
  const shown = members.slice(0, shownInGallery);
  const frames = shown.map((one) => {
    const isMarked = one === speaker && shown.length > 2;
    return frameOf(`${names.galleryFrame}${isMarked ? ` ${names.galleryActive}` : ''} react-draggable`, one);
  });
  return `<div class="${names.gallery}"><div style="position:relative">${frames.join('')}</div></div>`;
};

const player = (id: string): string => `<video-player node-id="${id}"></video-player>`;

/** By default a shared screen takes the place of whoever speaks, who is seen in a small frame of their own then. */
const stage = (
  members: readonly Member[],
  speaker: Member | undefined,
  layout: Layout,
  { views, spotlight }: ZoomMeeting,
): string => {
  const sharer = members.find(({ uses }) => uses.screen);
  const active = members.find(({ id }) => id === spotlight) ?? speaker ?? members[0];
  const isGallery = viewIn(layout) === 'gallery';
  const bar = members
    .map((one) =>
      frameOf(
        `speaker-bar-container__video-frame${one === active ? ' speaker-bar-container__video-frame--active' : ''}`,
        one,
      ),
    )
    .join('');
  const hasOneTile = views === 'unsupported';
  const only = hasOneTile ? 'single-main-container__video-frame' : 'speaker-active-container__video-frame';
  // Beside a screen that one of two shares, the other one is not seen.
  const isSeen = !(hasOneTile && sharer && members.length === 2);
  const large =
    active && isSeen
      ? frameOf(
          layout === 'standard' ? 'single-suspension-container__video-frame' : only,
          active,
          active.id === spotlight,
        )
      : '';
  const shared = sharer
    ? `<div id="sharee-container"><canvas id="sharee-container-canvas" width="640" height="360" data-colour="${pictureFor(sharer.number + 4).colour}"></canvas><div class="sharee-container__indicator">You are viewing ${escaped(sharer.name)}'s screen</div></div>`
    : '';
  const players = isGallery
    ? members.filter(({ uses }) => uses.camera).map(({ id }) => player(id))
    : [player(active?.id ?? '')];
  return `<div id="video-share-layout"><video-player-container>${players.join('')}</video-player-container></div>${shared}${isGallery ? gallery(members, speaker) : large + (hasOneTile ? '' : bar)}`;
};

const overlays = (guest: Guest, seat: Seat): string => {
  const { invited, recording, closing_s } = seat;
  const host = guest.meeting.members.find(({ isHost }) => isHost)?.name ?? 'the host';
  if (invited)
    return modal(words.roomTitle, `${words.roomHost} ${words.roomInvited} ${invited.name}`, [
      words.roomNotNow,
      words.roomJoin,
    ]).replace('class="zm-modal', `class="${names.roomDialog} zm-modal`);
  if (recording === 'asking')
    return modal(words.permissionTitle, words.permissionAsk.replace('{0}', host), ['Cancel', words.sendRequest]);
  if (guest.open.has('caption_request'))
    return modal(words.requestCaptionsTitle, words.requestCaptionsContent, ['Cancel', words.send]).replace(
      'class="zm-modal',
      `class="big-dialog ${names.captionRequest} zm-modal`,
    );
  if (guest.open.has('language_dialog'))
    return modal(words.setLanguage, '', ['Cancel', words.save]).replace(
      'class="zm-modal',
      `class="big-dialog ${names.languageDialog} zm-modal`,
    );
  if (guest.open.has('leaving') && seat.room)
    return modal(words.leaveRoom, '', [words.leaveMeeting, words.roomReturn]).replace(
      'class="zm-modal',
      `class="${names.roomLeaving} zm-modal`,
    );
  if (guest.open.has('leaving'))
    return `<div class="leave-meeting-options"><div class="leave-meeting-options__inner"><button type="button" class="zm-btn leave-meeting-options__btn ${names.leaveOption}">${words.leaveMeeting}</button></div></div>`;
  if (closing_s !== undefined)
    return `<div class="bo-room-countdown" role="status">${words.roomClosing.replace('{0}', String(closing_s))}</div>`;
  return seat.room ? `<div class="bo-tip" role="status">${words.roomInside}</div>` : '';
};

const wires: readonly Wire[] = [
  { selector: `#${names.joinAudioButton}`, on: 'click', does: 'join_audio' },
  { selector: `${label(names.mute)}, ${label(names.unmute)}`, on: 'click', does: 'microphone' },
  { selector: `${label(names.startVideo)}, ${label(names.stopVideo)}`, on: 'click', does: 'camera' },
  { selector: ['Share Screen', 'Share', 'Stop Share'].map(label).join(', '), on: 'click', does: 'screen' },
  ...panelWires,
  ...viewWires,
  ...cloudWires,
  ...menuWires,
  { selector: `button.${names.chatTo}, #${names.chatToId}`, on: 'click', does: 'receivers' },
  { selector: `[data-does="${words.send}"]`, on: 'click', does: 'send_caption_request' },
  { selector: `[data-does="${words.sendRequest}"]`, on: 'click', does: 'send_request' },
  { selector: '[data-does="Cancel"]', on: 'click', does: 'ask_no_more' },
  { selector: `[data-does="${words.roomJoin}"]`, on: 'click', does: 'enter_room' },
  { selector: `[data-does="${words.roomNotNow}"]`, on: 'click', does: 'not_now' },
  { selector: label(words.leaveRoom), on: 'click', does: 'leaving' },
  { selector: `[data-does="${words.roomReturn}"]`, on: 'click', does: 'leave_room' },
  { selector: `[data-does="${words.leaveMeeting}"]`, on: 'click', does: 'leave' },
  { selector: label('Leave'), on: 'click', does: 'leaving' },
  { selector: `.${names.leaveOption}`, on: 'click', does: 'leave' },
  { selector: '[contenteditable="true"]', on: 'input', does: 'draft' },
  { selector: '[contenteditable="true"]', on: 'enter', does: 'say', clears: true },
  { selector: `.${names.chatSend}`, on: 'click', does: 'say', field: '[contenteditable="true"]', clears: true },
];

const receiverWires = (members: readonly Member[]): Wire[] =>
  ['everyone', ...members.map(({ id }) => id)].map((id) => ({
    selector: `[data-receiver="${id}"]`,
    on: 'click',
    does: `to ${id}`,
  }));

export const inside = (guest: Guest, seat: Seat, meeting: ZoomMeeting): Screen => {
  if (seat.moving)
    return {
      html: `<div id="root" class="meeting-app"><div class="loading-layer ${names.roomLayer}" role="status"><div class="loading-layer__text-field loading-layer__bo-room"><p class="${names.roomOnTheWay}">${escaped(seat.moving)}</p></div></div></div>`,
      title,
      wires: [],
    };
  const { members } = seat.room?.meeting ?? meeting;
  const { open, member } = guest;
  const layout = layoutOf(seat, meeting, members);
  const speaker = members.find(({ id }) => id === seat.speaker);
  const panel = open.has('chat') ? chatPanel(guest, seat, members, meeting.client) : '';
  const isApart = open.has('transcript_window');
  const html = `<div id="root" class="meeting-app"><div class="meeting-client"${isApart ? ' aria-hidden="true"' : ''}><div class="meeting-client-inner">
    <header id="wc-header" class="meeting-header"><button type="button" aria-label="Meeting information">Weekly planning</button>${
      seat.recording === 'recording'
        ? `<div class="meeting-info-container__wrapper ${names.recordingShown}">${words.recording}</div>`
        : ''
    }<div class="meeting-header__info-side"><div class="full-screen-icon full-screen-icon-widget">${viewButton(guest, meeting)}</div></div></header>
    <div id="wc-content" class="main-layout"><div id="wc-container-left">${stage(members, speaker, layout, meeting)}${open.has('captions') ? subtitle(guest, seat) : ''}</div>
    <div id="wc-container-right">${open.has('people') ? peoplePanel(members, member?.id, meeting.client, seat.heard) : ''}${panel}${open.has('transcript') ? transcriptPanel(guest, seat) : ''}</div></div>
    ${footer(guest, seat, members.length, meeting)}${cloudMenu(guest, meeting)}
    <div class="notification-manager" aria-live="polite">${seat.toast === undefined ? '' : `<div class="notification-message-wrap">${escaped(seat.toast)}</div>`}</div>
  </div></div>${overlays(guest, seat)}</div>${viewMenu(guest, layout, meeting)}${menus(guest, seat, meeting)}${isApart ? transcriptWindow(guest, seat) : ''}`;
  return {
    html: withDecoys(guest, html),
    title: 'Zoom Meeting',
    wires: [...wires, ...receiverWires(members), outside],
    hiding: hidingOf('#wc-header, #wc-footer', guest.visit.quirks),
  };
};
