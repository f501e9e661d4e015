/**
 * Pieces of Zoom's web client, typed from the maker's package (`@zoom/meetingsdk` 6.2.0, its `main-client`), and of the
 * client 7.2.0 from a public capture of 2026-10-07.
 */
import { documentOf } from '../../../../../bin/judge/documents.ts';
import type { Tab } from '../../../../../lib/capture/platforms/zoom/page/client/this-tab.ts';

export const aTab = (goTo: Tab['goTo'] = () => undefined): Tab => ({
  view: { open: () => null },
  address: () => 'https://zoom.us/my/ada',
  goTo,
});

export interface RowOptions {
  readonly label?: string;
  readonly state?: string;
  readonly isSpeaking?: boolean;
  /** As `aFace` makes it. */
  readonly face?: string;
}

/** A picture by its address, or initials on their colour; what it is called depends on where it stands. */
export const aFace = (shown: string, colour?: string): string =>
  colour === undefined
    ? `<img class="" src="${shown}" alt="">`
    : `<div class="" style="text-align: center; background-color: ${colour};">${shown}</div>`;

const faceIn = (face: string, name: string, size: number): string =>
  face.replace('class=""', `class="${name}" aria-hidden="true"`).replace('style="', `style="width: ${size}px; `);

export const aSubtitle = (text: string, face: string): string =>
  `<div id="live-transcription-subtitle" style="display: flex;">${faceIn(face, 'zmu-data-selector-item__icon', 24)}<span
     dir="auto" class="live-transcription-subtitle__item">${text}</span></div>`;

export const aRow = (
  index: number,
  name: string,
  { label = '', state = 'computer audio unmuted,video off', isSpeaking = false, face = '' }: RowOptions = {},
) =>
  `<div role="application" id="participants-list-${index}" class="item-pos participants-li" aria-label="${name} ${label},${state}">
     <div class="participants-item__item-layout"><div class="participants-item__left-section">
       ${faceIn(face, 'participants-item__avatar', 32)}<span class="participants-item__name-section"><span class="participants-item__display-name">${name}</span><span
         class="participants-item__name-label"> ${label}</span></span></div>
       <div class="participants-item__right-section">${
         isSpeaking
           ? '<div class="participants-icon__icon-box"><span class="participants-icon__voip-speaking-icon"></span></div>'
           : ''
       }<button>Mute</button></div></div></div>`;

export const aList = (...rows: readonly string[]): string =>
  `<div class="participants-wrapper"><div id="participants-ul" class="participants-list-container participants-ul"
     role="list" aria-label="Participants list">${rows.join('')}</div></div>`;

/** That of 7.2.0. */
export const aNewerList = (...rows: readonly string[]): string =>
  `<div class="panel-shell"><div id="participants-unified-list">${rows.join('')}</div></div>`;

export interface MessageOptions {
  readonly id: string;
  readonly text: string;
  /** Absent where it follows another one of the same sender. */
  readonly from?: string;
  readonly to?: string;
  /** The client's numbers of both. */
  readonly user?: string;
  readonly reader?: string;
  /** Whether the client lets one write to whoever wrote. */
  readonly isAnswerable?: boolean;
  /** An answer in a thread: whom it is to is told by its label alone. */
  readonly isReply?: boolean;
  /** It stands for a message that was deleted, or written before anybody here came. */
  readonly isPlaceholder?: boolean;
}

export const aMessage = ({
  id,
  text,
  from,
  to = 'Everyone',
  user = '16778240',
  reader = '0',
  isAnswerable = false,
  isReply = false,
  isPlaceholder = false,
}: MessageOptions): string => {
  const receiver = `<span class="chat-item__to"> to </span><span class="chat-item__receiver" data-userid="${reader}"
           data-name="${to}">${to}</span>`;
  const header =
    from === undefined || isPlaceholder
      ? ''
      : `<div class="chat-item__chat-info-header"><div class="chat-item__left-container">
           <span class="chat-item__sender ${isAnswerable ? 'chat-item__chat-info-header--can-select' : ''}"
           title="${from}" data-userid="${user}" data-name="${from}">${from}</span>
           ${isReply ? '' : receiver}</div>
           <span class="chat-item__chat-info-time-stamp">10:02 AM</span></div>`;
  const said = text.replaceAll('<br>', ' ');
  const label = from === undefined ? said : `${from} to ${to}, 10:02 AM, ${said}`;
  return `<div class="chat-item-container">${header}<div class="new-chat-message__container" role="row" id="chat-message-${id}"
    aria-label="${label}"><div class="new-chat-message__content"><div id="${id}" class="new-chat-message__text-box
    new-chat-message__text-content${isPlaceholder ? ' new-chat-message__text-box--unreachable' : ''}">${text}</div></div></div></div>`;
};

export const aChat = (...messages: readonly string[]): string =>
  `<div role="application" aria-label="Chat Message List">${messages.join('')}</div>`;

/** `put`: by whom it was put there, where it is not whoever was heard last. */
export const aFrame = (kind: string, name: string, isActive = false, put?: 'pin' | 'spotlight'): string =>
  `<div class="${kind}__video-frame ${isActive ? `${kind}__video-frame--active` : ''}"><div class="video-avatar__avatar">
     <div class="video-avatar__avatar-footer">${put ? `<i class="video-avatar__avatar-footer--${put}-icon"></i>` : ''}<span role="none">${name}</span></div></div></div>`;

export const aLine = (time: string, text: string, name?: string): string =>
  `<div class="lt-full-transcript__item easy-nav-list">${
    name === undefined
      ? ''
      : `<div class="lt-full-transcript__title"><span class="lt-full-transcript__display-name"><b>${name}</b></span></div>`
  }<div><div class="lt-full-transcript__time">${time}</div><div class="lt-full-transcript__message">${text}</div></div></div>`;

export const aDialog = (title: string, body: string, ...buttons: readonly string[]): string =>
  `<div class="zm-modal zm-modal-legacy" role="dialog" aria-modal="true"><div class="zm-modal-body">
     <div class="zm-modal-body-title">${title}</div><div class="zm-modal-body-content"><div class="content">${body}</div></div></div>
     <div class="zm-modal-footer">${buttons.map((name) => `<button type="button" class="zm-btn">${name}</button>`).join('')}</div></div>`;

export const aBar = (...buttons: readonly string[]): string =>
  `<footer id="wc-footer"><div id="foot-bar">${buttons
    .map((name) => `<button type="button" class="footer-button-base__button" aria-label="${name}"></button>`)
    .join('')}</div></footer>`;

export const aClient = (...parts: readonly string[]): Document =>
  documentOf(`<!doctype html><body><div class="meeting-app">${parts.join('')}</div></body>`);
