/** A facsimile of Teams for the web: its pages, and what its services answer to them. */
import { type Connected, createGuestDesk, type Guest, type Pages, perGuest } from '../guest.ts';
import type { Answer, Asked } from '../host.ts';
import { shownWith } from '../meeting.ts';
import { createMeetings } from '../meetings.ts';
import { pageOf } from '../pages.ts';
import { plain, type Quirks } from '../quirks.ts';
import { doorLeadsTo, everywhere, opensWith } from '../scenes.ts';
import type { PlatformFacsimile } from '../world.ts';
import { createCallLines } from './call-lines.ts';
import { keepTold, mainChannel } from './feed.ts';
import * as pages from './pages.ts';
import { pictureStreams } from './picture-streams.ts';
import { TeamsMeeting } from './teams-meeting.ts';
import { conversationUrl, createRoster, joinAnswer, leaving, rosterFrame, startUrl } from './wire.ts';

const trouter = 'go-eu.trouter.teams.microsoft.com';
const flightproxy = 'api.flightproxy.teams.microsoft.com';
const foreignPages = ['t16-login-work', 't16-login-personal', 't24-consumer-login'];
const shownCaptions = 3;
const lettersOfPasscode = 'hT6pQz';

export interface Teams extends PlatformFacsimile {
  meeting(quirks?: Partial<Quirks>): TeamsMeeting;
  /** The count and the toolbar are gone, and nothing else, as some meetings end. */
  loseBadge(guest: Guest): void;
  /** The page opens its socket to the services anew, while the one before is still open. */
  reconnect(guest: Guest): void;
  /** By that one, its page is told that somebody has left; answers whether there is such a socket. */
  tellLate(guest: Guest, left: string): boolean;
}

export const teams = (): Teams => {
  const meetings = createMeetings((number) => {
    const code = String(2_131_415_926_000 + number);
    return [code, new TeamsMeeting(`https://teams.microsoft.com/meet/${code}?p=${lettersOfPasscode}`)];
  });
  const lines = createCallLines((id) => `wss://${trouter}/v4/c?epid=${id}&con_num=1`);
  /** What the roster was when a page came in, by its socket. */
  const snapshots = new Map<string, object>();
  const shownBy = perGuest((): pages.Shown => ({ captions: [], heard: undefined }));

  const codeIn = ({ pathname }: URL): string => /^\/meet\/(\d+)/.exec(pathname)?.[1] ?? '';
  const meetingOf = (guest: Guest): TeamsMeeting => guest.meeting as TeamsMeeting;

  const connect = async (guest: Guest): Promise<Connected> => {
    const { visit, member } = guest;
    const meeting = meetingOf(guest);
    const code = codeIn(new URL(meeting.url));
    const roster = createRoster();
    const line = lines.of(guest);
    line.callAnew();
    // Of the bot, pages are told over the socket in any case.
    const before = meeting.roster.filter((one) => meeting.toldBy !== 'call' || one.member.id !== member?.id);
    snapshots.set(line.id, roster.changes(before) ?? {});
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
      [mainChannel],
    );
    const from = { id: member?.id, displayName: member?.name, languageId: 'en-US' };
    const body = JSON.stringify({
      conversationRequest: { roster: { type: 'Delta' } },
      participants: { from },
      debugContent: { line: line.id },
    });
    if (member && !meeting.keepsToItself) visit.tell({ type: 'tell', value: { type: 'call', caller: member.id } });
    const url = meeting.toldBy === 'start' ? startUrl : conversationUrl(code);
    if (meeting.toldBy !== 'call') visit.tell({ type: 'fetch', url, method: 'POST', body });
    const shown = shownBy(guest);
    const close = keepTold(guest, media, {
      ...{ meeting, line, roster },
      onHeard(id) {
        shown.heard = id;
      },
      onCaption(caption) {
        shown.captions = shownWith(shown.captions, caption, shownCaptions);
      },
    });
    return { came: media.cameAt, close };
  };

  const acts: Readonly<Record<string, (guest: Guest) => void>> = {
    chat: (guest) => guest.toggle('chat'),
    people: (guest) => guest.toggle('people'),
    menu(guest) {
      guest.open.delete('language');
      guest.toggle('menu');
    },
    language: (guest) => guest.toggle('language'),
    captions(guest) {
      for (const one of ['menu', 'language']) guest.open.delete(one);
      guest.toggle('captions');
    },
    continue(guest) {
      void guest.show('form');
      guest.visit.tell({ type: 'ask_devices' });
    },
    rejoin: (guest) => guest.visit.tell({ type: 'go', url: guest.meeting.url }),
  };

  const of: Pages = {
    form(guest) {
      lines.of(guest);
      return pages.form(guest);
    },
    page(name, guest) {
      lines.sayEnd(guest, name);
      return pages.page(name, guest);
    },
    elsewhere: (name) => (name === 'form' ? undefined : pages.elsewhere(name)),
    inside: (guest) => pages.inside(guest, meetingOf(guest), shownBy(guest)),
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
    if (url.href !== startUrl && !meetings.called(code)) return { status: 404, headers: cors };
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
    quirks: (url) => meetings.called(codeIn(url))?.quirks ?? plain,
    visited(visit) {
      const meeting = meetings.called(codeIn(visit.url))?.meeting;
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
      lines.opened(url.searchParams.get('epid') ?? '', socket);
    },
    meeting: meetings.make,
    loseBadge(guest) {
      guest.open.add('no_badge');
      guest.redraw();
    },
    reconnect: lines.reopen,
    tellLate: (guest, left) => lines.of(guest).sayLate((of) => rosterFrame(of, leaving(left))),
    scenes: {
      ...everywhere,
      not_started: doorLeadsTo('t08-someone-when-it-starts'),
      not_found: opensWith('t23-link-wrong'),
      login_required: opensWith('t16-login-work'),
      captcha: doorLeadsTo('t22-captcha'),
    },
    [Symbol.dispose]: meetings[Symbol.dispose],
  };
};
