/** A meeting in a page of a browser: the port of meetings over a platform's adapter and the hooks in its page. */
import type { Frame } from 'puppeteer-core';
import type { Recorder } from '../../domain/bot/capture-task.ts';
import { type MeetingCapabilities, tellsVoicesApart } from '../../domain/meeting/capabilities.ts';
import { MeetingLostError } from '../meeting/errors.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting, MeetingOpener } from '../meeting/meeting.ts';
import type { SpeechFeed, VoiceFeed } from '../meeting/speech.ts';
import type { Stage } from '../meeting/stage.ts';
import type { MeetingView } from '../meeting/view.ts';
import { asWritten } from '../platforms/chat/as-written.ts';
import { Controls } from '../platforms/controls.ts';
import { placeOf } from '../platforms/judging/place.ts';
import { createRecogniser, type Recogniser } from '../platforms/judging/recogniser.ts';
import type { Course, IsListed } from '../platforms/may-lead.ts';
import { forgetPage } from '../platforms/page-memory.ts';
import type { Entry, MeetingPlatform, OperatorsConsent } from '../platforms/platform.ts';
import { closeChromium, killChromium, launchChromium } from './chromium/chromium.ts';
import { watchProcesses } from './chromium/process-watch.ts';
import { keptPage } from './kept-page/kept-page.ts';
import { rememberPeople } from './kept-page/told-people.ts';
import { createLatePasscode } from './late-passcode.ts';
import { giveLogin } from './login.ts';
import { type MeetingPage, openMeetingPage, type PageReading } from './meeting-page.ts';
import { recorderOf } from './page-source.ts';
import { signOn } from './sign-on.ts';

const clearForMs = 1_000;

export interface BrowserMeetingOptions {
  readonly meeting_url: string;
  /** How to record where there is a choice: people's own tracks, unless the page is wanted. */
  readonly recorder?: Recorder | undefined;
  /** The page is that of somebody who is signed in. */
  readonly is_signed_in?: boolean;
  /** Where a meeting may lead its bot on to. By default only where whoever gives an address may send it. */
  readonly isListed?: IsListed | undefined;
  /** Terms and consents that pages ask for are accepted, in the operator's name. By default they are not. */
  readonly accepts_terms?: boolean | undefined;
  readonly log?: SessionLog;
  /** Closes what the page is in, and the page with it; by default only the page. Called once. */
  readonly close?: () => PromiseLike<void>;
}

/** The frame that holds the client: that of the platform, while the page has it, and the page's own otherwise. */
const clientOf = async (
  { page }: MeetingPage,
  { clientFrame }: Pick<MeetingPlatform, 'clientFrame'>,
): Promise<Frame> => {
  if (clientFrame === undefined) return page.mainFrame();
  return (await (await page.$(clientFrame))?.contentFrame()) ?? page.mainFrame();
};

const giveCookies = async (
  { page, answering }: MeetingPage,
  { cookies = [] }: Pick<MeetingPlatform, 'cookies'>,
): Promise<void> => {
  if (cookies.length === 0) return;
  const given = cookies.map((cookie) => ({ ...cookie, domain: `.${cookie.domain}`, path: '/', secure: true }));
  await answering(page.mainFrame(), page.browserContext().setCookie(...given));
};

const courseOf = (
  { mayLead, ledTo }: MeetingPlatform,
  { meeting_url, isListed = () => false }: BrowserMeetingOptions,
): Course | undefined =>
  mayLead &&
  (async (to) => {
    if (!(await mayLead(meeting_url, to, isListed))) return undefined;
    return ledTo?.(meeting_url, to) ?? to;
  });

const speechOf = (page: MeetingPage): SpeechFeed => ({
  start(listener) {
    page.onPiece(listener);
    return page.listen({ pieces: true });
  },
  stop: () => page.listen({ pieces: false }),
});

const voicesOf = (page: MeetingPage): VoiceFeed => ({
  start(sample_rate, listener) {
    page.onLive(listener);
    return page.listen({ live_rate: sample_rate });
  },
});

const viewOf = ({ facts, ...shown }: PageReading, recogniser: Recogniser): MeetingView => {
  if (!facts) return { ...shown, ...recogniser.told(shown.phase) };
  const { breakout } = shown;
  const found = recogniser.recognise(facts);
  return { ...shown, ...found, breakout: { ...breakout, state: found.breakout ?? breakout.state } };
};

/** The meeting at an address, in a page that is still empty. */
export const meetingIn = (page: MeetingPage, platform: MeetingPlatform, options: BrowserMeetingOptions): Meeting => {
  const {
    meeting_url,
    recorder,
    is_signed_in,
    accepts_terms = false,
    log = () => undefined,
    close = () => page[Symbol.asyncDispose](),
  } = options;
  const { signs, turn } = platform;
  const capabilities: MeetingCapabilities = {
    ...platform.capabilities,
    ...(platform.takesOneClient?.(meeting_url) && { one_client: true }),
  };
  const recogniser = createRecogniser(signs, log);
  const people = rememberPeople(signs.naming);
  const course = courseOf(platform, options);
  const anywhere: Course = async (to) => to;
  let entry: Entry = { name: '', meeting_url, course: course ?? anywhere, wants_pictures: true };
  const acts = new Set<{ standsBy: boolean }>();
  let view: MeetingView | undefined;
  let load_error: unknown;
  const act = async <T>(step: string, work: (controls: Controls) => Promise<T>): Promise<T> => {
    const one = { standsBy: false };
    acts.add(one);
    const standBy = async <W>(wait: () => Promise<W>): Promise<W> => {
      one.standsBy = true;
      try {
        return await wait();
      } finally {
        one.standsBy = false;
      }
    };
    try {
      const client = await page.answering(page.page.mainFrame(), clientOf(page, platform));
      return await page.answering(client, Controls.doing(client, step, work, standBy));
    } finally {
      acts.delete(one);
    }
  };
  const isDoing = (): boolean => [...acts].some(({ standsBy }) => !standsBy);
  let clear_until_ms = Number.NEGATIVE_INFINITY;
  /** Works behind the caller's back: what lies over a page keeps nobody from looking at it. */
  const clear = (step: string, work: (controls: Controls) => Promise<void>): void => {
    if (isDoing() || performance.now() < clear_until_ms) return;
    clear_until_ms = performance.now() + clearForMs;
    act(step, work).catch((error: unknown) => log(`cannot ${step}`, { error }));
  };
  const consent: OperatorsConsent = {
    isGiven: accepts_terms,
    used: (page_state) =>
      log('what the page asks consent for is accepted, as the operator has said', { accepted: page_state }),
  };
  const keepClear = ({ page: shown }: MeetingView): void => {
    const parts = recogniser.accepts;
    if (parts && consent.isGiven)
      clear('accept what the page asks for', async () => {
        if (await page.accept(parts)) consent.used(shown?.page_state ?? 'unknown');
      });
    else if (platform.closeNotices && shown?.overlays.length)
      clear('close what lies over the page', platform.closeNotices);
  };
  const { givePasscode } = platform;
  const latePasscode =
    givePasscode && platform.handsOver?.(meeting_url).sent_passcode
      ? createLatePasscode(() =>
          act('give the passcode', (controls) => givePasscode(controls, meeting_url)).catch((error: unknown) =>
            log('cannot give the passcode', { error }),
          ),
        )
      : undefined;
  const stage: Stage | undefined = turn && {
    ...page.outlet,
    turn: (device, on) =>
      act(`turn the ${device} ${on ? 'on' : 'off'}`, (controls) => turn(controls, device, on, consent)),
  };
  let closed: PromiseLike<void> | undefined;
  const { settle, captionIn, showIn, makeHost, askToRecord, enterBreakoutRoom, wantPictures, sendChat } = platform;
  return {
    capabilities,
    ...(signs.starts_within_s !== undefined && { starts_within_ms: signs.starts_within_s * 1_000 }),
    get isLost() {
      return page.isLost;
    },
    giveUp: () => page.lose('the page was given up'),
    async load() {
      const link = new URL(meeting_url);
      const known = { link_host: link.hostname, link_place: placeOf(link) };
      recogniser.loaded({ ...known, ...platform.handsOver?.(meeting_url), ...(is_signed_in && { signed_in: true }) });
      load_error = undefined;
      forgetPage(page.page);
      await giveCookies(page, platform);
      await page.load(platform.address?.(meeting_url) ?? meeting_url, course).catch((error: unknown) => {
        load_error = error;
        throw error;
      });
    },
    async look() {
      const reading = await page.read();
      view = viewOf(reading, recogniser);
      people.note(
        view,
        reading.facts?.texts.map(({ text }) => text),
      );
      const shown = latePasscode?.(view, isDoing()) ?? view;
      keepClear(view);
      return shown;
    },
    async prepare(name, wants_pictures = true) {
      entry = { ...entry, name, wants_pictures };
      // A page may have come back to its form by itself.
      forgetPage(page.page);
      await act('prepare to join', (controls) => platform.prepare(controls, entry));
    },
    async join(tokens = {}) {
      // They are for the makers' kits; what a page takes stands in its link.
      const unused = Object.keys(tokens);
      if (unused.length > 0) log('the page of the platform does not take these tokens', { tokens: unused });
      try {
        await act('join', (controls) => platform.pressJoin(controls, entry));
      } finally {
        // What fails may have failed after the press, and only a page that was asked shows its answer.
        recogniser.pressedJoin();
      }
    },
    async settle(goesByCaptions) {
      if (settle) await act('turn on captions', (controls) => settle(controls, goesByCaptions));
    },
    ...(captionIn && {
      captionIn: (language) => act('choose the language of captions', (controls) => captionIn(controls, language)),
    }),
    ...(showIn && { showIn: (view) => act('choose the view', (controls) => showIn(controls, view)) }),
    ...(makeHost && { makeHost: (id) => act('make somebody a host', (controls) => makeHost(controls, id)) }),
    async leave() {
      recogniser.pressedLeave();
      await act('leave', (controls) => platform.pressLeave(controls));
    },
    ...(askToRecord && { askToRecord: () => act('ask to record', askToRecord) }),
    ...(enterBreakoutRoom && { enterBreakoutRoom: () => act('enter the breakout room', enterBreakoutRoom) }),
    ...(wantPictures && {
      wantPictures: (wanted) => act('turn incoming video on or off', (controls) => wantPictures(controls, wanted)),
    }),
    ...(sendChat && {
      sendChat: (message) => act('write into the chat', (controls) => sendChat(controls, asWritten(message))),
    }),
    recorder: recorderOf(page, capabilities.pictures === 'track_per_person' ? (recorder ?? 'tracks') : 'page'),
    speech: speechOf(page),
    ...(tellsVoicesApart(capabilities) && { voices: voicesOf(page) }),
    ...(stage && { stage }),
    picture: () => page.picture(),
    evidence: () =>
      keptPage({
        page: page.page,
        meeting_url,
        platform: signs.platform,
        recogniser,
        signs,
        view,
        people,
        bot_name: entry.name,
        load_error,
      }),
    [Symbol.asyncDispose]() {
      closed ??= close();
      return closed;
    },
  };
};

export interface BrowserMeetings {
  readonly platform: MeetingPlatform;
  readonly recorder?: Recorder | undefined;
  readonly isListed?: IsListed | undefined;
  readonly accepts_terms?: boolean | undefined;
  readonly launch?: typeof launchChromium;
}

/** Meetings of one platform, each in a browser of its own, which goes with it. */
export const browserMeetings = ({
  platform,
  recorder,
  isListed,
  accepts_terms,
  launch = launchChromium,
}: BrowserMeetings): MeetingOpener => ({
  async open({ meeting_url, platform: name, size, login, sign_on, log }) {
    const browser = await launch({ ...size, log });
    const openPage = async (): Promise<MeetingPage> => {
      if (sign_on && platform.signOn) await signOn(browser, platform.signOn, sign_on, { platform: name });
      const page = await openMeetingPage(browser, platform);
      if (login) await giveLogin(page.page, login);
      await watchProcesses(browser, { onLoss: page.lose, log });
      return page;
    };
    const page = await openPage().catch(async (cause: unknown) => {
      const isLost = !browser.connected;
      await killChromium(browser);
      throw isLost ? new MeetingLostError('the browser ended while the page was opened', { cause }) : cause;
    });
    const close = async (): Promise<void> => {
      // A lost page does not answer when it is asked to close: its browser is killed.
      if (page.isLost) await killChromium(browser);
      await page[Symbol.asyncDispose]();
      await closeChromium(browser);
    };
    return meetingIn(page, platform, {
      meeting_url,
      recorder,
      is_signed_in: login !== undefined || sign_on !== undefined,
      isListed,
      accepts_terms,
      log,
      close,
    });
  },
});
