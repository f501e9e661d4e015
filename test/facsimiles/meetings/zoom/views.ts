/** How Zoom's client lays out who is there, and the menu by which a guest chooses that. */
import type { Guest } from '../guest.ts';
import type { Member } from '../meeting.ts';
import type { Wire } from '../stage/protocol.ts';
import type { Layout, Seat } from './seat.ts';
import { names, words } from './words.ts';
import type { View, ZoomMeeting } from './zoom-meeting.ts';

interface Choice {
  readonly view: View;
  readonly said: string;
  /** Whether it has room for a shared screen: such are offered while there is one, the others while there is none. */
  readonly hasScreen: boolean;
}

const choices: Readonly<Record<Layout, Choice>> = {
  speaker: { view: 'speaker', said: words.speakerView, hasScreen: false },
  gallery: { view: 'gallery', said: words.galleryView, hasScreen: false },
  standard: { view: 'speaker', said: words.standard, hasScreen: true },
  side_by_side_speaker: { view: 'speaker', said: words.besideSpeaker, hasScreen: true },
  side_by_side_gallery: { view: 'gallery', said: words.besideGallery, hasScreen: true },
};
export const layouts = Object.keys(choices) as readonly Layout[];

export const viewIn = (layout: Layout): View => choices[layout].view;

/** A view that was chosen stays when a screen comes or goes; of the two of whoever speaks it is the one chosen last. */
export const layoutOf = ({ layout }: Seat, { view, views }: ZoomMeeting, members: readonly Member[]): Layout => {
  const isGallery = views === 'both' && (layout ? viewIn(layout) : view) === 'gallery';
  if (!members.some(({ uses }) => uses.screen)) return isGallery ? 'gallery' : 'speaker';
  if (isGallery) return 'side_by_side_gallery';
  return layout === 'side_by_side_speaker' ? layout : 'standard';
};

const choosing = (layout: Layout): string => `view_${layout}`;

/** What answers to the name is the button, or all of the toggle where there is nothing to choose. */
export const viewButton = ({ open }: Guest, { client, views }: ZoomMeeting): string => {
  const isOpen = open.has('view');
  const toggle = `dropdown-toggle${isOpen ? ' show' : ''} btn-group`;
  if (views === 'unsupported')
    return `<div role="group" class="${names.viewButton} ${toggle}" aria-label="${words.view}" aria-expanded="${isOpen}"><span>${words.view}</span></div>`;
  // That of 7.2.0 is a picture only.
  const text = client === '7.2.0' ? '' : `<span class="full-screen-widget__toggle-text">${words.view}</span>`;
  return `<div role="group" class="${toggle}" aria-expanded="${isOpen}"><button type="button" class="zm-btn ${names.viewButton}" aria-label="${words.view}" aria-expanded="${isOpen}" aria-haspopup="true"><svg width="12" height="12"></svg>${text}</button></div>`;
};

const item = (said: string, does = 'view', isChecked = false): string =>
  `<a role="button" tabindex="0" class="${isChecked ? `${names.viewChecked} ` : ''}${names.menuItem}" data-does="${does}" aria-label="${said}">${said}</a>`;

const menu = (now: Layout, { client, views }: ZoomMeeting): string => {
  if (views === 'unsupported')
    return `<div class="dark-dropdown ${names.viewMenu} ${names.oneViewMenu} dropdown-menu show"><div class="full-screen-widget__pop-menu--title">${words.oneView}</div>${item(words.fullscreen)}</div>`;
  const { hasScreen } = choices[now];
  const offered = layouts
    .filter((layout) => choices[layout].hasScreen === hasScreen)
    .map((layout) => item(choices[layout].said, choosing(layout), layout === now));
  // 6.2.0 has it only where it is turned on. Nothing comes of it here.
  const multiSpeaker = client === '7.2.0' ? item(hasScreen ? words.besideMultiSpeaker : words.multiSpeakerView) : '';
  return `<div class="dark-dropdown ${names.viewMenu} dropdown-menu show">${offered.join('')}${multiSpeaker}${item(words.hideSelf)}${item(words.fullscreen)}</div>`;
};

/** Stands in the body, far from its button. */
export const viewMenu = ({ open }: Guest, now: Layout, meeting: ZoomMeeting): string =>
  `<div class="${names.viewLayer}">${open.has('view') ? menu(now, meeting) : ''}</div>`;

export const viewWires: readonly Wire[] = [
  { selector: `[aria-label="${words.view}"], [data-does="view"]`, on: 'click', does: 'view' },
  ...layouts.map(
    (layout): Wire => ({ selector: `[data-does="${choosing(layout)}"]`, on: 'click', does: choosing(layout) }),
  ),
];

/** What these wires do. */
export const createViewActs = (seatOf: (guest: Guest) => Seat): Readonly<Record<string, (guest: Guest) => void>> => ({
  view: (guest) => guest.toggle('view'),
  ...Object.fromEntries(
    layouts.map((layout) => [
      choosing(layout),
      (guest: Guest): void => {
        seatOf(guest).layout = layout;
        guest.open.delete('view');
        guest.redraw();
      },
    ]),
  ),
});
