/** A facsimile of Zoom's web client: its pages, and what its hosts decide. */
import { type Connected, createGuestDesk, type Guest, type Pages } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import type { FacsimileMeeting } from '../meeting.ts';
import { createMeetings } from '../meetings.ts';
import { plain, type Quirks } from '../quirks.ts';
import { doorLeadsTo, everywhere, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { clientPage } from './corpus.ts';
import { createFeeds } from './feed.ts';
import { createMenuActs } from './menus.ts';
import * as pages from './pages.ts';
import { panelActs } from './places.ts';
import { playerScript } from './player.ts';
import { createRooms } from './rooms.ts';
import { createSeats, hereOf } from './seat.ts';
import { playedRate } from './sound.ts';
import { createViewActs, layoutOf, viewIn } from './views.ts';
import { words } from './words.ts';
import { type View, ZoomMeeting } from './zoom-meeting.ts';

const toastMs = 5_000;
const hosts = ['zoom.us', 'us02web.zoom.us', 'app.zoom.us'];
const firstNumber = 81_234_567_000;

/** What a test plays as the host. */
export interface ZoomFacsimile extends PlatformFacsimile {
  meeting(quirks?: Partial<Quirks>): ZoomMeeting;
  allowRecording(meeting: FacsimileMeeting): void;
  /** Before it was granted, or afterwards. */
  refuseRecording(meeting: FacsimileMeeting): void;
  /** Invites those into a room; guests see the question, others follow by `enterRoom`. */
  openRoom(meeting: FacsimileMeeting, name: string, ids: readonly string[]): void;
  enterRoom(meeting: FacsimileMeeting, id: string): void;
  /** Moves all guests into a room, and asks none of them; they are there once `way` is done. */
  moveIntoRoom(meeting: FacsimileMeeting, name: string, way: Promise<unknown>): Promise<void>;
  closeRooms(meeting: FacsimileMeeting): Promise<void>;
  /** From now on a guest hears everybody who is there by a track of their own, and the page plays nothing itself. */
  upgrade(guest: Guest): Promise<void>;
  /** In which language a guest reads captions, by its English name. */
  captionLanguage(guest: Guest): string;
  /** How a guest's client shows people now, also beside a shared screen. */
  viewOf(guest: Guest): View;
  /** How many samples the page of a guest was given to play, each time that it said so. */
  played(guest: Guest): readonly number[];
}

const numberIn = ({ pathname }: URL): string | undefined => /^\/(?:j|wc(?:\/join)?)\/(\d{9,11})/.exec(pathname)?.[1];
/** What the launcher of either client has for a browser. */
const goOn = 'a[role="button"], .zoom-button--secondary';
const isLauncher = ({ pathname }: URL): boolean => pathname.startsWith('/j/');

export const zoom = (): ZoomFacsimile => {
  const meetings = createMeetings(
    (number) => {
      const code = String(firstNumber + number);
      return [code, new ZoomMeeting(`https://us02web.zoom.us/j/${code}`)];
    },
    { place: 'frame' },
  );
  const seatOf = createSeats();
  const feeds = createFeeds(seatOf);
  const played = new WeakMap<Guest, readonly number[]>();
  const toasts = new WeakMap<Guest, ReturnType<typeof setTimeout>>();

  const playedBy = (guest: Guest): readonly number[] => played.get(guest) ?? [];

  const at = (url: URL) => meetings.called(numberIn(url) ?? '');
  const meetingOf = (guest: Guest): ZoomMeeting => guest.meeting as ZoomMeeting;
  const inside = (meeting: FacsimileMeeting): Guest[] =>
    desk.guests.filter((guest) => guest.meeting === meeting && guest.member && !guest.visit.isGone);

  const rooms = createRooms({ seatOf, inside, onMoved: feeds.tuneAgain });

  const toast = (guest: Guest, text: string): void => {
    seatOf(guest).toast = text;
    guest.redraw();
    clearTimeout(toasts.get(guest));
    const timer = setTimeout(() => {
      seatOf(guest).toast = undefined;
      guest.redraw();
    }, toastMs);
    timer.unref();
    toasts.set(guest, timer);
  };

  const joinAudio = (guest: Guest): void => {
    seatOf(guest).hasAudio = true;
    guest.visit.tell({ type: 'tell', value: { type: 'start', rate: playedRate } });
    guest.redraw();
  };

  const connect = async (guest: Guest): Promise<Connected> => {
    // What guests send goes by a connection of its own; nothing is received by it.
    const media = await guest.visit.connect({ sound: [], pictures: [] });
    feeds.tune(guest, media, false);
    if (meetingOf(guest).sound === 'by_itself') joinAudio(guest);
    return {
      came: (device) => feeds.mediaOf(guest)?.cameAt(device),
      close() {
        feeds.cease(guest);
        clearTimeout(toasts.get(guest));
        guest.visit.tell({ type: 'tell', value: { type: 'stop' } });
      },
    };
  };

  const record = (guest: Guest): void => {
    const seat = seatOf(guest);
    guest.open.delete('more');
    const isFree = !meetingOf(guest).asksToRecord || seat.recording === 'granted';
    if (seat.recording === 'requested') toast(guest, words.askHost);
    else seat.recording = isFree ? 'recording' : 'asking';
    guest.redraw();
  };

  const say = (guest: Guest, text: string): void => {
    const { member } = guest;
    guest.open.delete('draft');
    if (member && guest.meeting.chatIsOpen && text.trim() !== '')
      hereOf(guest, seatOf(guest)).write(member.id, text.trim(), seatOf(guest).receiver);
    guest.redraw();
  };

  const acts: Readonly<Record<string, (guest: Guest, value: string) => void>> = {
    passcode(guest, value) {
      seatOf(guest).passcode = value;
      guest.redraw();
    },
    wrong_passcode: (guest) => void guest.show('z07-passcode-wrong'),
    try_again(guest) {
      const isRight = seatOf(guest).passcode === meetingOf(guest).passcode;
      void guest.show(isRight ? 'form' : 'z07-passcode-wrong');
    },
    join_audio: joinAudio,
    ...panelActs,
    ...createMenuActs(seatOf),
    send_caption_request(guest) {
      guest.open.delete('caption_request');
      meetingOf(guest).captionRequests += 1;
      toast(guest, words.requestSent);
    },
    ...createViewActs(seatOf),
    receivers: (guest) => guest.toggle('receivers'),
    record,
    cloud_menu: (guest) => guest.toggle('cloud_menu'),
    cloud_request(guest) {
      meetingOf(guest).cloudRequests += 1;
      guest.toggle('cloud_menu');
    },
    stop_recording(guest) {
      seatOf(guest).recording = meetingOf(guest).asksToRecord ? 'granted' : 'not_asked';
      guest.open.delete('more');
      guest.redraw();
    },
    send_request(guest) {
      seatOf(guest).recording = 'requested';
      guest.redraw();
    },
    ask_no_more(guest) {
      seatOf(guest).recording = 'not_asked';
      guest.redraw();
    },
    enter_room: (guest) => void rooms.move(guest, seatOf(guest).invited),
    not_now(guest) {
      seatOf(guest).invited = undefined;
      guest.redraw();
    },
    leave_room: (guest) => void rooms.move(guest, undefined),
    leaving: (guest) => guest.toggle('leaving'),
    stray(guest) {
      meetingOf(guest).strayPresses += 1;
    },
    draft(guest, text) {
      const wasDrafted = guest.open.has('draft');
      if (text.trim() === '') guest.open.delete('draft');
      else guest.open.add('draft');
      if (guest.open.has('draft') !== wasDrafted) guest.redraw();
    },
    say,
  };

  const did: Pages['did'] = (does, value, guest) => {
    const [, receiver] = /^to (.+)$/.exec(does) ?? [];
    if (receiver === undefined) return acts[does]?.(guest, value);
    seatOf(guest).receiver = receiver;
    guest.open.delete('receivers');
    guest.redraw();
  };

  const desk = createGuestDesk({
    form: (guest) => pages.form(guest, seatOf(guest), meetingOf(guest)),
    page: (name, guest) => pages.page(name, guest, seatOf(guest), meetingOf(guest)),
    inside: (guest) => pages.inside(guest, seatOf(guest), meetingOf(guest)),
    named: {
      waiting: 'z21-waiting-room',
      denied: 'z25-refused-in-lobby',
      expired: 'z31-timeout-or-policy',
      removed: 'z45-removed',
      ended: 'z43-ended-by-host',
      left: 'z47-thanked-after-leaving',
    },
    dialogs: pages.dialogs,
    withoutDevices: 'devices',
    connect,
    did,
    told(value, guest) {
      const { type, samples } = value as { readonly type: string; readonly samples?: number };
      if (type === 'played') played.set(guest, [...playedBy(guest), samples ?? 0]);
    },
  });

  const answer = ({ url }: Asked): Answer | undefined =>
    url.pathname === '/_player.js' ? { status: 200, type: 'text/javascript', body: playerScript } : undefined;

  return {
    hosts,
    script: new URL('own.ts', import.meta.url),
    frame: '<iframe id="webclient" class="pwa-webclient__iframe" title="Zoom Web Client"></iframe>',
    desk,
    quirks(url) {
      const known = at(url)?.quirks;
      if (isLauncher(url)) return { ...(known ?? plain), place: 'page' };
      return known ?? (numberIn(url) === undefined ? undefined : plain);
    },
    visited(visit) {
      const meeting = at(visit.url)?.meeting;
      if (meeting && !isLauncher(visit.url)) return desk.visited(visit, meeting);
      const client = `https://app.zoom.us/wc/${numberIn(visit.url) ?? ''}/join${visit.url.search}`;
      return {
        ready() {
          const launcher = meeting?.client === '7.2.0' ? 'z01-join-from-browser' : 'z01-launcher';
          const html = clientPage(isLauncher(visit.url) ? launcher : 'z15-link-invalid');
          const title = isLauncher(visit.url) ? 'Launch Meeting - Zoom' : 'Error - Zoom';
          visit.show({ html, title, wires: [{ selector: goOn, on: 'click', does: 'go' }] });
        },
        did: (does) => (does === 'go' ? visit.tell({ type: 'go', url: client }) : undefined),
      };
    },
    answer,
    meeting: meetings.make,
    allowRecording(meeting) {
      for (const guest of inside(meeting)) {
        if (seatOf(guest).recording !== 'requested') continue;
        seatOf(guest).recording = 'granted';
        toast(guest, words.granted);
      }
    },
    refuseRecording(meeting) {
      for (const guest of inside(meeting)) {
        seatOf(guest).recording = 'denied';
        toast(guest, words.denied);
      }
    },
    openRoom: rooms.open,
    enterRoom: rooms.enter,
    moveIntoRoom: rooms.moveAll,
    closeRooms: rooms.close,
    async upgrade(guest) {
      const others = hereOf(guest, seatOf(guest)).members.filter(({ isGuest }) => !isGuest);
      const sound = others.map(({ id }) => ({ stream: id, track: `audio-${id}` }));
      const media = await guest.visit.connect({ sound, pictures: [] });
      // The page goes on playing what it decodes itself until its tracks can bring something.
      await media.connected;
      feeds.tune(guest, media, true);
      guest.visit.tell({ type: 'tell', value: { type: 'stop' } });
    },
    viewOf(guest) {
      const seat = seatOf(guest);
      return viewIn(layoutOf(seat, meetingOf(guest), hereOf(guest, seat).members));
    },
    captionLanguage: (guest) => seatOf(guest).captionLanguage,
    played: playedBy,
    scenes: {
      ...everywhere,
      not_started: opensWith('z17-host-to-start'),
      not_found: opensWith('z16-number-invalid'),
      login_required: opensWith('z12-login-required'),
      blocked: doorLeadsTo('z10-bot-wall-dialog'),
      captcha: opensWith('z08-captcha-picture'),
      full: doorLeadsTo('z27-capacity'),
      locked: doorLeadsTo('z26-locked'),
      registration_required: opensWith('z32-registration'),
      passcode_required(meeting) {
        (meeting as ZoomMeeting).passcode = '481516';
        return undefined;
      },
    },
    [Symbol.dispose]: meetings[Symbol.dispose],
  };
};
