/** A facsimile of Zoom's web client: its pages, its sound as the page plays it, and what its hosts decide. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Connected, createGuestDesk, type Guest, type Pages } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import type { MediaServer } from '../media/media-server.ts';
import { type Caption, FacsimileMeeting, type Message } from '../meeting.ts';
import { plain, type Quirks } from '../quirks.ts';
import { doorLeadsTo, everywhere, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { clientPage } from './corpus.ts';
import * as pages from './pages.ts';
import { playerScript } from './player.ts';
import { createSeats, type Seat } from './seat.ts';
import { listenToMix, playedRate } from './sound.ts';
import { words } from './words.ts';
import { type Room, userIdOf, ZoomMeeting } from './zoom-meeting.ts';

const shownCaptions = 50;
const toastMs = 5_000;
const movingMs = 300;
const speaksForMs = 400;
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
  closeRooms(meeting: FacsimileMeeting): Promise<void>;
  /** From now on a guest hears everybody who is there by a track of their own, and the page plays nothing itself. */
  upgrade(guest: Guest): Promise<void>;
  /** In which language a guest reads captions, by its English name. */
  captionLanguage(guest: Guest): string;
  /** How many samples the page of a guest was given to play. */
  played(guest: Guest): number;
}

/** What keeps one page told, until it ceases. */
interface Feed {
  cease(): void;
  media: MediaServer;
  isUpgraded: boolean;
}

const numberIn = ({ pathname }: URL): string | undefined => /^\/(?:j|wc(?:\/join)?)\/(\d{9,11})/.exec(pathname)?.[1];
const isLauncher = ({ pathname }: URL): boolean => pathname.startsWith('/j/');

export const zoom = (): ZoomFacsimile => {
  const meetings = new Map<string, { readonly meeting: ZoomMeeting; readonly quirks: Quirks }>();
  const seatOf = createSeats();
  const feeds = new WeakMap<Guest, Feed>();
  const played = new WeakMap<Guest, number>();
  const toasts = new WeakMap<Guest, ReturnType<typeof setTimeout>>();
  let count = 0;

  const at = (url: URL) => meetings.get(numberIn(url) ?? '');
  const meetingOf = (guest: Guest): ZoomMeeting => guest.meeting as ZoomMeeting;
  const hereOf = (guest: Guest): FacsimileMeeting => seatOf(guest).room?.meeting ?? guest.meeting;
  const inside = (meeting: FacsimileMeeting): Guest[] =>
    desk.guests.filter((guest) => guest.meeting === meeting && guest.member && !guest.visit.isGone);

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

  const tellCaption = (guest: Guest, caption: Caption): void => {
    if (!guest.open.has('captions')) return;
    const seat = seatOf(guest);
    const before = seat.said.filter(({ id }) => id !== caption.id);
    seat.said = [...before, caption].slice(-shownCaptions);
    guest.redraw();
  };

  const tellMessage = (guest: Guest, { to, from }: Message): void => {
    if (to === 'everyone' || [to, from].includes(guest.member?.id ?? '')) guest.redraw();
  };

  /** Whoever spoke last is who the page shows. */
  const followSpeaker = (guest: Guest, here: FacsimileMeeting): (() => void) => {
    let heard_ms = 0;
    return here.talk.listen(([first]) => {
      const seat = seatOf(guest);
      if (!first) return;
      const now_ms = Date.now();
      const isOther = seat.speaker !== first.speaker;
      if (isOther && now_ms - heard_ms < speaksForMs) return;
      heard_ms = now_ms;
      if (!isOther) return;
      seat.speaker = first.speaker;
      guest.redraw();
    });
  };

  const isOther = (guest: Guest) => (speaker: string) => speaker !== guest.member?.id;

  const playMix = (guest: Guest, here: FacsimileMeeting): (() => void) =>
    listenToMix(here.talk, isOther(guest), (piece) => {
      if (!seatOf(guest).hasAudio || feeds.get(guest)?.isUpgraded) return;
      const base64 = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64');
      guest.visit.tell({ type: 'tell', value: { type: 'sound', base64 } });
    });

  /** A line for each who is there now, called by their number. */
  const sendLines = (guest: Guest, here: FacsimileMeeting, { sound }: MediaServer): (() => void) =>
    here.talk.listen((packets) => {
      if (!seatOf(guest).hasAudio) return;
      for (const { speaker, packet, at } of packets)
        sound.find(({ stream }) => stream === speaker)?.send(packet, at, { sources: [], level: 30 });
    });

  /** Tells a page of the room that it is in, in place of the one before. */
  const tune = (guest: Guest, media: MediaServer, isUpgraded: boolean): void => {
    feeds.get(guest)?.cease();
    const here = hereOf(guest);
    const ceasing = [
      isUpgraded ? sendLines(guest, here, media) : playMix(guest, here),
      followSpeaker(guest, here),
      here.listen({
        people: () => guest.redraw(),
        message: (message) => tellMessage(guest, message),
        caption: (caption) => tellCaption(guest, caption),
      }),
    ];
    feeds.set(guest, {
      media,
      isUpgraded,
      cease() {
        for (const cease of ceasing) cease();
      },
    });
  };
  const tuneAgain = (guest: Guest): void => {
    const feed = feeds.get(guest);
    if (feed) tune(guest, feed.media, feed.isUpgraded);
  };

  const joinAudio = (guest: Guest): void => {
    seatOf(guest).hasAudio = true;
    guest.visit.tell({ type: 'tell', value: { type: 'start', rate: playedRate } });
    guest.redraw();
  };

  const connect = async (guest: Guest): Promise<Connected> => {
    // What guests send goes by a connection of its own; nothing is received by it.
    const media = await guest.visit.connect({ sound: [], pictures: [] });
    tune(guest, media, false);
    if (meetingOf(guest).sound === 'by_itself') joinAudio(guest);
    return {
      came: (device) => feeds.get(guest)?.media.cameAt(device),
      close() {
        feeds.get(guest)?.cease();
        clearTimeout(toasts.get(guest));
        guest.visit.tell({ type: 'tell', value: { type: 'stop' } });
      },
    };
  };

  const toggled = (guest: Guest, what: string): void => {
    if (!guest.open.delete(what)) guest.open.add(what);
    guest.redraw();
  };

  const record = (guest: Guest): void => {
    const seat = seatOf(guest);
    guest.open.delete('more');
    const isFree = !meetingOf(guest).asksToRecord || seat.recording === 'granted';
    if (seat.recording === 'requested') toast(guest, words.askHost);
    else seat.recording = isFree ? 'recording' : 'asking';
    guest.redraw();
  };

  const move = async (guest: Guest, room: Room | undefined): Promise<void> => {
    const seat = seatOf(guest);
    const { member } = guest;
    if (!member) return;
    guest.open.delete('leaving');
    Object.assign(seat, {
      invited: undefined,
      closing_s: undefined,
      moving: room ? words.roomMoving.replace('{0}', room.name) : words.roomReturning,
    } satisfies Partial<Seat>);
    guest.redraw();
    await pause(movingMs);
    seat.room?.meeting.leave(member.id);
    room?.meeting.enter(member.name, { id: member.id, isGuest: true });
    Object.assign(seat, { room, moving: undefined, said: [], receiver: 'everyone' } satisfies Partial<Seat>);
    tuneAgain(guest);
    guest.redraw();
  };

  const say = (guest: Guest, text: string): void => {
    const { member } = guest;
    guest.open.delete('draft');
    if (member && guest.meeting.chatIsOpen && text.trim() !== '')
      hereOf(guest).write(member.id, text.trim(), seatOf(guest).receiver);
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
    people: (guest) => toggled(guest, 'people'),
    chat: (guest) => toggled(guest, 'chat'),
    more(guest) {
      const open = ['more', 'captions_menu', 'languages'].filter((menu) => guest.open.delete(menu));
      if (open.length === 0) guest.open.add('more');
      guest.redraw();
    },
    languages(guest) {
      guest.open.delete('captions_menu');
      toggled(guest, 'languages');
    },
    language(guest, name) {
      guest.open.delete('languages');
      seatOf(guest).captionLanguage = name.trim();
      guest.redraw();
    },
    captions_menu(guest) {
      guest.open.delete('more');
      toggled(guest, 'captions_menu');
    },
    captions(guest) {
      guest.open.delete('captions_menu');
      toggled(guest, 'captions');
    },
    transcript(guest) {
      guest.open.delete('captions_menu');
      toggled(guest, 'transcript');
    },
    request_captions(guest) {
      guest.open.delete('captions_menu');
      guest.open.add('captions_requested');
      guest.redraw();
    },
    receivers: (guest) => toggled(guest, 'receivers'),
    record,
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
    enter_room: (guest) => void move(guest, seatOf(guest).invited),
    not_now(guest) {
      seatOf(guest).invited = undefined;
      guest.redraw();
    },
    leave_room: (guest) => void move(guest, undefined),
    leaving: (guest) => toggled(guest, 'leaving'),
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
    page: pages.page,
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
      if (type === 'played') played.set(guest, samples ?? 0);
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
          const html = clientPage(isLauncher(visit.url) ? 'z01-launcher' : 'z15-link-invalid');
          const title = isLauncher(visit.url) ? 'Launch Meeting - Zoom' : 'Error - Zoom';
          visit.show({ html, title, wires: [{ selector: 'a[role="button"]', on: 'click', does: 'go' }] });
        },
        did: (does) => (does === 'go' ? visit.tell({ type: 'go', url: client }) : undefined),
      };
    },
    answer,
    meeting(quirks = {}) {
      count += 1;
      const number = String(firstNumber + count);
      const meeting = new ZoomMeeting(`https://us02web.zoom.us/j/${number}`);
      meetings.set(number, { meeting, quirks: { ...plain, seed: count, place: 'frame', ...quirks } });
      return meeting;
    },
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
    openRoom(meeting, name, ids) {
      const of = meeting as ZoomMeeting;
      const room: Room = { name, meeting: new FacsimileMeeting(meeting.url, userIdOf) };
      of.rooms = [...of.rooms, room];
      for (const guest of inside(meeting)) {
        if (!ids.includes(guest.member?.id ?? '')) continue;
        seatOf(guest).invited = room;
        guest.redraw();
      }
    },
    enterRoom(meeting, id) {
      const member = meeting.member(id);
      const room = (meeting as ZoomMeeting).rooms.at(-1);
      if (!member || !room) throw new Error(`there is no room that ${id} could enter`);
      room.meeting.enter(member.name, { id, camera: member.uses.camera, isHost: member.isHost });
    },
    async closeRooms(meeting) {
      const there = inside(meeting).filter((guest) => seatOf(guest).room);
      for (const guest of there) {
        seatOf(guest).closing_s = 1;
        guest.redraw();
      }
      await pause(movingMs);
      await Promise.all(there.map((guest) => move(guest, undefined)));
    },
    async upgrade(guest) {
      const others = hereOf(guest).members.filter(({ isGuest }) => !isGuest);
      const sound = others.map(({ id }) => ({ stream: id, track: `audio-${id}` }));
      const media = await guest.visit.connect({ sound, pictures: [] });
      // The page goes on playing what it decodes itself until its tracks can bring something.
      await media.connected;
      tune(guest, media, true);
      guest.visit.tell({ type: 'tell', value: { type: 'stop' } });
    },
    captionLanguage: (guest) => seatOf(guest).captionLanguage,
    played: (guest) => played.get(guest) ?? 0,
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
    [Symbol.dispose]() {
      for (const { meeting } of meetings.values()) meeting[Symbol.dispose]();
    },
  };
};
