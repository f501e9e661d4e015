/** What the adapter's program does in the page for its hands in Node: it presses what it finds by what is written on it. */
import type { ParticipantView } from '../../../../meeting/view.ts';
import type { IsVisible } from '../../../page/is-visible.ts';
import type { ClientView, Place, Reader, ZoomHandle } from '../../handle.ts';
import { type LabelName, labels, selectors } from '../../selectors.ts';
import { hideWindow, isApart, isListed, popOutIn } from '../captions/transcript.ts';
import type { ZoomChat } from '../chat.ts';
import type { People } from '../people/people.ts';
import type { Senders } from '../people/senders.ts';
import type { Devices } from './devices.ts';
import { all, called, isCalled, says } from './dom.ts';
import { closerIn } from './open-menu.ts';
import type { PermissionWatch } from './permission.ts';
import { joinIn } from './rooms.ts';

const placeOf: Record<Place, string> = {
  header: selectors.viewButton,
  footer: selectors.footerButton,
  menu: selectors.menuItem,
  dialog: selectors.dialog
    .split(', ')
    .flatMap((dialog) => selectors.button.split(', ').map((button) => `${dialog} ${button}`))
    .join(', '),
  page: selectors.button,
};

export interface HandsPorts {
  readonly root: () => Document;
  readonly people: People;
  /** The bot, also where the client lists nobody. */
  readonly self: () => Pick<ParticipantView, 'id'> | undefined;
  readonly chat: Pick<ZoomChat, 'messages'>;
  readonly senders: Pick<Senders, 'expect'>;
  /** Reads the page now. */
  readonly refresh: () => void;
  readonly devices: Pick<Devices, 'stateOf' | 'want'>;
  readonly isVisible: IsVisible;
  readonly isReady: () => boolean;
  /** As whatever else opens the chat here: what opens it closes it again. */
  readonly opensChat: () => boolean;
  readonly permission: Pick<PermissionWatch, 'asked' | 'granted' | 'leadsNowhere'>;
}

export const createHands = (ports: HandsPorts): ZoomHandle => {
  const { root, people, chat, senders, devices, refresh, isVisible, permission } = ports;
  const find = (place: Place, name: LabelName): HTMLElement | undefined => called(root(), placeOf[place], labels[name]);
  const press = (element: HTMLElement | undefined): boolean => {
    element?.click();
    return element !== undefined;
  };

  const shownIn = (): ClientView => {
    const { gallery, speaker, screen } = selectors.view;
    const has = (selector: string): boolean => all(root(), selector).some(isVisible);
    if (has(screen)) return 'screen';
    if (has(gallery)) return 'gallery_view';
    return has(speaker) ? 'speaker_view' : 'other';
  };
  /** The client does not offer the bot to itself. */
  const others = (): readonly ParticipantView[] => people.all.filter(({ is_self }) => !is_self);
  /**
   * The client's list of readers tells no ids, and its order may change: all of one name get a message, or nobody; and nobody
   * who is called as everyone is there.
   */
  const readersFor = (wanted: (person: ParticipantView) => boolean): readonly Reader[] | 'ambiguous' => {
    const all = others();
    const readers = all.filter(wanted);
    if (readers.some(({ name }) => isCalled(name, labels.everyone))) return 'ambiguous';
    const called = (list: readonly ParticipantView[], name: string) => list.filter((one) => one.name === name);
    if (readers.some(({ name }) => called(readers, name).length < called(all, name).length)) return 'ambiguous';
    return readers.map((reader) => {
      const namesakes = called(readers, reader.name);
      return { name: reader.name, place: namesakes.indexOf(reader) + 1, of: namesakes.length };
    });
  };
  const isFor = (reader: Reader | 'everyone'): boolean => {
    const { receiverMenu, onlyReceiver, direct } = selectors.chat;
    const shown = root().querySelector(`${receiverMenu}, ${onlyReceiver}`)?.textContent.trim() ?? '';
    const isDirect = root().querySelector(direct) !== null;
    // Where no reader is named, everyone reads.
    if (reader === 'everyone') return !isDirect && (shown === '' || isCalled(shown, labels.everyone));
    return isDirect && shown === reader.name;
  };
  /** Of those of one name nobody can tell who is chosen. */
  const isChosen = (reader: Reader | 'everyone'): boolean =>
    isFor(reader) && (reader === 'everyone' || reader.of === 1);
  const said = (text: string): number => {
    refresh();
    const own = ports.self()?.id;
    return chat.messages.filter((message) => message.sender_id === own && message.text === text).length;
  };

  /** What records here, where "Record" has opened a menu that offers it. */
  let chosen: HTMLElement | undefined;
  /** Of that menu, which is closed then; what records here is chosen in it, once. */
  const isInCloudOnly = (): boolean => {
    const here = find('menu', 'recordHere');
    if (here && here !== chosen) here.click();
    chosen = here ?? chosen;
    if (here || !find('menu', 'recordInCloud')) return false;
    press(find('footer', 'record'));
    if (!chosen) permission.leadsNowhere();
    return chosen === undefined;
  };

  return {
    isReady: ports.isReady,
    has: (place, label) => find(place, label) !== undefined,
    hasOne: (place, ...labels) => labels.some((label) => find(place, label) !== undefined),
    press: (place, label) => press(find(place, label)),
    closeMenu: () => press(closerIn(root(), isVisible)),
    hasNoMenu: () => closerIn(root(), isVisible) === undefined,
    choose: (name) => press(called(root(), selectors.menuItem, [name])),
    requestRecording(isAlone) {
      if (press(find('dialog', 'sendRequest'))) {
        permission.asked();
        return true;
      }
      const isRecording = root().querySelector(selectors.recording) !== null;
      if (isRecording) permission.granted();
      return isRecording || (isAlone && isInCloudOnly());
    },
    translates() {
      const item = find('menu', 'translation');
      return item?.querySelector(selectors.captions.untranslated) != null && press(item);
    },
    sendCaptionRequest: () => press(called(root(), selectors.captionRequest, labels.send)),
    enterRoom: () => press(all(root(), selectors.dialog).map(joinIn).find(Boolean)),
    captions() {
      const isShown = root().querySelector(selectors.captions.subtitle) !== null;
      const isOffered = find('footer', 'hideCaptions') !== undefined;
      return { areOn: isShown || isOffered, areListed: isListed(root()) };
    },
    popsOutTranscript() {
      press(popOutIn(root()));
      hideWindow(root(), isVisible);
      return isApart(root());
    },
    view: shownIn,
    shows: (view) => shownIn() === view,
    wants: devices.want,
    device: devices.stateOf,
    isDevice: (device, state) => devices.stateOf(device) === state,
    listsEverybody() {
      refresh();
      return people.isWhole;
    },
    readers(to) {
      refresh();
      if (to === 'everyone') return ['everyone'];
      const readers = readersFor(({ id, is_host }) =>
        to === 'everyone_but_host' ? !is_host : id === to.participant_id,
      );
      return readers.length > 0 ? readers : 'not_there';
    },
    opensChat: ports.opensChat,
    chooseReader(reader) {
      if (isChosen(reader)) return true;
      const { receiverItem, receiverMenu, receiverName } = selectors.chat;
      const items = all(root(), receiverItem);
      if (items.length === 0) press(root().querySelector<HTMLElement>(receiverMenu) ?? undefined);
      const nameOf = (item: Element): string => (item.querySelector(receiverName) ?? item).textContent?.trim() ?? '';
      if (reader === 'everyone') return press(items.find((item) => isCalled(nameOf(item), labels.everyone)));
      const namesakes = items.filter((item) => nameOf(item) === reader.name);
      return namesakes.length === reader.of && press(namesakes[reader.place - 1]);
    },
    isFor,
    send(reader) {
      if (!isFor(reader)) return 'kept';
      const button = root().querySelector<HTMLButtonElement>(selectors.chat.send);
      return button?.disabled === false && press(button) ? 'pressed' : 'no_button';
    },
    aboutToSay(text) {
      const before = said(text);
      senders.expect(text);
      return before;
    },
    hasSaid: (text, times) => said(text) >= times,
    leave() {
      if (find('dialog', 'leave')) return true;
      const { leave, end, assignHost, leaveOption, leaveWaiting } = selectors;
      if (root().querySelector(`${leaveOption}, ${assignHost}`)) return true;
      const out = all(root(), leaveWaiting).find(isVisible) ?? root().querySelector<HTMLElement>(`${leave}, ${end}`);
      return press(out ?? undefined);
    },
    confirmLeave() {
      const { leave, end, assignHost, leaveOption, leaveWaiting } = selectors;
      const assign = root().querySelector<HTMLButtonElement>(assignHost);
      if (assign) return !assign.disabled && press(assign);
      const option = all(root(), leaveOption).find((one) => says(one, labels.leave)) ?? find('dialog', 'leave');
      // A host is asked who shall be it next.
      const isHost = root().querySelector(end) !== null;
      // The bar may be out of the page, and the bot in the meeting still.
      const inside = `${leave}, ${end}, ${leaveWaiting}, ${selectors.stage}`;
      return (press(option) && !isHost) || root().querySelector(inside) === null;
    },
  };
};
