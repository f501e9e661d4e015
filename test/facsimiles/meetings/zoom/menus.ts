/** The menus of Zoom's bar: that of "More", and that of captions, which opens beside the button in place of it. */
import type { Guest } from '../guest.ts';
import { escaped } from '../pages.ts';
import type { Wire } from '../stage/protocol.ts';
import type { Seat } from './seat.ts';
import { names, words } from './words.ts';
import type { ZoomMeeting } from './zoom-meeting.ts';

/** What answers to the name is all of the toggle, which says whether the menu is open. */
export const menuButton = ({ open }: Guest): string => {
  const isOpen = open.has('more');
  return `<div class="more-button"><div role="group" class="dropdown-toggle${isOpen ? ' show' : ''} btn-group" tabindex="0" aria-label="${names.more} " aria-expanded="${isOpen}">
    <button type="button" class="footer-button-base__button" tabindex="-1"><span class="footer-button-base__button-label">More</span></button></div></div>`;
};

const item = (does: string, text: string, said = text): string =>
  `<a role="button" tabindex="0" class="${names.menuItem}" data-does="${does}" aria-label="${escaped(said)}">${escaped(text)}</a>`;

const languages = ['English', 'German', 'French'];

const languageItems = ({ captionLanguage }: Seat): string =>
  languages
    .map((name) => {
      const isChosen = name === captionLanguage;
      const said = `${name} radio menu item${isChosen ? ' checked' : ' not checked'}`;
      return `<a role="button" tabindex="0" class="${names.menuItem}" data-language aria-label="${said}" aria-checked="${isChosen}"><span style="width:20px"></span><span>${name}</span></a>`;
    })
    .join('');

/** Offered where the account has it; what it says of itself is in its switch. */
const translationItem = ({ open }: Guest, { translation }: ZoomMeeting): string =>
  translation === 'none'
    ? ''
    : `<a role="button" tabindex="0" class="${names.menuItem} new-LT__between" data-does="translation"><span>${words.translation}</span><label class="zmu-switch"><input type="checkbox" role="button" aria-label="translation is ${open.has('translated') ? 'on' : 'off'}"></label></a>`;

const captionItems = (guest: Guest, meeting: ZoomMeeting): string => {
  const { open } = guest;
  const { captions } = meeting;
  const within = (text: string): string => `${words.captionSettings} grouping ${text}`;
  if (captions === 'disabled') return '';
  const shown = open.has('captions')
    ? item('hide_captions', words.hideCaptions, within(words.hideCaptions)) + item('transcript', words.fullTranscript)
    : item('show_captions', words.showCaptions, within(words.showCaptions));
  const language = item('languages', words.captionLanguage, `${words.hostControls} grouping ${words.captionLanguage}`);
  return shown + translationItem(guest, meeting) + language;
};

const tile = (does: string, text: string): string =>
  `<button type="button" class="${names.menuTile}" data-does="${does}"><span>${escaped(text)}</span></button>`;

/** Of 7.2.0, which has what is for captions in the menu itself. */
const tiles = ({ open }: Guest, seat: Seat, meeting: ZoomMeeting): string => {
  const record =
    seat.recording === 'recording' ? tile('stop_recording', words.stopRecording) : tile('record', words.record);
  const captions = open.has('captions')
    ? tile('hide_captions', words.hideCaptions)
    : tile('show_captions', words.showCaptions);
  return `${meeting.offersRecording ? record : ''}${meeting.captions === 'allowed' ? captions : ''}${tile('settings', 'Settings')}`;
};

const captionsIn: Readonly<Record<ZoomMeeting['captions'], string>> = {
  allowed: item('captions_menu', words.captions),
  by_request: item('request_captions', words.requestCaptions),
  disabled: '',
};

const moreItems = (guest: Guest, seat: Seat, meeting: ZoomMeeting): string => {
  if (meeting.client === '7.2.0') return tiles(guest, seat, meeting);
  const record =
    seat.recording === 'recording' ? item('stop_recording', words.stopRecording) : item('record', words.record);
  return `${meeting.offersRecording ? record : ''}${captionsIn[meeting.captions]}`;
};

const popover = (items: string): string =>
  `<div role="menu" class="${names.popover}"><div class="dark-dropdown dropdown-menu show">${items}</div></div>`;

/** "More" has its items in the body, far from the bar. */
export const menus = (guest: Guest, seat: Seat, meeting: ZoomMeeting): string => {
  const { open } = guest;
  const more = open.has('more')
    ? `<div class="dark-dropdown ${names.moreMenu} dropdown-menu show">${moreItems(guest, seat, meeting)}</div>`
    : '';
  const captions = open.has('captions_menu') ? popover(captionItems(guest, meeting)) : '';
  const chosen = open.has('languages') ? popover(languageItems(seat)) : '';
  return `<div class="more-button">${more}</div>${captions}${chosen}`;
};

export const menuWires: readonly Wire[] = [
  { selector: `[aria-label^="${names.more}"]`, on: 'click', does: 'more' },
  { selector: '[data-does="record"]', on: 'click', does: 'record' },
  { selector: '[data-does="stop_recording"]', on: 'click', does: 'stop_recording' },
  { selector: '[data-does="captions_menu"]', on: 'click', does: 'captions_menu' },
  { selector: '[data-does="show_captions"]', on: 'click', does: 'captions' },
  { selector: '[data-does="hide_captions"]', on: 'click', does: 'captions' },
  { selector: '[data-does="translation"]', on: 'click', does: 'translation' },
  { selector: `.${names.languageDialog} [data-does="${words.save}"]`, on: 'click', does: 'save_language' },
  { selector: '[data-does="languages"]', on: 'click', does: 'languages' },
  { selector: '[data-language]', on: 'click', does: 'language' },
  { selector: '[data-does="transcript"]', on: 'click', does: 'transcript' },
  { selector: '[data-does="request_captions"]', on: 'click', does: 'request_captions' },
];
/** Where nothing else hears it. */
export const outside: Wire = { selector: 'body', on: 'click', does: 'outside' };

const popovers = ['captions_menu', 'languages'];
const closeAll = ({ open }: Guest): void => {
  for (const menu of ['more', ...popovers]) open.delete(menu);
};
/** Whatever is chosen closes the menu that it is chosen in. */
const choosing =
  (opens?: string) =>
  (guest: Guest): void => {
    closeAll(guest);
    if (opens) guest.open.add(opens);
    guest.redraw();
  };

/** What these wires do, but for recording. */
export const createMenuActs = (
  seatOf: (guest: Guest) => Seat,
): Readonly<Record<string, (guest: Guest, value: string) => void>> => ({
  more(guest) {
    for (const menu of popovers) guest.open.delete(menu);
    guest.toggle('more');
  },
  outside: choosing(),
  captions_menu: choosing('captions_menu'),
  /** Where others have captions translated, nothing comes of it for whoever has not. */
  languages(guest) {
    const isListed = (guest.meeting as ZoomMeeting).translation !== 'of_others' || guest.open.has('translated');
    choosing(isListed ? 'languages' : undefined)(guest);
  },
  translation(guest) {
    if (!guest.open.delete('translated')) guest.open.add('translated');
    choosing()(guest);
  },
  /** A language that is not translated is everybody's, which is asked once more. */
  language(guest, name) {
    const seat = seatOf(guest);
    if (guest.open.has('translated')) seat.captionLanguage = name.trim();
    else seat.language = name.trim();
    choosing(guest.open.has('translated') ? undefined : 'language_dialog')(guest);
  },
  save_language(guest) {
    const seat = seatOf(guest);
    seat.captionLanguage = seat.language ?? seat.captionLanguage;
    guest.open.delete('language_dialog');
    guest.redraw();
  },
  captions(guest) {
    closeAll(guest);
    guest.toggle('captions');
  },
  request_captions: choosing('caption_request'),
});
