/** Ways to lose the page that a bot is in, and what a bot makes of it. */
import { readdir, readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import type { MeetingPlatform } from '../../../lib/capture/platforms/platform.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { CaptureAssignment } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { anAssignment, neverStopped } from '../builders/assignment.ts';
import { aFakeBot } from '../doubles/fake-bot.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { aRoom, endlessLoop } from '../hosts/paper-room.ts';

/** The living processes of a process group, with their command lines (Linux). */
export const processesOf = async (leader: number): Promise<{ pid: number; command: string }[]> => {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [state, , group] = (await read(pid, 'stat')).split(') ').at(-1)?.split(' ') ?? [];
      const isOfGroup = Number(group) === leader && state !== 'Z';
      return isOfGroup ? [{ pid, command: await read(pid, 'cmdline') }] : [];
    }),
  );
  return all.flat();
};

const pidOf = (browser: Browser): number => {
  const pid = browser.process()?.pid;
  if (pid === undefined) throw new Error('the browser has no process');
  return pid;
};

/** Sends a signal to those processes of a browser whose command line holds this text. */
const signal = async (browser: Browser, text: string, name: NodeJS.Signals): Promise<void> => {
  for (const { pid, command } of await processesOf(pidOf(browser))) {
    if (command.includes(text)) process.kill(pid, name);
  }
};

interface WayToLose {
  readonly lose: (browser: Browser) => Promise<void>;
  /** What the log says of it; nothing where it is a matter of moments what is noticed first. */
  readonly reason: string;
  /** The meeting goes on as if nothing had happened. */
  readonly isNoLoss?: boolean;
}

/** The meeting, when it is looked at; or the page, where the bot is still turning something on in it. */
const doesNotAnswer = 'does not answer';

/** What else a bot may make of a machine that is much too busy for its page. */
export const ofBusyMachines = [
  doesNotAnswer,
  'the recorder stays silent',
  'neither sound nor pictures come',
  'sound arrives and is not heard',
] as const;

export const waysToLose = {
  crashes: {
    reason: 'the page crashed',
    async lose(browser) {
      const session = await (await browser.pages()).at(-1)?.createCDPSession();
      session?.send('Page.crash').catch(() => undefined);
    },
  },
  'runs in an endless loop': {
    reason: doesNotAnswer,
    async lose(browser) {
      const page = (await browser.pages()).at(-1);
      page?.evaluate(endlessLoop).catch(() => undefined);
    },
  },
  'stands still with its process': {
    reason: doesNotAnswer,
    lose: (browser) => signal(browser, '--type=renderer', 'SIGSTOP'),
  },
  'has its process killed': {
    reason: 'the page crashed',
    lose: (browser) => signal(browser, '--type=renderer', 'SIGKILL'),
  },
  'has a media worker in an endless loop': {
    reason: '',
    async lose(browser) {
      for (const worker of (await browser.pages()).at(-1)?.workers() ?? [])
        worker.evaluate(endlessLoop).catch(() => undefined);
    },
  },
  'loses the audio service of its browser': {
    reason: 'the browser lost its audio service',
    lose: (browser) => signal(browser, 'audio.mojom.AudioService', 'SIGKILL'),
  },
  'loses the network service of its browser': {
    reason: 'the browser lost its network service',
    lose: (browser) => signal(browser, 'network.mojom.NetworkService', 'SIGKILL'),
  },
  'is killed with its browser': {
    reason: '',
    async lose(browser) {
      process.kill(pidOf(browser), 'SIGKILL');
    },
  },
} as const satisfies Readonly<Record<string, WayToLose>>;

/** Ways in which media does not reach the bot, while the meeting is well otherwise. */
export const waysToMissMedia = {
  'has an audio service that stands still': {
    reason: 'sound arrives and is not heard',
    lose: (browser) => signal(browser, 'audio.mojom.AudioService', 'SIGSTOP'),
  },
  'has a network service that stands still': {
    reason: 'neither sound nor pictures come',
    lose: (browser) => signal(browser, 'network.mojom.NetworkService', 'SIGSTOP'),
  },
} as const satisfies Readonly<Record<string, WayToLose>>;

/** What a meeting's page can do without. */
export const loseTheGpuProcess: WayToLose = {
  reason: '',
  isNoLoss: true,
  lose: (browser) => signal(browser, '--type=gpu-process', 'SIGKILL'),
};

/** So much longer than anything takes to be noticed that it was not. */
const segmentsInVain = 60;

/** A meeting that a bot loses. */
interface LosableMeeting {
  readonly url: string;
  readonly platform: MeetingPlatform;
  /** How often a bot has come in so far. */
  readonly joins: () => number;
  /** What browsers need to get there. */
  readonly args?: readonly string[] | undefined;
}

interface Course {
  /** What the room is like. */
  readonly room?: string;
  readonly format?: CaptureAssignment['recording_settings']['format'];
}

/** Lets a bot record, loses its page or something else, lets it record again, and so on with each of these ways; then it leaves. */
export const loseIn = async (
  { url: meeting_url, platform, joins, args }: LosableMeeting,
  ways: readonly Omit<WayToLose, 'reason'>[],
  { format = 'mp4' }: Pick<Course, 'format'> = {},
) => {
  const browsers: Browser[] = [];
  const lost_ms: number[] = [];
  const noticed_ms: number[] = [];
  /** What there was when each way began, and when the bot was told to leave. */
  const before: { readonly joins: number; readonly logged: number; readonly take: string }[] = [];
  const logged: string[] = [];
  const launch: typeof launchChromium = async (options) => {
    const browser = await launchChromium({ ...options, ...(args && { args: [...args] }) });
    browsers.push(browser);
    return browser;
  };
  let all = 0;
  const store = aMemoryStore((name) => {
    if (!name.endsWith('.m4s') || before.length > ways.length) return;
    all += 1;
    const take = name.split('/')[1] ?? '';
    const last = before.at(-1);
    // A recorder that falls silent, as on a machine that is much too busy, is replaced in the page that there is.
    const isAnew = last !== undefined && joins() > last.joins && take > last.take;
    const goesOn = !last || isAnew || ways[before.length - 1]?.isNoLoss === true;
    if (!goesOn && all < segmentsInVain) return;
    const [way, browser] = [ways[before.length], browsers.at(-1)];
    before.push({ joins: joins(), logged: logged.length, take });
    if (!way || !browser) return bot.move('leave');
    lost_ms.push(Date.now());
    way.lose(browser).catch(() => undefined);
  });
  const bot = aFakeBot('joining');
  const end = await runCaptureSession(
    {
      line: bot,
      meetings: browserMeetings({ platform, launch }),
      segments: store,
      log(message, { error, ...fields } = {}) {
        if (message === 'the meeting was lost') noticed_ms.push(Date.now());
        logged.push([message, ...(error ? [String(error)] : []), ...Object.values(fields).map(String)].join(': '));
      },
    },
    anAssignment({ meeting_url, recording_settings: { format, view: 'speaker_view', resolution: '720p' } }),
    neverStopped,
  );
  const recording = await finishRecording(store, async () => undefined);
  const [first, second] = recording?.parts ?? [];
  const at_ms = lost_ms[0] ?? Number.NaN;
  return {
    end,
    triggers: bot.triggers,
    seen: bot.seen,
    logged,
    /** How often the meeting was lost since, and why. */
    losses: logged.slice(before[0]?.logged).filter((line) => line.startsWith('the meeting was lost')),
    /** How often in all: with each the browser is another. */
    lost: logged.filter((line) => line.startsWith('the meeting was lost')).length,
    browsers: browsers.length,
    joins: joins(),
    before,
    parts: recording?.parts.length,
    /** From the loss on, but for what was recorded before and never stored. */
    noticed_after_ms: (noticed_ms[0] ?? Number.NaN) - at_ms,
    back_after_ms: (second?.start_timestamp_ms ?? Number.NaN) - at_ms,
    media_lost_ms: at_ms - ((first?.start_timestamp_ms ?? Number.NaN) + (first?.duration_ms ?? Number.NaN)),
  };
};

/** The same in the demo room. */
export const loseThePage = async (ways: readonly WayToLose[], { room: query, ...course }: Course = {}) => {
  await using room = await aRoom();
  const joins = (): number => room.pressed_ms.length;
  // Awaited here: the room is there until then.
  return await loseIn({ url: room.url(query), platform: demoRoom, joins }, ways, course);
};
