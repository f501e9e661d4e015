/** A facsimile of Google Meet: its pages, its lines of sound, and what its servers tell its page. */
import { type Connected, createGuestDesk, type Guest, type Pages } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import type { MediaServer } from '../media/media-server.ts';
import { type Caption, FacsimileMeeting, type Member, type Message } from '../meeting.ts';
import { pageOf } from '../pages.ts';
import { createBadLine, plain, type Quirks } from '../quirks.ts';
import { doorLeadsTo, everywhere, inLobby, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { createLines } from './lines.ts';
import * as pages from './pages.ts';
import {
  captionMessage,
  collectionMessage,
  type Output,
  outputType,
  rosterAnswer,
  type Stream,
  streamMessage,
  type User,
  userStatus,
} from './wire.ts';

const soundLines = 3;
const pictureLines = 4;
const shownCaptions = 3;
const markedForMs = 200;
const markEveryMs = 50;
const syncPath = '/$rpc/google.rtc.meetings.v1.MeetingSpaceService/SyncMeetingSpaceCollections';
/** What a page makes of its own captions. */
const englishCode = 1;

/** The number in packets, and the id in the output map, of somebody's voice. */
const sourceOf = ({ number }: Member): number => 1_000 + number;
const screenOf = ({ id }: Member): string => `${id}0`;

/** What the page knows of everybody: people, and what of theirs comes by which stream. */
const usersOf = (members: readonly Member[], self: string | undefined): User[] =>
  members.flatMap((member): User[] => {
    const one: User = {
      deviceId: member.id,
      fullName: member.name,
      displayName: member.name.split(' ')[0] ?? member.name,
      status: userStatus.inside,
      ...(member.id === self && { self: '7f3c2a90' }),
      ...(member.isHost && { isHost: true }),
    };
    const screen: User = { ...one, deviceId: screenOf(member), parentDeviceId: member.id };
    return member.uses.screen ? [one, screen] : [one];
  });

interface PictureSource {
  readonly deviceId: string;
  readonly member: string;
  readonly kind: 'camera' | 'screen';
}

const picturesOf = (members: readonly Member[]): PictureSource[] =>
  members
    .filter(({ isGuest }) => !isGuest)
    .flatMap((member) => [
      ...(member.uses.screen ? [{ deviceId: screenOf(member), member: member.id, kind: 'screen' as const }] : []),
      ...(member.uses.camera ? [{ deviceId: member.id, member: member.id, kind: 'camera' as const }] : []),
    ]);

/** Keeps a page told of what changes; answers how to cease. */
const keepTold = (guest: Guest, media: MediaServer, showCaption: (caption: Caption) => void): (() => void) => {
  const { meeting, visit } = guest;
  const badLine = createBadLine(visit.quirks.wire, visit.chance);
  const badCaptions = createBadLine(visit.quirks.wire, visit.chance);
  const opened = media.channel('collections');
  const captions = media.channel('captions');
  const streams = visit.quirks.streamsApart && media.channel('dcrpc');
  let number = 0;
  let known = new Map<string, string>();
  let knownOutputs = new Map<string, string>();
  /** Which picture goes by which line. */
  const taken: (PictureSource | undefined)[] = Array.from({ length: pictureLines });

  const send = (changes: Omit<Parameters<typeof collectionMessage>[0], 'number'>): void => {
    number += 1;
    for (const message of badLine(collectionMessage({ number, ...changes })))
      void opened.then(async (channel) => {
        await channel.open;
        channel.send(message);
      });
  };

  const place = (sources: readonly PictureSource[]): void => {
    for (const [line, taker] of taken.entries())
      if (taker && !sources.some(({ deviceId }) => deviceId === taker.deviceId)) taken[line] = undefined;
    for (const source of sources) {
      if (taken.some((taker) => taker?.deviceId === source.deviceId)) continue;
      const free = taken.indexOf(undefined);
      if (free >= 0) taken[free] = source;
    }
  };

  const outputs = (members: readonly Member[]): Output[] => {
    const sound = members.map((member) => ({
      type: outputType.sound,
      streamId: String(sourceOf(member)),
      deviceId: member.id,
      status: { disabled: false },
    }));
    const pictures = taken.flatMap((taker, line) =>
      taker
        ? {
            type: outputType.picture,
            streamId: media.pictures[line]?.stream ?? '',
            deviceId: taker.deviceId,
            status: { disabled: false },
          }
        : [],
    );
    // Whose camera is off keeps a row, as does whose picture has no line.
    const off = members
      .filter(({ id }) => !taken.some((taker) => taker?.deviceId === id))
      .map(({ id }) => ({ type: outputType.picture, streamId: '', deviceId: id, status: { disabled: true } }));
    return [...(streams ? [] : sound), ...pictures, ...off];
  };

  /** Those of which the page knows something else, or nothing. */
  const news = <T extends object>(
    all: readonly T[],
    before: ReadonlyMap<string, string>,
    keyOf: (one: T) => string,
  ): [changed: T[], now: Map<string, string>] => {
    const now = new Map(all.map((one) => [keyOf(one), JSON.stringify(one)]));
    return [all.filter((one) => before.get(keyOf(one)) !== now.get(keyOf(one))), now];
  };

  let announced = 0;
  const tellStreams = (channel: NonNullable<typeof captions>, members: readonly Member[]): void => {
    announced += 1;
    const list = members.map(
      (member): Stream => ({
        name: String(sourceOf(member)),
        deviceId: member.id,
        sources: { numbers: [sourceOf(member)] },
      }),
    );
    const message = streamMessage(announced, list);
    void channel.then((open) => open.send(message));
  };

  const tellPeople = (): void => {
    const { members } = meeting;
    place(picturesOf(members));
    const users = usersOf(members, guest.member?.id);
    const [changed, now] = news(users, known, ({ deviceId }) => deviceId);
    const gone = [...known.keys()]
      .filter((id) => !now.has(id))
      .map((deviceId): User => ({ ...(JSON.parse(known.get(deviceId) ?? '{}') as User), status: userStatus.left }));
    known = now;
    const [changedOutputs, nowOutputs] = news(
      outputs(members),
      knownOutputs,
      ({ type, deviceId }) => `${type} ${deviceId}`,
    );
    knownOutputs = nowOutputs;
    if (streams) tellStreams(streams, members);
    if (changed.length + gone.length + changedOutputs.length > 0)
      send({ users: [...changed, ...gone], outputs: changedOutputs });
    guest.redraw();
  };

  const tellMessage = ({ id, from, text }: Message): void => {
    // The moment that the page is told is not to be relied on.
    send({ chats: [{ id, deviceId: from, timestamp: 1, content: { text } }] });
    if (!guest.open.has('chat')) guest.open.add('news');
    guest.redraw();
  };

  const tellCaption = (caption: Caption): void => {
    if (!guest.open.has('captions')) return;
    const { id, from, version, isFinal, text } = caption;
    const said = { deviceId: from, captionId: Number(id), version, isFinal, text, language: englishCode };
    for (const message of badCaptions(captionMessage(said))) void captions.then((channel) => channel.send(message));
    showCaption(caption);
  };

  const line = createLines(media.sound, (speaker) => {
    const member = meeting.member(speaker);
    return member && sourceOf(member);
  });
  const unheard = meeting.talk.listen(line);
  const untold = meeting.listen({
    people: tellPeople,
    message: ({ to, ...message }) => {
      if (to === 'everyone') tellMessage({ to, ...message });
    },
    caption: tellCaption,
    pictures(shown) {
      for (const { member, kind, picture } of shown) {
        const index = taken.findIndex((taker) => taker?.member === member.id && taker.kind === kind);
        media.pictures[index]?.send(picture, Date.now() % 2 ** 31);
      }
    },
  });
  tellPeople();
  return () => {
    unheard();
    untold();
  };
};

/** Keeps a page told of who is heard, so that it marks them; answers how to cease. */
const keepMarked = (guest: Guest, mark: (speaking: ReadonlySet<string>) => void): (() => void) => {
  const heard = new Map<string, number>();
  let marked = '';
  const unheard = guest.meeting.talk.listen((packets) => {
    for (const { speaker } of packets) heard.set(speaker, Date.now());
  });
  const timer = setInterval(() => {
    const speaking = [...heard].flatMap(([id, at_ms]) => (Date.now() - at_ms < markedForMs ? id : []));
    if (speaking.join() === marked) return;
    marked = speaking.join();
    mark(new Set(speaking));
    guest.redraw();
  }, markEveryMs);
  return () => {
    clearInterval(timer);
    unheard();
  };
};

export interface GoogleMeet extends PlatformFacsimile {
  /** Puts the page of a waiting guest into the queue of those whom the platform takes for a risk; the page says little of it. */
  suspect(guest: Guest): Promise<void>;
  /** What the meeting is spoken in, as a guest has set it: as in `de-DE`. */
  captionLanguage(guest: Guest): string;
  /** Asks somebody whether they stay where they are alone; resolves once they have said that they do. */
  askWhetherItStays(guest: Guest): Promise<void>;
}

const hosts = ['meet.google.com', 'accounts.google.com', 'workspace.google.com', 'www.google.com'];
const letters = 'abcdefghijklmnopqrstuvwxyz';
/** As in `aaa-aaaa-aab`. */
const codeOf = (number: number): string => {
  const all = Array.from({ length: 10 }, (_, place) => letters[Math.floor(number / 26 ** (9 - place)) % 26] ?? 'a');
  return [all.slice(0, 3), all.slice(3, 7), all.slice(7)].map((part) => part.join('')).join('-');
};

/** `accountOf`: whom it knows a browser as that has these cookies. */
export const googleMeet = (accountOf: (cookies: string) => string | undefined = () => undefined): GoogleMeet => {
  const meetings = new Map<string, { readonly meeting: FacsimileMeeting; readonly quirks: Quirks }>();
  const shown = new WeakMap<Guest, Caption[]>();
  const languages = new WeakMap<Guest, keyof typeof pages.languages>();
  const speaking = new WeakMap<Guest, ReadonlySet<string>>();
  const captionLanguage = (guest: Guest) => languages.get(guest) ?? 'en-US';
  let count = 0;

  const showCaption = (guest: Guest, caption: Caption): void => {
    const before = (shown.get(guest) ?? []).filter(({ id }) => id !== caption.id);
    shown.set(guest, [...before, caption].slice(-shownCaptions));
    guest.redraw();
  };

  const toggled = (guest: Guest, what: string): void => {
    if (!guest.open.delete(what)) guest.open.add(what);
    guest.redraw();
  };

  const acts: Readonly<Record<string, (guest: Guest, value: string) => void>> = {
    chat(guest) {
      guest.open.delete('people');
      guest.open.delete('news');
      toggled(guest, 'chat');
    },
    people(guest) {
      guest.open.delete('chat');
      toggled(guest, 'people');
    },
    captions: (guest) => toggled(guest, 'captions'),
    menu: (guest) => toggled(guest, 'menu'),
    menu_item(guest, text) {
      guest.open.delete('menu');
      if (text.trim() === 'Settings') guest.open.add('settings');
      guest.redraw();
    },
    language(guest, text) {
      const codes = Object.keys(pages.languages) as (keyof typeof pages.languages)[];
      const code = codes.find((one) => pages.languages[one] === text.trim());
      if (code !== undefined) languages.set(guest, code);
      guest.open.delete('languages');
      guest.redraw();
    },
    languages: (guest) => toggled(guest, 'languages'),
    close_settings: (guest) => toggled(guest, 'settings'),
    draft(guest, text) {
      const isDrafted = guest.open.has('draft');
      if (text.trim() === '') guest.open.delete('draft');
      else guest.open.add('draft');
      if (guest.open.has('draft') !== isDrafted) guest.redraw();
    },
  };

  const connect = async (guest: Guest): Promise<Connected> => {
    const { meeting, visit } = guest;
    const media = await visit.connect(
      {
        sound: Array.from({ length: soundLines }, (_, line) => ({ stream: `${7_001 + line}`, track: `line-${line}` })),
        pictures: Array.from({ length: pictureLines }, (_, line) => ({
          stream: `${6_001 + line}`,
          track: `picture-${line}`,
        })),
        channels: ['collections'],
      },
      ['captions', ...(visit.quirks.streamsApart ? ['dcrpc'] : [])],
    );
    const body = JSON.stringify({ code: new URL(meeting.url).pathname.slice(1), device: guest.member?.id });
    visit.tell({ type: 'fetch', url: syncPath, method: 'POST', body });
    const ceasing = [
      keepTold(guest, media, (caption) => showCaption(guest, caption)),
      ...(visit.quirks.decoding ? [keepMarked(guest, (heard) => speaking.set(guest, heard))] : []),
    ];
    return {
      came: media.cameAt,
      close() {
        for (const cease of ceasing) cease();
      },
    };
  };

  const of: Pages = {
    form: pages.form,
    page: pages.page,
    elsewhere: pages.elsewhere,
    inside: (guest) =>
      pages.inside(guest, {
        captions: shown.get(guest) ?? [],
        language: captionLanguage(guest),
        speaking: speaking.get(guest) ?? new Set(),
        others: guest.meeting.members.filter(({ id }) => id !== guest.member?.id),
      }),
    named: {
      waiting: 'm08-asking',
      denied: 'm12-denied',
      expired: 'm11-nobody-answered',
      removed: 'm32-removed',
      ended: 'm33-ended-for-all',
      left: 'm34-left',
    },
    dialogs: pages.dialogs,
    withoutDevices: 'without_devices',
    connect,
    did: (does, value, guest) => acts[does]?.(guest, value),
  };
  const desk = createGuestDesk(of);
  const at = (url: URL) => (url.hostname === 'meet.google.com' ? meetings.get(url.pathname.slice(1)) : undefined);
  const foreignPages = ['m16-login', 'm17-challenge', 'm20-landing', 'm22-unusual-traffic'];

  const answer = ({ method, url, body }: Asked): Answer | undefined => {
    if (method !== 'POST' || url.pathname !== syncPath) return undefined;
    const { code, device } = JSON.parse(body.toString()) as { readonly code: string; readonly device: string };
    const meeting = meetings.get(code)?.meeting;
    return meeting && { status: 200, type: 'text/plain', body: rosterAnswer(1, usersOf(meeting.members, device)) };
  };

  return {
    hosts,
    desk,
    quirks(url, cookies) {
      const quirks = at(url)?.quirks ?? (url.hostname === 'meet.google.com' ? undefined : plain);
      const account = accountOf(cookies);
      return quirks && { ...quirks, ...(account !== undefined && { account }) };
    },
    visited(visit) {
      const meeting = at(visit.url)?.meeting;
      if (meeting) return desk.visited(visit, meeting);
      const name = foreignPages.find((one) => pages.elsewhere(one) === visit.url.href);
      return {
        ready() {
          const { html, title } = pageOf(`google_meet/${name ?? 'm20-landing'}`, '');
          visit.show({ html, title, wires: [] });
        },
      };
    },
    answer,
    captionLanguage,
    askWhetherItStays: ({ visit }) => visit.ask([pages.alone]),
    meeting(quirks = {}) {
      count += 1;
      const code = codeOf(count);
      const meeting = new FacsimileMeeting(
        `https://meet.google.com/${code}`,
        (number) => `spaces/q8Jr2Lm0/devices/${30 + number}`,
      );
      meetings.set(code, { meeting, quirks: { ...plain, seed: count, ...quirks } });
      return meeting;
    },
    scenes: {
      ...everywhere,
      refused_by_time: inLobby((guest) => guest.expire()),
      blocked: doorLeadsTo('m13-cannot-join'),
      not_started: doorLeadsTo('m10-host-absent'),
      not_found: opensWith('m18-check-code'),
      login_required: opensWith('m16-login'),
      captcha: opensWith('m22-unusual-traffic'),
    },
    suspect: (guest) => guest.show('m09-host-brings-you'),
    [Symbol.dispose]() {
      for (const { meeting } of meetings.values()) meeting[Symbol.dispose]();
    },
  };
};
