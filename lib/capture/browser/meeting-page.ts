/** A browser page with the hooks of a platform in it. */
import type { Browser, Frame, Page } from 'puppeteer-core';
import * as z from 'zod';
import { within, withinOwnTime } from '../../process/deadline.ts';
import { programScript } from '../build/scripts.ts';
import { silentForMs } from '../meeting/meeting.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import { MeetingView, meetingPhases } from '../meeting/view.ts';
import { PageFacts } from '../platforms/judging/facts.ts';
import type { Course } from '../platforms/may-lead.ts';
import type { MeetingPlatform } from '../platforms/platform.ts';
import { PageMessage, type RecorderMessage, type RecordingOptions } from '../programs/protocol/media.ts';
import type { AcceptingPart, HookNames, PageAgent } from '../programs/protocol/page.ts';
import type { ListenOptions } from '../programs/protocol/speech.ts';
import { openBinding } from './binding.ts';
import { acceptDialogs } from './dialogs.ts';
import { loadPage } from './heard-requests.ts';
import { hiddenName, installProgram } from './hooks.ts';
import { createLastEnd } from './last-end.ts';
import { createLoss } from './loss.ts';
import { grantMedia } from './media-permission.ts';
import { type OutletChannel, openOutletChannel } from './outlet-channel.ts';
import { picturedWithVideos, pictureOf, watchPaint } from './page-picture.ts';
import { keepOnCourse } from './requests.ts';
import { watchAnswers } from './watch-answers.ts';

const callTimeoutMs = 5_000;
const loadTimeoutMs = 30_000;
const longestPayload = 96 * 1024 * 1024;

/** One reading of a page. Its phase may have to be judged by the facts that it brings, and is not known before. */
const PageReading = MeetingView.omit({ page: true }).extend({
  phase: z.enum(meetingPhases).default('unknown'),
  facts: PageFacts.exactOptional(),
});
export type PageReading = z.infer<typeof PageReading>;

export interface MeetingPage extends AsyncDisposable {
  readonly page: Page;
  /** What the bot shows and says in the meeting. */
  readonly outlet: OutletChannel;
  /** The page's process is gone or was given up; nothing can be asked of it any more. */
  readonly isLost: boolean;
  /** Nothing shall be asked of the page any more, and whoever waits for an answer is told why. */
  lose(reason: string): void;
  /**
   * Rejects when its server is down (500 and above), or answers nothing in time. From then on the page leads on only as the
   * course has it, and anywhere where there is none.
   */
  load(url: string, course?: Course): Promise<void>;
  /** What the page shows now. Rejects when it does not answer within seconds. */
  read(): Promise<PageReading>;
  /** Presses the first of them that is seen, which accepts what the page asks for. Answers whether one was. */
  accept(parts: readonly AcceptingPart[]): Promise<boolean>;
  /**
   * The outcome of what is done in one of its frames. Rejects when the page is lost, as it is when that frame answers nothing
   * for seconds meanwhile.
   */
  answering<T>(frame: Frame, work: Promise<T>): Promise<T>;
  /**
   * Changes how the page listens, also after it has loaded another address. When it resolves, all that was heard before
   * has been handed over.
   */
  listen(change: Partial<ListenOptions>): Promise<void>;
  /** Hears what is said, piece by piece, in order for each participant; only the last listener does. */
  onPiece(listener: (piece: AttributedSound) => void): void;
  /** Hears what everybody sounds like, as it comes; only the last listener does. */
  onLive(listener: (sound: AttributedSound) => void): void;
  /** Gets ready to record, in place of what was recorded before, and records nothing. */
  armRecording(options: RecordingOptions): Promise<void>;
  /**
   * Begins the armed take, under a name that no take had before. Answers false when none is armed, or it has begun
   * already.
   */
  beginRecording(take: string): Promise<boolean>;
  /** Ends the take. Answers false when there is none: then nothing will say that it has stopped. */
  stopRecording(): Promise<boolean>;
  /** Hears what the takes in the page say; only the last listener does. */
  onRecording(listener: (message: RecorderMessage) => void): void;
  /** What it looks like now, as a JPEG; undefined while it has shown nothing yet. Rejects when there is none within seconds. */
  picture(): Promise<Uint8Array | undefined>;
}

/** Calls a method of the page's agent. Written as text, so that nothing of this process's build gets into the page. */
const callAgent = async <M extends keyof PageAgent>(
  page: Page,
  name: string,
  method: M,
  ...input: Parameters<PageAgent[M]>
): Promise<unknown> => {
  const call = page.evaluate(
    `globalThis['${name}'].${method}(${input.map((value) => JSON.stringify(value)).join(',')})`,
  );
  return withinOwnTime(method === 'read' ? silentForMs : callTimeoutMs, `${method} in the page`, call);
};

export interface MeetingPageOptions {
  /** A page that answers nothing for so long while something is done in it hangs. */
  readonly silent_for_ms?: number;
}

/** Opens an empty page of the browser and installs the platform's hooks, so that they precede every script it loads. */
export const openMeetingPage = async (
  browser: Browser,
  { pageProgram }: Pick<MeetingPlatform, 'pageProgram'>,
  { silent_for_ms = silentForMs }: MeetingPageOptions = {},
): Promise<MeetingPage> => {
  const page = await browser.newPage();
  const names: HookNames = {
    agent: hiddenName(),
    binding: hiddenName(),
    outlet: hiddenName(),
  };
  const loss = createLoss();
  let onMessage: (message: RecorderMessage) => void = () => undefined;
  let onPiece: (piece: AttributedSound) => void = () => undefined;
  let onLive: (sound: AttributedSound) => void = () => undefined;
  let listening: ListenOptions | undefined;
  const lastEnd = createLastEnd();
  const provideWorker = async (): Promise<void> => {
    await callAgent(page, names.agent, 'provideWorker', await programScript('media-worker'));
    // A page that was loaded anew knows nothing of it.
    if (listening) await callAgent(page, names.agent, 'listen', listening);
  };
  page.setDefaultTimeout(callTimeoutMs);
  page.on('error', () => loss.lose('the page crashed'));
  page.on('close', () => loss.lose('the page was closed'));
  acceptDialogs(page);
  // The address of a meeting may lead on to another site.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) grantMedia(page, frame.url()).catch(() => undefined);
  });
  const session = await page.createCDPSession();
  const hasPainted = await watchPaint(session);
  await openBinding(session, {
    name: names.binding,
    message: PageMessage,
    longest_payload: longestPayload,
    hear(message) {
      if (message.type === 'worker_wanted') provideWorker().catch(() => undefined);
      else if (message.type === 'ended') lastEnd.hear(message.wire);
      else if (message.type === 'piece' || message.type === 'live') {
        const { type, pcm, ...sound } = message;
        (type === 'live' ? onLive : onPiece)({ ...sound, pcm: Buffer.from(pcm, 'base64') });
      } else onMessage(message);
    },
  });
  let leadsTo: Course = async (to) => to;
  let keeping: Promise<void> | undefined;
  const outlet = await openOutletChannel(session, { agent: names.agent, binding: names.outlet });
  await installProgram(page, await programScript(pageProgram), names);

  return {
    page,
    outlet,
    get isLost() {
      return loss.isLost || page.isClosed() || !browser.connected;
    },
    lose: loss.lose,
    async load(url, course) {
      lastEnd.hear([]);
      if (course) {
        leadsTo = async (to) => (to === url ? to : course(to));
        keeping ??= keepOnCourse(session, (to) => leadsTo(to));
        await keeping;
      }
      await grantMedia(page, url);
      // What differs from where the page is only behind its `#`, or in nothing, would be loaded by no browser.
      if (url.includes('#') && page.url().split('#')[0] === url.split('#')[0])
        await loss.orLost(page.goto('about:blank'));
      const status = await loss.orLost(loadPage(page, url, loadTimeoutMs));
      // What a server says that is down for a moment is no page of its platform.
      if (status !== undefined && status >= 500) throw new Error(`the meeting's server answers ${status}`);
    },
    async read() {
      // A crashed page never answers.
      return lastEnd.given(PageReading.parse(await loss.orLost(callAgent(page, names.agent, 'read'))));
    },
    accept: async (parts) => (await callAgent(page, names.agent, 'accept', parts)) === true,
    async answering(frame, work) {
      using _ = watchAnswers(frame, silent_for_ms, () => loss.lose('the page does not answer'));
      return await loss.orLost(work);
    },
    async listen(change) {
      listening = { pieces: false, ...listening, ...change };
      await callAgent(page, names.agent, 'listen', listening);
    },
    onPiece(listener) {
      onPiece = listener;
    },
    onLive(listener) {
      onLive = listener;
    },
    async armRecording(options) {
      await callAgent(page, names.agent, 'armRecording', options);
    },
    beginRecording: async (take) => (await callAgent(page, names.agent, 'beginRecording', take)) === true,
    stopRecording: async () => (await callAgent(page, names.agent, 'stopRecording')) === true,
    onRecording(listener) {
      onMessage = listener;
    },
    async picture() {
      if (!hasPainted()) return undefined;
      return loss.orLost(
        picturedWithVideos(
          (isTaken) => callAgent(page, names.agent, 'pictureVideos', isTaken),
          () => pictureOf(session),
        ),
      );
    },
    async [Symbol.asyncDispose]() {
      // A crashed page does not answer; it goes with its browser.
      if (!loss.isLost) await within(callTimeoutMs, 'closing the page', page.close()).catch(() => undefined);
    },
  };
};
