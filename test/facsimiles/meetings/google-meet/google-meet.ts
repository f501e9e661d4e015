/** A facsimile of Google Meet: its pages, and what its servers answer to them. */
import { type Connected, createGuestDesk, type Guest, type Pages, perGuest } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import { type Caption, FacsimileMeeting, shownWith } from '../meeting.ts';
import { createMeetings } from '../meetings.ts';
import { pageOf } from '../pages.ts';
import { plain } from '../quirks.ts';
import { doorLeadsTo, everywhere, inLobby, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { keepTold } from './feed.ts';
import { keepMarked } from './marks.ts';
import * as own from './own-messages.ts';
import * as pages from './pages.ts';
import { usersOf } from './people.ts';
import { pictureLines } from './picture-lines.ts';
import { rosterAnswer } from './wire.ts';

const soundLines = 3;
const shownCaptions = 3;
const syncPath = '/$rpc/google.rtc.meetings.v1.MeetingSpaceService/SyncMeetingSpaceCollections';

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

const deviceOf = (number: number): string => `spaces/q8Jr2Lm0/devices/${30 + number}`;

/** `accountOf`: whom it knows a browser as that has these cookies. */
export const googleMeet = (accountOf: (cookies: string) => string | undefined = () => undefined): GoogleMeet => {
  const meetings = createMeetings((number) => {
    const code = codeOf(number);
    return [code, new FacsimileMeeting(`https://meet.google.com/${code}`, deviceOf)];
  });
  const shownBy = perGuest(
    (): pages.Shown => ({ captions: [], language: 'en-US', speaking: new Set(), undelivered: [] }),
  );

  const acts: Readonly<Record<string, (guest: Guest, value: string) => void>> = {
    chat(guest) {
      guest.open.delete('people');
      guest.open.delete('news');
      guest.toggle('chat');
    },
    people(guest) {
      guest.open.delete('chat');
      guest.toggle('people');
    },
    write: own.sendFrom,
    resend(guest) {
      const shown = shownBy(guest);
      const text = shown.undelivered.at(-1);
      shown.undelivered = shown.undelivered.slice(0, -1);
      guest.redraw();
      if (text !== undefined) own.sendFrom(guest, text);
    },
    captions: (guest) => guest.toggle('captions'),
    menu: (guest) => guest.toggle('menu'),
    menu_item(guest, text) {
      guest.open.delete('menu');
      if (text.trim() === 'Settings') guest.open.add('settings');
      guest.redraw();
    },
    language(guest, text) {
      const codes = Object.keys(pages.languages) as (keyof typeof pages.languages)[];
      const code = codes.find((one) => pages.languages[one] === text.trim());
      if (code !== undefined) shownBy(guest).language = code;
      guest.open.delete('languages');
      guest.redraw();
    },
    languages: (guest) => guest.toggle('languages'),
    close_settings: (guest) => guest.toggle('settings'),
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
      [
        'captions',
        ...(visit.quirks.newerCaptions ? ['captions_v2'] : []),
        ...(visit.quirks.streamsApart ? ['dcrpc'] : []),
      ],
    );
    const body = JSON.stringify({ code: new URL(meeting.url).pathname.slice(1), device: guest.member?.id });
    visit.tell({ type: 'fetch', url: syncPath, method: 'POST', body });
    const shown = shownBy(guest);
    const onCaption = (caption: Caption): void => {
      shown.captions = shownWith(shown.captions, caption, shownCaptions);
    };
    const onHeard = (heard: ReadonlySet<string>): void => {
      shown.speaking = heard;
    };
    own.takeSent(guest, media, (text) => {
      shown.undelivered = [...shown.undelivered, text];
      guest.redraw();
    });
    const ceasing = [
      keepTold(guest, media, onCaption),
      ...(visit.quirks.decoding || visit.quirks.untold ? [keepMarked(guest, onHeard)] : []),
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
    inside: (guest) => pages.inside(guest, shownBy(guest)),
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
  const at = (url: URL) => (url.hostname === 'meet.google.com' ? meetings.called(url.pathname.slice(1)) : undefined);
  const foreignPages = ['m16-login', 'm17-challenge', 'm20-landing', 'm22-unusual-traffic'];

  const answer = ({ method, url, body }: Asked): Answer | undefined => {
    if (method !== 'POST' || url.pathname !== syncPath) return undefined;
    const { code, device } = JSON.parse(body.toString()) as { readonly code: string; readonly device: string };
    const called = meetings.called(code);
    const list = called?.quirks.untold ? '' : called && rosterAnswer(1, usersOf(called.meeting.members, device));
    return list === undefined ? undefined : { status: 200, type: 'text/plain', body: list };
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
    captionLanguage: (guest) => shownBy(guest).language,
    askWhetherItStays: ({ visit }) => visit.ask([pages.alone]),
    meeting: meetings.make,
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
    [Symbol.dispose]: meetings[Symbol.dispose],
  };
};
