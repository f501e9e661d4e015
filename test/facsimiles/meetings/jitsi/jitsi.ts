/** A facsimile of Jitsi Meet: its pages, its page's store and conference, and a bridge whose lines change hands. */
import { randomUUID } from 'node:crypto';
import { until } from '../../../lab/until.ts';
import { type Connected, createGuestDesk, type Guest, type Pages } from '../guest.ts';
import type { MediaServer } from '../media/media-server.ts';
import { FacsimileMeeting, type Member, type Message } from '../meeting.ts';
import { createMeetings } from '../meetings.ts';
import { plain, type Quirks } from '../quirks.ts';
import { everywhere } from '../scenes.ts';
import type { OwnDevice } from '../stage/protocol.ts';
import type { PageHandler, Visit } from '../visit.ts';
import type { PlatformFacsimile } from '../world.ts';
import { type Bridge, createBridge, personOf, wishes } from './bridge.ts';
import * as pages from './pages.ts';
import { bridgeChannel, type FromJitsi, type Written } from './protocol.ts';
import { createRooms } from './rooms.ts';
import type { JitsiRules } from './rules.ts';
import { createSources } from './sources.ts';
import { before, jitsiHost, joined, tell, tellWire } from './tell.ts';
import { createTranscriber } from './transcriber.ts';

/** Where somebody signs in whom the server does not know. */
const loginHost = 'login.example.net';
/** The same beside the meetings, on their host. */
const loginPage = '/realms/meet/auth';
/** For those who are out (`enableClosePage`). */
const closePage = '/static/close2.html';

const writtenOf = (guest: Guest, { id, from, to, text, at_ms, isEdited }: Message): Written => ({
  id,
  from,
  to,
  text,
  at_ms,
  name: guest.meeting.member(from)?.name ?? '',
  is_edited: isEdited,
});

const recipientOf = ({ open }: Guest): string => [...open].find((one) => one.startsWith('to '))?.slice(3) ?? 'everyone';

/** The display name that a link hands over: a string of JSON behind its `#`. */
const givenIn = (hash: string): { readonly name: string; readonly skipsForm: boolean } => {
  const given = new URLSearchParams(hash.slice(1));
  const name = given.get('userInfo.displayName');
  return {
    name: name === null ? '' : String(JSON.parse(name)),
    skipsForm: given.get('config.prejoinConfig.enabled') === 'false',
  };
};

export interface Jitsi extends PlatformFacsimile {
  meeting(quirks?: Partial<Quirks>, rules?: JitsiRules): FacsimileMeeting;
  move(guest: Guest, room?: string): Promise<void>;
  /** Everybody but the guest goes into a breakout room. */
  part(guest: Guest, room: string): void;
  /** Begins to record the meeting: the guest is muted, and asked to understand it. Resolves once it has. */
  record(guest: Guest): Promise<void>;
  stopRecording(guest: Guest): void;
  /** A moderator mutes what the guest sends. Resolves once it is. */
  mute(guest: Guest, device: OwnDevice, by: Member): Promise<void>;
  /** Moderators have to allow whoever wants to be heard or seen. */
  moderate(guest: Guest): void;
  /** Somebody turns on that what is sent is encrypted end to end. */
  encrypt(guest: Guest, by: Member): void;
  /** One of them allows the guest to be heard. */
  allowToSpeak(guest: Guest): void;
}

export const jitsi = (): Jitsi => {
  const meetings = createMeetings((number) => {
    const path = `/Standup${number}`;
    return [path, new FacsimileMeeting(`https://${jitsiHost}${path}`, () => randomUUID().slice(0, 8))];
  });
  const rules = new WeakMap<FacsimileMeeting, JitsiRules>();
  const rulesOf = (meeting: FacsimileMeeting): JitsiRules => rules.get(meeting) ?? {};
  /** Who was made a moderator in the meeting: by the server, or by another one. */
  const owners = new Set<string>();
  const isModerator = ({ id, isHost }: Member): boolean => isHost || owners.has(id);
  const electOwner = ({ members }: FacsimileMeeting): void => {
    const [first] = members;
    if (first && !members.some(isModerator)) owners.add(first.id);
  };
  const bridges = new WeakMap<Guest, Bridge>();
  /** The page that a guest's client was told of last: what is drawn again has not happened again. */
  const told = new WeakMap<Guest, string>();
  const namedEarly = new WeakMap<Visit, Readonly<Record<string, number>>>();
  const sources = createSources();
  const transcriber = createTranscriber((guest, message) => tell(guest, { type: 'transcribed', message }));

  const rooms = createRooms();
  const tellRooms = (guest: Guest): void => {
    const told = rooms.told(guest);
    if (told) tell(guest, told);
  };

  const connect = async (guest: Guest): Promise<Connected> => {
    const { meeting, visit } = guest;
    let media: MediaServer | undefined;
    let bridge: Bridge | undefined;
    // Whoever is in the room is so before their connection to the bridge is there.
    void visit.connect(wishes, [bridgeChannel]).then((connected) => {
      media = connected;
      bridge = createBridge(
        connected,
        connected.channel(bridgeChannel),
        () => guest.member?.id,
        () => performance.now(),
        sources,
        visit.quirks.lateWord_ms,
      );
      bridges.set(guest, bridge);
      const early = namedEarly.get(visit);
      if (early) bridge.named(early);
    });
    let known: readonly string[] = [];
    const tellPeople = (): void => {
      const self = guest.member;
      if (!self) return;
      const now = meeting.members.map(({ id }) => id);
      for (const id of known) if (!now.includes(id)) bridge?.left(id);
      known = now;
      if (rulesOf(meeting).hasAutoOwner) electOwner(meeting);
      const told = (member: Member) => ({
        ...personOf(member, sources),
        role: isModerator(member) ? ('moderator' as const) : ('participant' as const),
      });
      tell(guest, { type: 'people', self: told(self), others: rooms.others(guest).map(told) });
      tellRooms(guest);
      guest.redraw();
    };
    const unheard = meeting.talk.listen((packets) => bridge?.hear(packets));
    const untold = meeting.listen({
      people: tellPeople,
      message(message) {
        const { from, to } = message;
        if (to !== 'everyone' && to !== guest.member?.id && from !== guest.member?.id) return;
        tell(guest, { type: 'message', message: writtenOf(guest, message) });
        guest.redraw();
      },
      caption: (caption) => transcriber.hear(guest, caption),
      pictures: (shown) => bridge?.pictures?.(shown),
    });
    const { isGroupChatClosed, isPrivateChatClosed, config = {} } = rulesOf(meeting);
    if (isGroupChatClosed) guest.open.add(pages.groupChatClosed);
    if (isPrivateChatClosed) guest.open.add(pages.privateChatClosed);
    tell(guest, { type: 'config', is: config });
    tell(guest, { type: 'conference', is: joined });
    tellPeople();
    return {
      came: (device) => media?.cameAt(device),
      close() {
        unheard();
        untold();
        // The lines of the next connection are others.
        bridges.delete(guest);
        namedEarly.delete(visit);
      },
    };
  };

  const isPassword = ({ meeting }: Guest, value: string): boolean => rulesOf(meeting).password === value;

  const acts: Readonly<Record<string, (guest: Guest, value: string) => void>> = {
    chat: (guest) => guest.toggle('chat'),
    recipient(guest, id) {
      for (const one of guest.open) if (one.startsWith('to ')) guest.open.delete(one);
      if (id !== 'groupchat') guest.open.add(`to ${id}`);
      if ([pages.groupChatClosed, pages.privateChatClosed].some((one) => guest.open.has(one))) guest.redraw();
    },
    write(guest, text) {
      const { meeting, member } = guest;
      if (!member || !meeting.chatIsOpen || text.trim() === '') return;
      const to = recipientOf(guest);
      if (to === 'everyone' || !rulesOf(meeting).refusesPrivateChat) {
        meeting.write(member.id, text.trim(), to);
        return;
      }
      // The page shows it as sent before the server has said anything.
      const message = { id: randomUUID(), from: member.id, to, text: text.trim(), at_ms: Date.now(), isEdited: false };
      tell(guest, { type: 'message', message: writtenOf(guest, message) });
      tell(guest, { type: 'message_refused' });
    },
    password(guest, value) {
      void (isPassword(guest, value) ? guest.admit() : guest.show('j14-password-wrong'));
    },
    [pages.hangUpMenu]: (guest) => guest.toggle(pages.hangUpMenu),
    end: ({ meeting }) => void desk.end(meeting),
    [pages.moderationNotice]: (guest) => guest.open.add(pages.moderationNotice),
    enterPassword: (guest) => void guest.show('j12-lobby-password'),
    lobbyPassword(guest, value) {
      void (isPassword(guest, value) ? guest.admit() : guest.show('j13-lobby-password-wrong'));
    },
  };

  const of: Pages = {
    form: pages.form,
    elsewhere: (name) =>
      ({
        login: `https://${loginHost}/auth`,
        closed: `https://${jitsiHost}${closePage}`,
        login_beside: `https://${jitsiHost}${loginPage}`,
      })[name],
    page(name, guest) {
      const isNews = told.get(guest) !== name;
      if (isNews) tellWire(guest, name);
      if (name === 'left') tell(guest, { type: 'conference', is: before });
      told.set(guest, name);
      if (isNews && name === 'j14-password') {
        // The client knows before it has drawn the dialog.
        void guest.visit.pause().then(() => guest.redraw());
        return pages.form(guest);
      }
      return pages.page(name, guest);
    },
    inside(guest) {
      told.delete(guest);
      return pages.inside(guest, rooms.others(guest), guest.member !== undefined && isModerator(guest.member));
    },
    named: {
      waiting: 'j08-asking',
      denied: 'j10-rejected',
      // Jitsi's lobby keeps people waiting for as long as it is there.
      expired: 'j11-lobby-closed',
      removed: 'j26-kicked',
      ended: 'j27-terminated',
      left: 'left',
    },
    dialogs: pages.dialogs,
    connect,
    did: (does, value, guest) => acts[does]?.(guest, value),
  };
  const desk = createGuestDesk(of);
  const at = ({ hostname, pathname }: URL) => (hostname === jitsiHost ? meetings.called(pathname) : undefined);

  /** The client that a desk's page is in: it begins late, and does by itself what its link tells it. */
  const client = (visit: Visit, handler: PageHandler): PageHandler => {
    const guest = desk.guests.at(-1);
    let isBooted = false;
    let isConnecting = false;
    /** The page takes a press at once, and no other; a conference it has when the server has answered. */
    const connectAnd = async ({ meeting }: Guest, join: () => void): Promise<void> => {
      isConnecting = true;
      tell({ visit }, { type: 'pressed' });
      await visit.pause();
      await rulesOf(meeting).answered;
      isConnecting = false;
      tell({ visit }, { type: 'joining' });
      join();
    };
    return {
      ...handler,
      ready() {
        handler.ready?.();
        void visit.pause().then(() => {
          isBooted = true;
          tell({ visit }, { type: 'booted', room: decodeURIComponent(visit.url.pathname.slice(1)) });
          if (guest?.place === 'form' || guest?.place === '') tell({ visit }, { type: 'conference', is: before });
        });
      },
      did(does, value, by_hand) {
        const act = () => handler.did?.(does, value, by_hand);
        if (does !== 'join') act();
        // Before the client has begun a press is lost.
        else if (!isBooted || isConnecting) return;
        else if (guest && guest.presses >= (visit.quirks.lateButton ? 1 : 0)) void connectAnd(guest, act);
        else act();
      },
      told(value) {
        const said = value as FromJitsi;
        if (said.type === 'wants') {
          const bridge = guest && bridges.get(guest);
          bridge?.wanted(said.lines, said.of_others);
        } else if (said.type === 'lines') {
          namedEarly.set(visit, said.ssrcs);
          const bridge = guest && bridges.get(guest);
          bridge?.named(said.ssrcs);
        } else if (said.type === 'recipient') handler.did?.('recipient', said.id, false);
        else if (said.type === 'asks_for_captions') transcriber.asked(guest);
        else if (said.type === 'hang_up') handler.did?.('leave', '', false);
        else if (said.type === 'grants') {
          const { meeting, member } = guest ?? {};
          if (!meeting || !member || !isModerator(member)) return;
          owners.add(said.id);
          meeting.changed();
        } else if (said.type === 'send') {
          const { meeting, member } = guest ?? {};
          if (member) meeting?.write(member.id, said.text, said.to);
        } else {
          const { name, skipsForm } = givenIn(said.hash);
          if (name !== '') handler.did?.('typed', name, true);
          if (skipsForm) void visit.pause().then(() => handler.did?.('join', '', true));
        }
      },
    };
  };

  return {
    hosts: [jitsiHost, loginHost],
    script: new URL('page/page.ts', import.meta.url),
    desk,
    quirks: (url) =>
      url.hostname === loginHost || [closePage, loginPage].includes(url.pathname) ? plain : at(url)?.quirks,
    visited(visit) {
      if (visit.url.hostname === loginHost) return { ready: () => visit.show(pages.login) };
      if (visit.url.pathname === closePage) return { ready: () => visit.show(pages.closed) };
      if (visit.url.pathname === loginPage) return { ready: () => visit.show(pages.accountAsked) };
      const meeting = at(visit.url)?.meeting;
      if (!meeting) throw new Error(`there is no meeting at ${visit.url.pathname}`);
      const { token } = rulesOf(meeting);
      if (token !== undefined && visit.url.searchParams.get('jwt') !== token)
        meeting.door = { page: 'j16-token-refused-by-the-server' };
      return client(visit, desk.visited(visit, meeting));
    },
    meeting(quirks, own = {}) {
      const meeting = meetings.make(quirks);
      rules.set(meeting, own);
      if (own.hasLobby) meeting.door = 'lobby';
      else if (own.password !== undefined) meeting.door = { page: 'j14-password' };
      return meeting;
    },
    scenes: everywhere,
    async move(guest, room) {
      const { camera, microphone } = guest.uses;
      const before = bridges.get(guest);
      if (room !== undefined) rooms.open(guest, room);
      tellRooms(guest);
      await guest.show(room === undefined ? 'j24-to-the-main-room' : 'j24-to-a-breakout-room');
      tell(guest, { type: 'moved', into: room === undefined ? 'main' : 'breakout' });
      namedEarly.delete(guest.visit);
      rooms.fill(guest, room === undefined ? 'nobody' : 'guest');
      if (room === undefined && rulesOf(guest.meeting).password !== undefined) {
        tell(guest, { type: 'joining' });
        await guest.show('j24-to-a-locked-main-room');
      } else await guest.admit();
      // The page turns on again what was on, but for a screen (`moveToRoom` in features/breakout-rooms/actions.ts).
      const again = Object.entries({ camera, microphone }).filter(([, isOn]) => isOn);
      await until(
        () => bridges.get(guest),
        (bridge) => bridge !== undefined && bridge !== before,
      );
      for (const [device] of again) guest.visit.tell({ type: 'turn', device: device as OwnDevice, on: true });
    },
    part(guest, room) {
      rooms.open(guest, room);
      rooms.fill(guest, 'others');
      guest.meeting.changed();
    },
    async record(guest) {
      guest.open.add(pages.unmuteBlocked);
      tell(guest, { type: 'unmute_blocked' });
      tell(guest, { type: 'recording', status: 'on' });
      for (const device of ['microphone', 'camera'] as const)
        if (guest.uses[device]) guest.visit.tell({ type: 'turn', device, on: false });
      guest.redraw();
      await guest.visit.ask([pages.dialogs.recording]);
      guest.open.delete(pages.unmuteBlocked);
      guest.redraw();
    },
    async mute(guest, device, by) {
      guest.visit.tell({ type: 'turn', device, on: false });
      await until(
        () => guest.uses[device],
        (isOn) => !isOn,
      );
      tell(guest, { type: 'muted', device, by: by.id });
    },
    moderate(guest) {
      guest.open.add(pages.moderated);
      tell(guest, { type: 'moderation', is: { audioModerationEnabled: true, videoModerationEnabled: true } });
      guest.redraw();
    },
    allowToSpeak(guest) {
      guest.open.delete(pages.moderated);
      const is = { audioModerationEnabled: true, audioUnmuteApproved: true, videoModerationEnabled: true };
      tell(guest, { type: 'moderation', is });
      tell(guest, { type: 'event', name: 'conference.av_moderation.approved', params: [{ mediaType: 'audio' }] });
      guest.redraw();
    },
    encrypt: (guest, by) => tell(guest, { type: 'encrypts', id: by.id }),
    stopRecording: (guest) => tell(guest, { type: 'recording', status: 'off' }),
    [Symbol.dispose]: meetings[Symbol.dispose],
  };
};
