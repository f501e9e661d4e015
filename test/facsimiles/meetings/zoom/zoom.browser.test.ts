/** The facsimile itself, looked at with nothing of the project's in the page. */
import type { Browser, Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { longestMs, until } from '../../../lab/until.ts';
import { type MeetingHost, startMeetingHost } from '../host.ts';
import { names, words } from './words.ts';
import { zoom } from './zoom.ts';
import type { ZoomMeeting } from './zoom-meeting.ts';

const facsimile = zoom();
let host: MeetingHost;
let browser: Browser;

beforeAll(async () => {
  host = await startMeetingHost([facsimile]);
  browser = await patientBrowser({ width: 1280, height: 720, args: host.args });
});
afterAll(async () => {
  if (browser) await closeChromium(browser);
  await host?.[Symbol.asyncDispose]();
  facsimile[Symbol.dispose]();
});

interface Client extends AsyncDisposable {
  readonly page: Page;
  /** What a person would press, by its selector: a click of the page's own, which nothing covers. */
  press(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  has(selector: string): Promise<boolean>;
  text(): Promise<string>;
  untilShown(words: string): Promise<string>;
}

/** From the link, by the launcher, to the client in its frame. */
const open = async (meeting: ZoomMeeting, query = ''): Promise<Client> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(`${meeting.url}${query}`);
  const link = await page.waitForSelector('a[role="button"]');
  await Promise.all([page.waitForNavigation(), link?.click()]);
  const client = async (): Promise<Frame> => {
    const frame = await (await page.waitForSelector('iframe#webclient'))?.contentFrame();
    if (!frame) throw new Error('the page has no frame for the client');
    return frame;
  };
  const text = async (): Promise<string> => (await client()).$eval('body', (body) => body.textContent ?? '');
  return {
    page,
    async press(selector) {
      const frame = await client();
      await frame.waitForSelector(selector);
      await frame.$eval(selector, (element) => (element as HTMLElement).click());
    },
    async type(selector, said) {
      const frame = await client();
      const typed = (): Promise<string> =>
        frame.$eval(selector, (field) => ('value' in field ? String(field.value) : field.textContent));
      await frame.waitForSelector(selector);
      // Where the page is drawn anew meanwhile, it may go elsewhere.
      const isTyped = async (): Promise<boolean> => {
        if ((await typed()) === said) return true;
        await frame.$eval(selector, (field) => {
          if (field instanceof HTMLInputElement) field.select();
          else getSelection()?.selectAllChildren(field);
        });
        await frame.type(selector, said);
        return (await typed()) === said;
      };
      await until(isTyped, Boolean);
    },
    has: async (selector) => (await (await client()).$(selector)) !== null,
    text,
    untilShown: (said) => until(text, (shown) => shown.includes(said)),
    [Symbol.asyncDispose]: () => page.close(),
  };
};

const join = async (client: Client): Promise<void> => {
  await client.type('#input-for-name', 'Notes');
  await client.press('.preview-join-button:not([disabled])');
};
const label = (said: string): string => `[aria-label="${said}"]`;

describe('the facsimile of Zoom’s web client', () => {
  it('lets in whoever has the passcode, once the host admits them', async () => {
    const meeting = facsimile.meeting();
    meeting.passcode = '481516';
    meeting.door = 'lobby';
    await using client = await open(meeting);
    await client.type('#input-for-name', 'Notes');
    await client.type('#input-for-pwd', '481517');
    await client.press('.preview-join-button:not([disabled])');
    await client.untilShown('Meeting passcode is wrong');
    await using known = await open(meeting, '?pwd=481516');
    expect(await known.has('#input-for-pwd')).toBe(false);
    await join(known);
    await known.untilShown('Please wait, the meeting host will let you in soon.');
    await (await facsimile.desk.asked(meeting)).admit();
    await until(
      () => known.has('#wc-footer'),
      (isInside) => isInside,
    );
    expect(meeting.members.map(({ name }) => name)).toEqual(['Notes']);
  });

  it('is heard by what the page plays, and by tracks once it is upgraded', async () => {
    const meeting = facsimile.meeting();
    meeting.sound = 'by_button';
    const ada = meeting.enter('Ada', { isHost: true });
    await using client = await open(meeting);
    await join(client);
    const guest = await facsimile.desk.asked(meeting);
    await until(
      () => client.has(`#${names.joinAudioButton}`),
      (isInside) => isInside,
    );
    await client.press(`#${names.joinAudioButton}`);
    void meeting.talk.sayFor(ada.id, 'elena-01', 60_000);
    // A second of it.
    await until(
      () => facsimile.played(guest),
      (told) => Number(told.at(-1)) > 16_000,
    );
    expect(await client.has('.speaker-bar-container__video-frame--active')).toBe(true);
    await facsimile.upgrade(guest);
    await until(
      () => facsimile.played(guest),
      (told) => told.at(-1) === told.at(-2),
    );
  });

  it('shows people, messages and captions as the maker names them', async () => {
    const meeting = facsimile.meeting();
    const ada = meeting.enter('Ada', { isHost: true });
    meeting.enter('Ben', { camera: true });
    await using client = await open(meeting);
    await join(client);
    const guest = await facsimile.desk.asked(meeting);
    await client.press(`[aria-label^="${names.openPeople}"]`);
    await until(
      () => client.has(`#${names.personId}2`),
      (isThere) => isThere,
    );
    const frame = await (await client.page.$('iframe#webclient'))?.contentFrame();
    expect(
      await frame?.$$eval(`.${names.person}`, (rows) => rows.map((row) => row.getAttribute('aria-label'))),
    ).toEqual([
      `Ada ${words.host},${names.audioOff},${names.videoOff}`,
      `Ben ,${names.audioOff},${names.videoOn}`,
      `Notes ${words.me},${names.audioOn},${names.videoOff}`,
    ]);
    await client.press(label(names.openChat));
    await client.type('[contenteditable="true"]', 'Good morning');
    await client.press(`.${names.chatSend}:not([disabled])`);
    await until(
      () => meeting.messages.length,
      (count) => count === 1,
    );
    meeting.write(ada.id, 'And to you');
    await client.untilShown('And to you');
    await client.press(`[aria-label^="${names.more}"]`);
    await client.press('[data-does="captions_menu"]');
    await client.press('[data-does="show_captions"]');
    await until(
      () => guest.open.has('captions'),
      (isOn) => isOn,
    );
    meeting.caption(ada.id, 'Shall', 'Shall we begin?');
    await client.untilShown('Shall we begin?');
    const panels = ['people', 'chat', 'transcript', 'transcript_window'];
    const shows = (...wanted: readonly string[]) =>
      until(
        () => panels.filter((panel) => guest.open.has(panel)).join(),
        (open) => open === wanted.join(),
      );
    await shows('people', 'chat');
    await client.press(`[aria-label^="${names.more}"]`);
    await client.press('[data-does="captions_menu"]');
    await client.press('[data-does="transcript"]');
    await shows('transcript');
    await client.press(label(words.popOut));
    await client.press(`[aria-label^="${names.openPeople}"]`);
    await shows('people', 'transcript_window');
  });

  it('has hosts asked before anything is recorded, who grant it and take it back', async () => {
    const meeting = facsimile.meeting();
    meeting.asksToRecord = true;
    meeting.enter('Ada', { isHost: true });
    await using client = await open(meeting);
    await join(client);
    const record = async (): Promise<void> => {
      await client.press(`[aria-label^="${names.more}"]`);
      await client.press('[data-does="record"]');
    };
    await record();
    await client.untilShown('Ask Ada for permission to record to my device');
    await client.press(`[data-does="${words.sendRequest}"]`);
    await until(
      () => client.has('[role="dialog"]'),
      (isOpen) => !isOpen,
    );
    facsimile.allowRecording(meeting);
    await client.untilShown(words.granted);
    await record();
    await client.untilShown(words.recording);
    facsimile.refuseRecording(meeting);
    await client.untilShown(words.denied);
    expect(await client.has(`.${names.recordingShown}`)).toBe(false);
  });

  it('lets a guest choose the view, to which a shared screen is added, and which a room may forget', async () => {
    const meeting = facsimile.meeting({ toolbar: 'out_of_sight', toolbarAfter_ms: 100, forgetsView: true });
    const ada = meeting.enter('Ada', { isHost: true });
    await using client = await open(meeting);
    await join(client);
    const guest = await facsimile.desk.asked(meeting);
    const untilThere = (selector: string): Promise<boolean> => until(() => client.has(selector), Boolean);
    const checked = (said: string): string => `.${names.viewChecked}${label(said)}`;
    await client.press(label(words.view));
    await untilThere(checked(words.speakerView));
    await client.press(label(words.galleryView));
    await untilThere(`.${names.galleryFrame}`);
    expect(await client.has(`.${names.viewMenu}`)).toBe(false);
    meeting.use(ada.id, 'screen', true);
    await untilThere('#sharee-container');
    await client.press(label(words.view));
    await untilThere(checked(words.besideGallery));
    expect(await client.has(label(words.galleryView))).toBe(false);
    await client.press(label(words.view));
    meeting.use(ada.id, 'screen', false);
    await until(
      () => client.has('#sharee-container'),
      (isShared) => !isShared,
    );
    expect(facsimile.viewOf(guest)).toBe('gallery');
    facsimile.openRoom(meeting, 'Press', [guest.member?.id ?? '']);
    await client.press(`[data-does="${words.roomJoin}"]`);
    await client.untilShown(words.roomInside);
    expect(facsimile.viewOf(guest)).toBe('speaker');
  });

  it('says so where a device has but one view', async () => {
    const meeting = facsimile.meeting();
    Object.assign(meeting, { view: 'gallery', views: 'unsupported' } satisfies Partial<ZoomMeeting>);
    await using client = await open(meeting);
    await join(client);
    await client.press(label(words.view));
    await client.untilShown(words.oneView);
    expect(await client.has(`.${names.galleryFrame}`)).toBe(false);
  });

  it('moves guests into rooms when they accept, and back', async () => {
    const meeting = facsimile.meeting();
    const ada = meeting.enter('Ada', { isHost: true });
    await using client = await open(meeting);
    await join(client);
    const guest = await facsimile.desk.asked(meeting);
    const self = (await until(
      () => guest.member?.id,
      (id) => id !== undefined,
    )) as string;
    facsimile.openRoom(meeting, 'Press', [self, ada.id]);
    await client.untilShown(`${words.roomInvited} Press`);
    await client.press(`[data-does="${words.roomJoin}"]`);
    await client.untilShown(words.roomInside);
    await client.press(`[aria-label^="${names.openPeople}"]`);
    await client.untilShown('Participants (1)');
    facsimile.enterRoom(meeting, ada.id);
    await client.untilShown('Participants (2)');
    await facsimile.closeRooms(meeting);
    await until(
      () => client.has(label(words.leaveRoom)),
      (isInside) => !isInside,
    );
    await client.press(label('Leave'));
    await client.press(`.${names.leaveOption}`);
    await client.untilShown('Thank you for attending the meeting');
    expect(meeting.members.map(({ name }) => name)).toEqual(['Ada']);
  });
});
