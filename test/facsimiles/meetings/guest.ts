/** A bot's way through a platform's pages: form, press, lobby, meeting, end. What the pages look like is the platform's. */
import { until } from '../../lab/until.ts';
import type { FacsimileMeeting, Member } from './meeting.ts';
import type { OwnDevice, Screen } from './stage/protocol.ts';
import type { Dialog, PageHandler, Visit } from './visit.ts';

/** A platform's pages. Names of pages are those of the corpus, as in `m12-denied`, or the platform's own. */
export interface Pages {
  /** The page before the press, whose wires are `typed` (the field of the name), `join`, `camera`, `microphone`. */
  form(guest: Guest): Screen;
  page(name: string, guest: Guest): Screen;
  /** Where a page is, if not at the platform's own host: the browser goes there, and whoever has that address shows it. */
  elsewhere?(name: string): string | undefined;
  /** The meeting; of its wires, `leave`, `send`, `camera`, `microphone` and `screen` need nothing of the platform. */
  inside(guest: Guest): Screen;
  readonly named: Readonly<Record<'waiting' | 'denied' | 'expired' | 'removed' | 'ended' | 'left', string>>;
  readonly dialogs: Readonly<Record<string, Dialog>>;
  /** Whether the form takes a name, where it does not take every one. */
  takesName?(name: string): boolean;
  /** The dialog of a form that finds no devices, where the platform has one. */
  readonly withoutDevices?: string;
  /** Connects a page that goes in, and keeps it told. */
  connect(guest: Guest): Promise<Connected>;
  /** What the common part does not know. */
  did?(does: string, value: string, guest: Guest): void;
  told?(value: unknown, guest: Guest): void;
}

export interface Connected {
  /** When something of the guest's own device came last. */
  came(device: OwnDevice): number | undefined;
  /** Tells it nothing any more. */
  close(): void;
}

export interface Guest {
  readonly meeting: FacsimileMeeting;
  readonly visit: Visit;
  /** What it has typed, or is called. */
  readonly name: string;
  /** `form`, `inside`, or the name of the page that it sees. */
  readonly place: string;
  readonly hasAsked: boolean;
  /** How often it has pressed the button of join, lost presses too. */
  readonly presses: number;
  readonly canPress: boolean;
  /** Present while it is inside. */
  readonly member: Member | undefined;
  readonly uses: Readonly<Record<OwnDevice, boolean>>;
  /** Panels that the platform opens and closes. */
  readonly open: Set<string>;
  /** Opens a panel, or closes it. */
  toggle(panel: string): void;
  /** Shows what it sees again, as it is now. */
  redraw(): void;
  admit(): Promise<void>;
  deny(): Promise<void>;
  expire(): Promise<void>;
  remove(): Promise<void>;
  /** Back into the lobby, out of the meeting. */
  putBack(): Promise<void>;
  /** Any page of the platform; whoever is inside is so no more. */
  show(page: string): Promise<void>;
  /** When something of its own device came last, in Unix time. */
  came(device: OwnDevice): number | undefined;
}

/** Something of each guest's own, made when it is first asked for. */
export const perGuest = <T>(make: (guest: Guest) => T): ((guest: Guest) => T) => {
  const made = new WeakMap<Guest, T>();
  return (guest) => {
    const own = made.get(guest) ?? make(guest);
    made.set(guest, own);
    return own;
  };
};

export interface GuestDesk {
  /** All that have come, the last one last. */
  readonly guests: readonly Guest[];
  visited(visit: Visit, meeting: FacsimileMeeting): PageHandler;
  /** The one that has asked to be let in last, once one has. */
  asked(meeting: FacsimileMeeting): Promise<Guest>;
  /** Ends a meeting for everybody. */
  end(meeting: FacsimileMeeting): Promise<void>;
}

export const createGuestDesk = (pages: Pages): GuestDesk => {
  const guests: Guest[] = [];

  const visited = (visit: Visit, meeting: FacsimileMeeting): PageHandler => {
    const { quirks } = visit;
    const uses = { camera: false, microphone: false, screen: false };
    const state = {
      name: quirks.account ?? '',
      place: '',
      asked: false,
      presses: 0,
      typedByHand: false,
      isAsking: false,
    };
    let member: Member | undefined;
    let connected: Connected | undefined;

    const goOut = async (): Promise<void> => {
      connected?.close();
      connected = undefined;
      Object.assign(uses, { camera: false, microphone: false, screen: false });
      if (member) meeting.leave(member.id);
      member = undefined;
      await visit.disconnect('page');
    };

    const show = async (page: string): Promise<void> => {
      if (member) await goOut();
      visit.clear();
      await visit.pause();
      const elsewhere = pages.elsewhere?.(page);
      if (elsewhere !== undefined) return visit.tell({ type: 'go', url: elsewhere });
      state.place = page;
      guest.redraw();
    };

    const goIn = async (): Promise<void> => {
      await visit.pause();
      if (member) return;
      const entered = meeting.enter(state.name, { isGuest: true });
      member = entered;
      const made = await pages.connect(guest);
      // It may have been sent away while it was connected.
      if (member !== entered) return made.close();
      connected = made;
      state.place = 'inside';
      guest.redraw();
    };

    const dialogsOf = (names: readonly string[]): Dialog[] => names.flatMap((name) => pages.dialogs[name] ?? []);
    const after = dialogsOf(quirks.dialogsAfter);
    const press = async (): Promise<void> => {
      state.presses += 1;
      // A page that has not begun yet takes no press.
      if ((quirks.lateButton && state.presses === 1) || state.asked || state.isAsking) return;
      const asking = after.splice(0);
      state.isAsking = true;
      await visit.ask(asking);
      state.isAsking = false;
      if (asking.some(({ pressAgain }) => pressAgain)) return;
      state.asked = true;
      if (meeting.door === 'open') await goIn();
      else await show(meeting.door === 'lobby' ? pages.named.waiting : meeting.door.page);
    };

    const turn = (device: OwnDevice, on = !uses[device]): void => {
      if (member) visit.tell({ type: 'turn', device, on });
      else {
        uses[device] = on;
        guest.redraw();
      }
    };

    const acts: Readonly<Record<string, (value: string, by_hand: boolean) => void>> = {
      typed(value, by_hand) {
        const couldPress = guest.canPress;
        state.name = value.trim();
        state.typedByHand ||= by_hand;
        if (guest.canPress !== couldPress) guest.redraw();
      },
      join: () => void press(),
      leave: () => void show(pages.named.left),
      send: (text) => member && meeting.chatIsOpen && text.trim() !== '' && meeting.write(member.id, text.trim()),
      camera: () => turn('camera'),
      microphone: () => turn('microphone'),
      'microphone on': () => turn('microphone', true),
      'microphone off': () => turn('microphone', false),
      screen: () => turn('screen'),
    };

    const guest: Guest = {
      meeting,
      visit,
      get name() {
        return state.name;
      },
      get place() {
        return state.place;
      },
      get hasAsked() {
        return state.asked;
      },
      get presses() {
        return state.presses;
      },
      get canPress() {
        const takesName = state.name !== '' && (pages.takesName?.(state.name) ?? true);
        return takesName && (!quirks.lateButton || state.typedByHand);
      },
      get member() {
        return member;
      },
      uses,
      open: new Set(),
      toggle(panel) {
        if (!guest.open.delete(panel)) guest.open.add(panel);
        guest.redraw();
      },
      redraw() {
        const { place } = state;
        if (place === '') return;
        visit.show(
          place === 'form' ? pages.form(guest) : place === 'inside' ? pages.inside(guest) : pages.page(place, guest),
        );
      },
      admit: goIn,
      deny: () => show(pages.named.denied),
      expire: () => show(pages.named.expired),
      remove: () => show(pages.named.removed),
      putBack: () => show(pages.named.waiting),
      show,
      came: (device) => connected?.came(device),
    };
    guests.push(guest);

    return {
      ready() {
        if (meeting.opensWith !== undefined) return void show(meeting.opensWith);
        state.place = 'form';
        guest.redraw();
        visit.tell({ type: 'ask_devices' });
        void visit.ask(dialogsOf(quirks.dialogs));
      },
      did(does, value, by_hand) {
        const act = acts[does];
        if (act) act(value, by_hand);
        else pages.did?.(does, value, guest);
      },
      devices(found) {
        Object.assign(uses, { camera: found, microphone: found });
        guest.redraw();
        const dialog = found ? undefined : pages.dialogs[pages.withoutDevices ?? ''];
        if (dialog && state.place === 'form') void visit.ask([dialog]);
      },
      turned(device, on, done) {
        if (!done || !member) return;
        uses[device] = on;
        meeting.use(member.id, device, on);
        guest.redraw();
      },
      told: (value) => pages.told?.(value, guest),
      gone() {
        connected?.close();
        connected = undefined;
        const left = member;
        member = undefined;
        if (!left) return;
        if (quirks.lingers_ms === 0) meeting.leave(left.id);
        else setTimeout(() => meeting.leave(left.id), quirks.lingers_ms).unref();
      },
    };
  };

  const those = (meeting: FacsimileMeeting): Guest[] => guests.filter((guest) => guest.meeting === meeting);

  return {
    guests,
    visited,
    async asked(meeting) {
      const last = () => those(meeting).findLast(({ hasAsked, visit }) => hasAsked && !visit.isGone);
      return (await until(last, (guest) => guest !== undefined)) as Guest;
    },
    async end(meeting) {
      const inside = those(meeting).filter(({ member }) => member);
      await Promise.all(inside.map((guest) => guest.show(pages.named.ended)));
    },
  };
};
