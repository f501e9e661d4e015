/** What Zoom's web client shows beside and below the pictures: who is there, what is written, and what is said. */
import type { Guest } from '../guest.ts';
import type { Member, Message } from '../meeting.ts';
import { escaped } from '../pages.ts';
import { face } from './faces.ts';
import type { Seat } from './seat.ts';
import { names, newerNames, words } from './words.ts';
import type { ZoomMeeting } from './zoom-meeting.ts';

const labelOf = ({ id, isHost }: Member, self: string | undefined): string => {
  if (id === self) return isHost ? words.hostMe : words.me;
  return isHost ? words.host : '';
};

const personRow = (member: Member, index: number, self: string | undefined, heard: ReadonlySet<string>): string => {
  const { name, uses, isGuest } = member;
  const of = labelOf(member, self);
  const sound = isGuest || uses.microphone ? names.audioOn : names.audioOff;
  const spoken = [
    // With a blank behind the name where no mark is.
    `${name} ${of}`,
    sound,
    uses.camera ? names.videoOn : names.videoOff,
    uses.screen ? names.screenSharing : '',
  ];
  const speaking = heard.has(member.id)
    ? `<div class="${names.personIcon}"><span class="${names.personSpeaking}"></span></div>`
    : '';
  return `<div role="application" id="${names.personId}${index}" class="item-pos ${names.person}" tabindex="-1" aria-label="${escaped(spoken.filter(Boolean).join(','))}">
    <div class="participants-item__item-layout"><div class="participants-item__left-section">${face(name, names.personFace, 32)}
      <span class="participants-item__name-section"><span class="${names.personName}">${escaped(name)}</span><span class="${names.personLabel}"> ${of}</span></span>
    </div><div class="participants-item__right-section">${speaking}</div></div>
  </div>`;
};

/** Only so many rows are there at once, from the top. */
const shownPeople = 50;

export const peoplePanel = (
  members: readonly Member[],
  self: string | undefined,
  client: ZoomMeeting['client'],
  heard: ReadonlySet<string>,
): string =>
  `<div class="participants-section-container"><div class="participants-header__title">Participants (${members.length})</div>
    <div ${client === '7.2.0' ? `id="${newerNames.peopleList}"` : 'class="participants-list-container"'} role="list" aria-label="participants list">${members
      .slice(0, shownPeople)
      .map((member, index) => personRow(member, index, self, heard))
      .join('')}</div></div>`;

const clock = (at_ms: number): string =>
  new Date(at_ms).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' });

const chatRow = (
  { id, from, to, text, at_ms, answers, isDeleted }: Message,
  index: number,
  nameOf: (id: string) => string,
  own: string | undefined,
): string => {
  const shownAs = (one: string): string => (one === own ? words.chatMe : nameOf(one));
  const [sender, receiver] = [shownAs(from), to === 'everyone' ? words.everyone : shownAs(to)];
  const header = `${sender} to ${receiver}, ${clock(at_ms)}`;
  const said = isDeleted ? words.deleted : text;
  // In a thread only the label of the row says to whom.
  const read = answers
    ? ''
    : `<span class="chat-item__to"> to </span><span role="presentation" class="${names.chatReceiver}" title="${escaped(receiver)}" data-userid="${to === 'everyone' ? '0' : to}" data-name="${escaped(receiver)}">${escaped(receiver)}</span>`;
  const heading = isDeleted
    ? ''
    : `<div class="${names.chatHeader}"><span role="presentation" class="${names.chatSender}${from === own ? '' : ` ${names.chatSelectable}`}" title="${escaped(sender)}" data-userid="${from}" data-name="${escaped(sender)}">${escaped(sender)}</span>${read}<span class="${names.chatTime}">${clock(at_ms)}</span></div>`;
  return `<div class="chat-item-container" id="${names.chatItemId}-${index}"><div class="chat-item-position${answers ? ' chat-item-position__thread' : ''}">${heading}
    <div class="${names.chatMessage}" id="${names.chatMessageId}-${index}" role="row" aria-label="${escaped(`${header}, ${said}`)}"><div class="new-chat-message__content"><div id="${id}" class="${names.chatText} new-chat-message__text-content${isDeleted ? ` ${names.chatPlaceholder}` : ''}">${escaped(said).replaceAll('\n', '<br>')}</div></div></div>
  </div></div>`;
};

/** Answers stand below what they answer. A message without any is gone once it is deleted. */
const inThreads = (messages: readonly Message[]): readonly Message[] =>
  messages
    .filter(({ answers }) => !answers)
    .map((one) => [one, ...messages.filter(({ answers }) => answers === one.id)])
    .filter(([one, ...replies]) => !one?.isDeleted || replies.length > 0)
    .flat();

export const chatPanel = (
  guest: Guest,
  seat: Seat,
  members: readonly Member[],
  client: ZoomMeeting['client'],
): string => {
  const { meeting, member } = guest;
  const nameOf = (id: string): string => meeting.member(id)?.name ?? '';
  const own = member?.id;
  const readable = (seat.room?.meeting ?? meeting).messages.filter(
    ({ from, to }) => to === 'everyone' || to === own || from === own,
  );
  const receiver = seat.receiver === 'everyone' ? words.everyone : nameOf(seat.receiver);
  const choices = members.filter(({ id }) => id !== own);
  const menu = guest.open.has('receivers')
    ? `<div role="menu">${[{ id: 'everyone', name: words.everyone }, ...choices]
        .map(
          ({ id, name }) =>
            `<a role="menuitemradio" tabindex="0" class="${names.chatToItem}" data-receiver="${id}" aria-checked="${id === seat.receiver}">${escaped(name)}</a>`,
        )
        .join('')}</div>`
    : '';
  const direct =
    seat.receiver === 'everyone' ? '' : `<span class="${names.chatDirect}">(${words.directMessage})</span>`;
  const editor = meeting.chatIsOpen
    ? `<div class="chat-receiver-list"><span class="chat-receiver-list__to-text">to: </span><button type="button" ${client === '7.2.0' ? `id="${names.chatToId}"` : `class="${names.chatTo}"`} aria-label="Send chat to ${escaped(receiver)} please select a receiver"><span class="chat-receiver-list__receiverName">${escaped(receiver)}</span></button>${menu}${direct}</div>
      <div class="chat-rtf-box__editor-outer"><div class="tiptap ProseMirror" contenteditable="true" role="textbox" translate="no" data-placeholder="${words.typeHere}" aria-label="${words.typeHere}"></div>
      <button type="button" class="${names.chatSend}" aria-label="send"${guest.open.has('draft') ? '' : ' disabled'}></button></div>`
    : '';
  return `<div id="chat" class="chat-container window-content-bottom"><div class="chat-header__header">Meeting Chat</div>
    <div class="chat-container__chat-list" role="grid" aria-label="${names.chatList}"><div id="chat-list-content" role="application" aria-label="${names.chatList}">${inThreads(
      readable,
    )
      .map((one, index) => chatRow(one, index, nameOf, own))
      .join('')}</div></div>
    <div class="chat-container__chat-footer">${editor}</div></div>`;
};

const transcriptList = ({ meeting }: Guest, { said }: Seat): string => {
  const rows = said.map(({ from, text, start_ms }, index) => {
    // Whoever goes on speaking is named once.
    const who =
      said[index - 1]?.from === from
        ? ''
        : `<div class="lt-full-transcript__title"><span class="${names.transcriptName}"><b>${escaped(meeting.member(from)?.name ?? '')}</b></span></div>`;
    return `<div class="${names.transcriptItem} easy-nav-list" tabindex="0">${who}<div><div class="${names.transcriptTime}">${clock(start_ms)}</div><div class="${names.transcriptText}"><span class="lt-full-transcript__message--normal">${escaped(text)}</span></div></div></div>`;
  });
  return `<div role="application" aria-label="${names.transcriptList}">${rows.join('')}</div>`;
};

export const transcriptPanel = (guest: Guest, seat: Seat): string =>
  `<div id="full-transcription" class="flex-column"><div role="presentation" class="lt-header__header"><div class="lt-header__title">Transcript</div><div class="${names.transcriptHeader}">
    <button type="button" aria-label="${words.popOut}"></button><button type="button" aria-label="Close" data-does="transcript"></button></div></div>${transcriptList(guest, seat)}</div>`;

/** The client has it for a dialog, over the middle of the picture. */
export const transcriptWindow = (guest: Guest, seat: Seat): string =>
  `<div class="ReactModal__Overlay" style="position:fixed;inset:0;pointer-events:none"><div class="ReactModal__Content" role="dialog" aria-modal="true" aria-label="Transcript" style="position:absolute;top:50%;left:50%;transform:translate(-50%,-50%)">
    <div class="common-window" id="${names.transcriptWindow}" style="width:400px;min-height:380px;background:#fff"><div class="window-header"><div class="window-header-title">Transcript</div><button type="button" class="common-window-close" aria-label="Close"></button></div>
    <div class="window-content" role="presentation">${transcriptList(guest, seat)}</div></div></div></div>`;

export const subtitle = ({ meeting }: Guest, { said }: Seat): string => {
  const last = said.at(-1);
  const name = meeting.member(last?.from ?? '')?.name ?? '';
  return last
    ? `<div class="live-transcription-subtitle__box"><div id="${names.subtitle}" style="display:flex">${face(name, names.subtitleFace, 24)}<span dir="auto" class="${names.subtitleItem}">${escaped(last.text)}</span></div></div>`
    : '';
};
