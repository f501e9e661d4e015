/** A facsimile of Teams for the web: its pages, its mix of sound, and what its services tell its page. */
import type { WebSocket } from 'ws';
import { type Connected, createGuestDesk, type Guest, type Pages } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import type { MediaServer } from '../media/media-server.ts';
import { type Caption, FacsimileMeeting, type Member, type Message } from '../meeting.ts';
import { pageOf } from '../pages.ts';
import { createBadLine, plain, type Quirks } from '../quirks.ts';
import { doorLeadsTo, everywhere, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { createMix } from './mix.ts';
import * as pages from './pages.ts';
import {
  chatEvent,
  conversationUrl,
  createRoster,
  dominantSpeakers,
  type End,
  endFrame,
  greetings,
  joinAnswer,
  personId,
  type RosterMember,
  recognition,
  requestIn,
  rosterFrame,
  sourceRequest,
  sourcesOf,
} from './wire.ts';

const trouter = 'go-eu.trouter.teams.microsoft.com';
const flightproxy = 'api.flightproxy.teams.microsoft.com';
const foreignPages = ['t16-login-work', 't16-login-personal', 't24-consumer-login'];
const pictureStreams = [2_001, 2_002, 2_003, 2_004];
const nothingAnyMore = -1;
const mostSpeakers = 5;
const shownCaptions = 3;
/** Those of the lobby are numbered apart. */
const firstInLobby = 500;
const lettersOfPasscode = 'hT6pQz';

/** What the services say where a page of this name is shown. */
const ends: Readonly<Record<string, End>> = {
  't11-denied': { subCode: 5854, phrase: 'Request to join was denied' },
  't12-declined': { subCode: 5854, phrase: 'Request to join was declined' },
  't20-anonymous-off': { subCode: 5723, phrase: 'Anonymous join is disabled' },
  't31-removed': { subCode: 5300, phrase: 'Removed by another participant' },
  't32-meeting-ended': { phrase: 'Conversation ended' },
};

/** The call socket of one page. */
const createCallLine = (guest: Guest) => {
  const { visit } = guest;
  const badLine = createBadLine(visit.quirks.wire, visit.chance);
  let socket: WebSocket | undefined;
  let waiting: string[] = [...greetings];
  let frames = 0;

  const send = (text: string): void => {
    if (socket) socket.send(text);
    else waiting.push(text);
  };
  return {
    opened(made: WebSocket): void {
      socket = made;
      for (const text of waiting.splice(0)) made.send(text);
      made.on('close', () => {
        if (socket === made) socket = undefined;
        waiting = [...greetings];
      });
    },
    say(make: (id: number) => string): void {
      frames += 1;
      for (const bytes of badLine(Buffer.from(make(frames)))) send(Buffer.from(bytes).toString());
    },
  };
};
type CallLine = ReturnType<typeof createCallLine>;

export interface Teams extends PlatformFacsimile {
  /** Somebody joins with a second device, and is one person still. */
  addDevice(meeting: FacsimileMeeting, id: string): void;
  /** Somebody waits in the lobby, until they `enter` under their id. */
  wait(meeting: FacsimileMeeting, name: string): Member;
  /** The meeting's pages keep no call within reach, and are told of the chat by no worker. */
  keepToItself(meeting: FacsimileMeeting): void;
  /** Where the meeting's pages have captions turned on. */
  placeCaptions(meeting: FacsimileMeeting, place: pages.CaptionsPlace): void;
  /** The count and the toolbar are gone, and nothing else, as some meetings end. */
  loseBadge(guest: Guest): void;
}

export const teams = (): Teams => {
  const meetings = new Map<string, { readonly meeting: FacsimileMeeting; readonly quirks: Quirks }>();
  const captionsPlaces = new WeakMap<FacsimileMeeting, pages.CaptionsPlace>();
  const twice = new WeakMap<FacsimileMeeting, Set<string>>();
  const lobbies = new WeakMap<FacsimileMeeting, readonly Member[]>();
  const secretive = new WeakSet<FacsimileMeeting>();
  const lines = new Map<string, CallLine>();
  const lineIds = new WeakMap<Guest, string>();
  const rosters = new WeakMap<Guest, ReturnType<typeof createRoster>>();
  /** What the roster was when a page came in, by its socket. */
  const snapshots = new Map<string, object>();
  const shown = new WeakMap<Guest, Caption[]>();
  const heard = new WeakMap<Guest, string>();
  const told = new WeakMap<Guest, Set<string>>();
  /** Who was ever in a meeting: people of another one have the same ids. */
  const named = new WeakMap<FacsimileMeeting, Map<string, string>>();
  /** Servers number messages by when they came. */
  const numbers = new Map<string, number>();
  let newest = 0;
  let count = 0;

  const numberOf = ({ id, at_ms }: Message): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    newest = Math.max(newest + 1, at_ms);
    numbers.set(id, newest);
    return newest;
  };

  const codeIn = ({ pathname }: URL): string => /^\/meet\/(\d+)/.exec(pathname)?.[1] ?? '';

  /** The page opens its socket when it begins. */
  const lineOf = (guest: Guest): CallLine => {
    const known = lines.get(lineIds.get(guest) ?? '');
    if (known) return known;
    const id = String(lines.size + 1);
    const line = createCallLine(guest);
    lines.set(id, line);
    lineIds.set(guest, id);
    guest.visit.tell({ type: 'open_socket', url: `wss://${trouter}/v4/c?epid=${id}&con_num=1` });
    return line;
  };

  const sayEnd = (guest: Guest, page: string): void => {
    const end = ends[page];
    const before = told.get(guest) ?? new Set();
    if (!end || before.has(page)) return;
    told.set(guest, before.add(page));
    const sender = page === 't31-removed' ? guest.meeting.members.find(({ isHost }) => isHost) : undefined;
    lineOf(guest).say((id) => endFrame(id, { ...end, sender }));
  };

  const membersOf = (meeting: FacsimileMeeting): RosterMember[] => {
    const names = named.get(meeting) ?? new Map();
    named.set(meeting, names);
    const inside = meeting.members.map((member) => {
      names.set(member.id, member.name);
      return { member, hasSecond: twice.get(meeting)?.has(member.id) === true };
    });
    const outside = (lobbies.get(meeting) ?? []).filter(({ id }) => !meeting.member(id));
    return [...inside, ...outside.map((member) => ({ member, hasSecond: false, isWaiting: true }))];
  };

  /** Keeps a page told of what changes; answers how to cease. */
  const keepTold = (guest: Guest, media: MediaServer): (() => void) => {
    const { meeting, visit } = guest;
    const line = lineOf(guest);
    const opened = media.channel('main-channel');
    const badLine = createBadLine(visit.quirks.wire, visit.chance);
    /** What comes by which stream, as the page has asked for it. */
    const asked = new Map<number, number>();
    /** What the page itself means to see, by stream. */
    const wanted = new Map<number, number>();
    let history: number[] = [];
    let requests = 0;

    const send = (message: Uint8Array): void => {
      for (const one of badLine(message))
        void opened.then(async (channel) => {
          await channel.open;
          channel.send(one);
        });
    };
    void opened.then((channel) =>
      channel.onMessage((message) => {
        const request = requestIn(message);
        if (request) asked.set(request.streamMsid, request.sourceId);
      }),
    );

    const request = (streamMsid: number, sourceId: number): void => {
      requests += 1;
      wanted.set(streamMsid, sourceId);
      const base64 = Buffer.from(sourceRequest(requests, sourceId, streamMsid)).toString('base64');
      void opened.then(async (channel) => {
        await channel.open;
        visit.tell({ type: 'send', by: 'channel', to: 'main-channel', base64 });
      });
    };

    /** The page asks for those whom it shows, as far as it has streams. */
    const choosePictures = (): void => {
      const sources = meeting.members
        .filter(({ isGuest }) => !isGuest)
        .flatMap((member) => {
          const { screen, video } = sourcesOf(member);
          return [...(member.uses.screen ? [screen] : []), ...(member.uses.camera ? [video] : [])];
        });
      for (const [stream, source] of wanted)
        if (source !== nothingAnyMore && !sources.includes(source)) request(stream, nothingAnyMore);
      const free = pictureStreams.filter((stream) => (wanted.get(stream) ?? nothingAnyMore) === nothingAnyMore);
      for (const source of sources) {
        if ([...wanted.values()].includes(source)) continue;
        const stream = free.shift();
        if (stream !== undefined) request(stream, source);
      }
    };

    const tellPeople = (): void => {
      const changes = rosters.get(guest)?.changes(membersOf(meeting));
      if (changes) line.say((id) => rosterFrame(id, changes));
      choosePictures();
      guest.redraw();
    };

    const mix = createMix(media.sound, {
      sourceOf(speaker) {
        const member = meeting.member(speaker);
        return member && sourcesOf(member).audio;
      },
      onSpeaker(source) {
        history = [source, ...history.filter((one) => one !== source)].slice(0, mostSpeakers);
        send(dominantSpeakers(history));
        const member = meeting.members.find((one) => sourcesOf(one).audio === source);
        if (member) heard.set(guest, member.id);
        guest.redraw();
      },
    });
    const unheard = meeting.talk.listen(mix);
    const tellMessage = (message: Message): void => {
      guest.redraw();
      const name = named.get(meeting)?.get(message.from) ?? '';
      if (!secretive.has(meeting))
        visit.tell({ type: 'tell', value: { type: 'answer', response: chatEvent(message, numberOf(message), name) } });
    };
    const untold = meeting.listen({
      people: tellPeople,
      message: tellMessage,
      caption(caption) {
        if (!guest.open.has('captions')) return;
        send(recognition(caption));
        const before = (shown.get(guest) ?? []).filter(({ id }) => id !== caption.id);
        shown.set(guest, [...before, caption].slice(-shownCaptions));
        guest.redraw();
      },
      pictures(all) {
        for (const { member, kind, picture } of all) {
          const { screen, video } = sourcesOf(member);
          const source = kind === 'screen' ? screen : video;
          const stream = [...asked].find(([, one]) => one === source)?.[0];
          media.pictures.find((one) => one.stream === String(stream))?.send(picture, Date.now() % 2 ** 31);
        }
      },
    });
    tellPeople();
    return () => {
      unheard();
      untold();
    };
  };

  const connect = async (guest: Guest): Promise<Connected> => {
    const { meeting, visit, member } = guest;
    const code = codeIn(new URL(meeting.url));
    const roster = createRoster();
    rosters.set(guest, roster);
    lineOf(guest);
    const lineId = lineIds.get(guest) ?? '';
    snapshots.set(lineId, roster.changes(membersOf(meeting)) ?? {});
    const media = await visit.connect(
      {
        sound: [
          { stream: 'mainAudio', track: 'mainAudio-1' },
          { stream: 'audio', track: 'audio-2' },
        ],
        pictures: pictureStreams.map((stream) => ({ stream: String(stream), track: `video-${stream}` })),
        // An offer with no channel in it leaves no room for those of the page.
        channels: ['control'],
      },
      ['main-channel'],
    );
    const from = { id: member?.id, displayName: member?.name, languageId: 'en-US' };
    const body = JSON.stringify({
      conversationRequest: { roster: { type: 'Delta' } },
      participants: { from },
      debugContent: { line: lineId },
    });
    if (member && !secretive.has(meeting)) visit.tell({ type: 'tell', value: { type: 'call', caller: member.id } });
    visit.tell({ type: 'fetch', url: conversationUrl(code), method: 'POST', body });
    return { came: media.cameAt, close: keepTold(guest, media) };
  };

  const toggled = (guest: Guest, what: string): void => {
    if (!guest.open.delete(what)) guest.open.add(what);
    guest.redraw();
  };
  const acts: Readonly<Record<string, (guest: Guest) => void>> = {
    chat: (guest) => toggled(guest, 'chat'),
    people: (guest) => toggled(guest, 'people'),
    menu(guest) {
      guest.open.delete('language');
      toggled(guest, 'menu');
    },
    language: (guest) => toggled(guest, 'language'),
    captions(guest) {
      for (const one of ['menu', 'language']) guest.open.delete(one);
      toggled(guest, 'captions');
    },
    continue(guest) {
      void guest.show('form');
      guest.visit.tell({ type: 'ask_devices' });
    },
    rejoin: (guest) => guest.visit.tell({ type: 'go', url: guest.meeting.url }),
  };

  const of: Pages = {
    form(guest) {
      lineOf(guest);
      return pages.form(guest);
    },
    page(name, guest) {
      sayEnd(guest, name);
      return pages.page(name, guest);
    },
    elsewhere: (name) => (name === 'form' ? undefined : pages.elsewhere(name)),
    inside: (guest) =>
      pages.inside(guest, {
        captions: shown.get(guest) ?? [],
        captionsPlace: captionsPlaces.get(guest.meeting) ?? 'language',
        heard: heard.get(guest),
        nameOf: (id) => named.get(guest.meeting)?.get(id) ?? '',
        numberOf,
      }),
    named: {
      waiting: 't09-shortly',
      denied: 't11-denied',
      // Teams itself ends no wait that anybody has seen.
      expired: 't12-declined',
      removed: 't31-removed',
      ended: 't32-meeting-ended',
      left: 't34-left',
    },
    dialogs: pages.dialogs,
    takesName: pages.takesName,
    withoutDevices: 'no_devices',
    connect,
    did: (does, _, guest) => acts[does]?.(guest),
  };
  const desk = createGuestDesk(of);

  const cors = { 'access-control-allow-origin': 'https://teams.microsoft.com' };
  /** The roster as it is when the page joins; what has changed since comes over the socket. */
  const answer = ({ method, url, body }: Asked): Answer | undefined => {
    if (url.hostname !== flightproxy) return undefined;
    if (method !== 'POST') return { status: 405, headers: cors };
    const code = /\/conv\/(\d+)$/.exec(url.pathname)?.[1] ?? '';
    if (!meetings.has(code)) return { status: 404, headers: cors };
    const { debugContent } = JSON.parse(body.toString()) as { readonly debugContent?: { readonly line: string } };
    const roster = snapshots.get(debugContent?.line ?? '');
    return {
      status: roster ? 200 : 403,
      type: 'application/json',
      headers: cors,
      body: JSON.stringify(roster ? joinAnswer(code, roster) : {}),
    };
  };

  return {
    hosts: [
      'teams.microsoft.com',
      'teams.live.com',
      'login.microsoftonline.com',
      'login.live.com',
      trouter,
      flightproxy,
    ],
    frame: '<iframe id="experience-container"></iframe>',
    script: new URL('own.ts', import.meta.url),
    desk,
    quirks: (url) => meetings.get(codeIn(url))?.quirks ?? plain,
    visited(visit) {
      const meeting = meetings.get(codeIn(visit.url))?.meeting;
      if (meeting) return desk.visited(visit, meeting);
      const name = foreignPages.find((one) => pages.elsewhere(one) === visit.url.href) ?? 't23-link-wrong';
      return {
        ready() {
          const { html, title } = pageOf(`teams/${name}`, '');
          visit.show({ html, title, wires: [] });
        },
      };
    },
    answer,
    socket(url, socket) {
      lines.get(url.searchParams.get('epid') ?? '')?.opened(socket);
    },
    meeting(quirks = {}) {
      count += 1;
      const code = String(2_131_415_926_000 + count);
      const meeting = new FacsimileMeeting(`https://teams.microsoft.com/meet/${code}?p=${lettersOfPasscode}`, personId);
      meetings.set(code, { meeting, quirks: { ...plain, seed: count, ...quirks } });
      return meeting;
    },
    addDevice(meeting, id) {
      twice.set(meeting, (twice.get(meeting) ?? new Set()).add(id));
      meeting.changed();
    },
    wait(meeting, name) {
      const before = lobbies.get(meeting) ?? [];
      const number = firstInLobby + before.length;
      const uses = { camera: false, microphone: false, screen: false };
      const member = { id: personId(number), name, number, uses, isHost: false, isGuest: true };
      lobbies.set(meeting, [...before, member]);
      meeting.changed();
      return member;
    },
    keepToItself(meeting) {
      secretive.add(meeting);
    },
    placeCaptions(meeting, place) {
      captionsPlaces.set(meeting, place);
    },
    loseBadge(guest) {
      guest.open.add('no_badge');
      guest.redraw();
    },
    scenes: {
      ...everywhere,
      not_started: doorLeadsTo('t08-someone-when-it-starts'),
      not_found: opensWith('t23-link-wrong'),
      login_required: opensWith('t16-login-work'),
      captcha: doorLeadsTo('t22-captcha'),
    },
    [Symbol.dispose]() {
      for (const { meeting } of meetings.values()) meeting[Symbol.dispose]();
    },
  };
};
