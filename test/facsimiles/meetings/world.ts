/** A facsimile as the suite of meetings needs it (test/contracts/meeting.ts): an adapter's pages, and people whom a test directs. */
import type { Browser } from 'puppeteer-core';
import { type BrowserMeetingOptions, meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { type MeetingPage, openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingPlatform } from '../../../lib/capture/platforms/platform.ts';
import type { Host, MeetingWorld, Person, Speaker } from '../../contracts/meeting-world.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { until } from '../../lab/until.ts';
import type { Guest, GuestDesk } from './guest.ts';
import { type Facsimile, startMeetingHost } from './host.ts';
import { colourOf } from './media/seen-picture.ts';
import type { FacsimileMeeting, Member } from './meeting.ts';
import type { Quirks } from './quirks.ts';
import type { Scenes } from './scenes.ts';

/** A facsimile of a platform, with its director. */
export interface PlatformFacsimile extends Facsimile, Disposable {
  readonly desk: GuestDesk;
  /** A new meeting, at an address of its own. */
  meeting(quirks?: Partial<Quirks>): FacsimileMeeting;
  /** Moves a guest who is inside into a breakout room, or back into the main room; absent where there are none. */
  move?(guest: Guest, room?: string): Promise<void>;
  readonly scenes: Scenes;
}

/** Of 255: whatever is brighter than that in one of its colours is not black. */
const bright = 40;

/** Answers whether something is seen of what a guest's camera sends. */
type Eye = (guest: Guest) => Promise<boolean>;

const createEye = (browser: Browser): Eye => {
  const known = new WeakMap<Uint8Array, Promise<readonly number[]>>();
  return async ({ meeting, visit }) => {
    const picture = visit.ownPicture();
    if (!picture) return false;
    const colour = known.get(picture) ?? colourOf(browser, new URL('/nothing', meeting.url).href, picture);
    known.set(picture, colour);
    return (await colour).some((value) => value > bright);
  };
};

/** Somebody in the meeting, as the suite directs them. `idOf`: what bots know people by, where that is not what the wire has. */
export const personIn = (
  meeting: FacsimileMeeting,
  { desk, isSeen }: { readonly desk: GuestDesk; readonly isSeen: Eye },
  member: Member,
  idOf: (member: Member) => string = ({ id }) => id,
): Person => {
  const { id } = member;
  let read = 0;
  return {
    id: idOf(member),
    write: async (text, to) => void meeting.write(id, text, to),
    async read() {
      const text = await meeting.read(id, read);
      read += 1;
      return text;
    },
    edit: async (text, changed) => meeting.edit(id, text, changed),
    turnCamera: async (on) => meeting.use(id, 'camera', on),
    acceptBreakout: () => Promise.reject(new Error('the facsimile has no breakout rooms')),
    leave: async () => meeting.leave(id),
    async see(who, is) {
      const shown = async () => {
        // Ids of people are those of their meeting.
        const guest = desk.guests.find((one) => one.meeting === meeting && one.member && idOf(one.member) === who);
        if (!guest) return undefined;
        // A camera counts once something is seen of what it is said to send.
        const { camera, microphone, screen } = guest.uses;
        return { camera: camera && (await isSeen(guest)), microphone, screen };
      };
      await until(shown, is);
    },
  };
};

/** Somebody comes in who can be seen and heard. `idOf` as above. */
export const speakerIn = (
  meeting: FacsimileMeeting,
  name: string,
  idOf: (member: Member) => string = ({ id }) => id,
): Speaker => {
  const member = meeting.enter(name, { camera: true });
  return { id: idOf(member), say: (clip) => meeting.say(member.id, clip), leave: async () => meeting.leave(member.id) };
};

const hostIn = (
  meeting: FacsimileMeeting,
  { desk, move, isSeen }: PlatformFacsimile & { readonly isSeen: Eye },
  member: Member,
): Host => {
  const cannot = () => Promise.reject(new Error('the facsimile has no such thing'));
  return {
    ...personIn(meeting, { desk, isSeen }, member),
    allowRecording: cannot,
    refuseRecording: cannot,
    openBreakoutRoom: async (room, ids) => {
      for (const guest of desk.guests)
        if (guest.meeting === meeting && guest.member && ids.includes(guest.member.id))
          await (move ? move(guest, room) : cannot());
    },
    closeBreakoutRooms: async () => {
      for (const guest of desk.guests)
        if (guest.meeting === meeting && guest.member) await (move ? move(guest) : cannot());
    },
    caption: async (text) => meeting.caption(member.id, text.slice(0, 4), text),
  };
};

export interface FacsimileWorld extends MeetingWorld {
  readonly browser: Browser;
  /** What other browsers need to get there. */
  readonly args: readonly string[];
  readonly facsimile: PlatformFacsimile;
  readonly isSeen: Eye;
  /** A bot's page, not loaded yet. */
  openPage(
    url: string,
    options?: Omit<BrowserMeetingOptions, 'meeting_url'>,
  ): Promise<{ readonly page: MeetingPage; readonly meeting: Meeting }>;
}

/** One browser and one host for all meetings of a suite. */
export const openFacsimileWorld = async (
  facsimile: PlatformFacsimile,
  adapter: MeetingPlatform,
): Promise<FacsimileWorld> => {
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.use(facsimile);
  const host = cleanUp.use(await startMeetingHost([facsimile]));
  const browser = await patientBrowser({ width: 1280, height: 720, args: host.args });
  cleanUp.defer(() => closeChromium(browser));
  const { desk } = facsimile;
  const isSeen = createEye(browser);
  const openPage: FacsimileWorld['openPage'] = async (meeting_url, options) => {
    const page = await openMeetingPage(browser, adapter);
    return { page, meeting: meetingIn(page, adapter, { ...options, meeting_url }) };
  };
  const owned = cleanUp.move();
  return {
    browser,
    args: host.args,
    facsimile,
    isSeen,
    openPage,
    open: async (url) => (await openPage(url)).meeting,
    async scene(phase) {
      const make = facsimile.scenes[phase];
      if (!make) throw new Error(`the facsimile has no scene for ${phase}`);
      const meeting = facsimile.meeting();
      const afterwards = make(meeting, desk);
      return { url: meeting.url, ...(afterwards && { afterwards }) };
    },
    async gather() {
      const meeting = facsimile.meeting();
      return {
        url: meeting.url,
        host: hostIn(meeting, { ...facsimile, isSeen }, meeting.enter('Ana', { isHost: true })),
        enter: async (name) => personIn(meeting, { desk, isSeen }, meeting.enter(name)),
        enterToSpeak: async (name) => speakerIn(meeting, name),
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
