/** Ways to lose the page that a bot is in, and what a bot makes of it. */
import { readdir, readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { anAssignment, neverStopped } from '../builders/assignment.ts';
import { aFakeBot } from '../doubles/fake-bot.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { aRoom } from '../hosts/paper-room.ts';

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

export const waysToLose = {
  crashes: async (browser: Browser) => {
    const session = await (await browser.pages()).at(-1)?.createCDPSession();
    session?.send('Page.crash').catch(() => undefined);
  },
  'runs in an endless loop': async (browser: Browser) => {
    const page = (await browser.pages()).at(-1);
    page?.evaluate('for (;;);').catch(() => undefined);
  },
  'stands still with its process': async (browser: Browser) => {
    for (const { pid, command } of await processesOf(pidOf(browser))) {
      if (command.includes('--type=renderer')) process.kill(pid, 'SIGSTOP');
    }
  },
  'has a media worker in an endless loop': async (browser: Browser) => {
    for (const worker of (await browser.pages()).at(-1)?.workers() ?? [])
      worker.evaluate('for (;;);').catch(() => undefined);
  },
  'is killed with its browser': async (browser: Browser) => {
    process.kill(pidOf(browser), 'SIGKILL');
  },
} as const;

const segmentsBefore = 3;
const segmentsAfter = 2;

/** Lets a bot record, loses its page, lets it record again and leave. */
export const loseThePage = async (lose: (browser: Browser) => Promise<void>) => {
  await using room = await aRoom();
  const browsers: Browser[] = [];
  const lost_ms: number[] = [];
  const noticed_ms: number[] = [];
  const launch: typeof launchChromium = async (options) => {
    const browser = await launchChromium(options);
    browsers.push(browser);
    return browser;
  };
  const count = { before: 0, after: 0 };
  const store = aMemoryStore((name) => {
    if (!name.endsWith('.m4s')) return;
    if (name.includes('/001-001/')) count.before += 1;
    else count.after += 1;
    if (count.before === segmentsBefore && lost_ms.length === 0 && browsers[0]) {
      lost_ms.push(Date.now());
      void lose(browsers[0]);
    }
    if (count.after === segmentsAfter) bot.move('leave');
  });
  const bot = aFakeBot('joining');
  const end = await runCaptureSession(
    {
      line: bot,
      meetings: browserMeetings({ platform: demoRoom, launch }),
      segments: store,
      log: (message) => void (message === 'the meeting was lost' && noticed_ms.push(Date.now())),
    },
    anAssignment({ meeting_url: room.url() }),
    neverStopped,
  );
  const recording = await finishRecording(store, async () => undefined);
  const [first, second] = recording?.parts ?? [];
  const at_ms = lost_ms[0] ?? Number.NaN;
  return {
    end,
    triggers: bot.triggers,
    seen: bot.seen,
    joins: room.pressed_ms.length,
    parts: recording?.parts.length,
    /** From the loss on, but for what was recorded before and never stored. */
    noticed_after_ms: (noticed_ms[0] ?? Number.NaN) - at_ms,
    back_after_ms: (second?.start_timestamp_ms ?? Number.NaN) - at_ms,
    media_lost_ms: at_ms - ((first?.start_timestamp_ms ?? Number.NaN) + (first?.duration_ms ?? Number.NaN)),
  };
};
