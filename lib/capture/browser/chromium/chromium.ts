/** Starts the browser that a bot lives in. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { findSpace } from '../../../process/disk/disk-space.ts';
import { makeWorkFolder, removeWorkFolder, sweepWorkFolders } from '../../../process/disk/work-folder.ts';
import { messageOf } from '../../../process/message-of.ts';
import type { SessionLog } from '../../meeting/log.ts';
import { killTree } from './kill-tree.ts';
import { createSandboxing, tryOut } from './sandbox.ts';
import type { ChromiumProgram } from './unpack-chromium.ts';

/** No browser could be started; the message says what to do about it. */
export class ChromiumUnavailableError extends Error {
  override readonly name = 'ChromiumUnavailableError';
}

const launchTimeoutMs = 60_000;
const closeTimeoutMs = 5_000;
const answersWithinMs = 30_000;

const commonFlags = [
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Peers on one machine find each other by address; mDNS names need a resolver that containers lack.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--allow-loopback-in-peer-connection',
  // The audio service is kept while nobody is heard, so that its end always means a loss (process-watch.ts).
  '--audio-service-quit-timeout-ms=-1',
  // Local disks are small, and nothing is loaded twice.
  '--disk-cache-size=33554432',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
  '--lang=en-US',
  '--accept-lang=en-US',
];

// headless_shell has no dialogues: these two make getDisplayMedia return the real pixels of the calling tab, and have
// made-up devices stand for the machine's. In a full Chromium the first would make it return a test picture instead,
// hence its own way of saying yes; there nobody says yes to the use of a camera or a microphone.
const shellFlags = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=display-media-type=browser'];
const fullFlags = ['--auto-accept-this-tab-capture', '--test-type'];

const isShell = (path: string): boolean => /headless[_-]shell/i.test(basename(path));

/** The program to start: the one that CHROMIUM_PATH names, else the one from npm (Linux on x86-64 only). */
const findProgram = async (): Promise<ChromiumProgram & { shell: boolean }> => {
  const path = process.env.CHROMIUM_PATH;
  if (path) {
    if (existsSync(path)) return { path, environment: {}, shell: isShell(path) };
    throw new ChromiumUnavailableError(
      `CHROMIUM_PATH names ${path}, which does not exist: set it to your Chrome or Chromium program`,
    );
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new ChromiumUnavailableError(
      `npm brings a Chromium for Linux on x64 only, this is ${process.platform} on ${process.arch}: set CHROMIUM_PATH to your Chrome or Chromium program`,
    );
  }
  try {
    // Not loaded where the machine brings its own: it is not in the worker's image.
    const { unpackChromium } = await import('./unpack-chromium.ts');
    return { ...(await unpackChromium()), shell: true };
  } catch (cause) {
    throw new ChromiumUnavailableError(
      `the Chromium from npm could not be unpacked (${messageOf(cause)}): make room in the cache folder or set CHROMIUM_PATH to a Chromium program`,
      { cause },
    );
  }
};

/**
 * Makes sure, without starting one, that there is a Chromium and that it runs on this machine.
 * @throws ChromiumUnavailableError with one sentence that says what to do.
 */
export const checkChromium = async (): Promise<void> => {
  const { path, environment } = await findProgram();
  await promisify(execFile)(path, ['--version'], { env: { ...process.env, ...environment }, timeout: 10_000 }).catch(
    (cause: Error) => {
      throw new ChromiumUnavailableError(
        `Chromium at ${path} does not run here (${cause.message.trim().split('\n').at(-1)}): set CHROMIUM_PATH to a Chrome or Chromium program that does`,
        { cause },
      );
    },
  );
};

// What a browser needs to know of the machine. Credentials, and where to ask for them, are none of its business.
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|SYSTEMROOT)$/i;
const ofScreens = /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY)$/;
const bareEnvironment = (has_window: boolean): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => passedOn.test(name) || (has_window && ofScreens.test(name))),
  );

const workFolders = new WeakMap<Browser, string>();
const sandboxing = createSandboxing(process.getuid?.() === 0);

export interface ChromiumOptions {
  readonly width: number;
  readonly height: number;
  readonly args?: readonly string[];
  /** How long the browser may take for one answer before it counts as hung, in ms: 30,000 when left out. */
  readonly answers_within_ms?: number;
  /** For a person who looks on: takes a Chromium that has windows, and a screen. */
  readonly has_window?: boolean;
  /**
   * Whether Puppeteer is to hear of all that pages ask of servers, and of each message of their WebSockets, which bots' pages get
   * many of. Where it does not, `requests.ts` tells.
   */
  readonly tells_requests?: boolean;
  /** Hears, once, that this process's browsers have no sandbox. */
  readonly log?: SessionLog;
}

/**
 * Starts Chromium with pages of exactly the given size, fit for WebRTC and for recording its own tab, in a sandbox
 * where the machine lets it have one. It ends with the process that started it, however that ends, and none of its
 * processes outlives it. Its files are gone once it is closed; those of browsers whose process was killed go when the
 * next one starts.
 * @throws ChromiumUnavailableError, or NoSpaceError while a disk is full, with one sentence that says what to do.
 */
export const launchChromium = async (options: ChromiumOptions): Promise<Browser> => {
  const {
    width,
    height,
    args = [],
    answers_within_ms = answersWithinMs,
    has_window = false,
    log,
    tells_requests = false,
  } = options;
  // Loaded only now: a service asks whether there is a browser, and starts none.
  const { default: puppeteer } = await import('puppeteer-core');
  const { path, environment, shell } = await findProgram();
  if (has_window && shell)
    throw new ChromiumUnavailableError(
      'this Chromium has no windows: set CHROMIUM_PATH to a Chrome or Chromium program',
    );
  await sweepWorkFolders();
  const sharedMemory = await findSpace();
  const folder = await makeWorkFolder();
  // Chromium leaves folders for its sockets among the temporary files.
  const env = { ...bareEnvironment(has_window), ...environment, TMPDIR: folder, TZ: process.env.TZ ?? 'UTC' };
  const start = (sandboxFlags: readonly string[]): Promise<Browser> =>
    puppeteer.launch({
      executablePath: path,
      headless: has_window ? false : shell ? 'shell' : true,
      // Chromium ends by itself when this pipe closes, so it does not survive a kill -9 of its parent.
      pipe: true,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchTimeoutMs,
      protocolTimeout: answers_within_ms,
      networkEnabled: tells_requests,
      defaultViewport: { width, height },
      userDataDir: join(folder, 'profile'),
      ignoreDefaultArgs: [
        // On a disk that fills up, what the browser's processes share would kill them.
        ...(sharedMemory === 'memory' ? ['--disable-dev-shm-usage'] : []),
        // An empty page keeps a process of its own. A full Chromium without it would open its page for new tabs.
        ...(shell ? ['about:blank'] : []),
      ],
      waitForInitialPage: !shell,
      env,
      args: [
        ...commonFlags,
        ...(shell ? shellFlags : fullFlags),
        `--window-size=${width},${height}`,
        ...sandboxFlags,
        ...args,
      ],
    });
  const browser = await sandboxing
    .start(start, () => tryOut(path, { env, profile: join(folder, 'trial') }), log)
    .catch(async (cause: unknown) => {
      await removeWorkFolder(folder);
      await findSpace();
      const reason = messageOf(cause)
        .split('\n')
        .find((line) => line.trim() !== '');
      throw new ChromiumUnavailableError(
        `Chromium at ${path} did not start (${reason}): set CHROMIUM_PATH to a Chrome or Chromium program that runs here`,
        { cause },
      );
    });
  workFolders.set(browser, folder);
  const child = browser.process();
  const pid = child?.pid;
  if (pid !== undefined) {
    browser.once('disconnected', () => killTree(pid));
    child?.once('exit', () => killTree(pid));
  }
  return browser;
};

/** Ends a browser that cannot be talked to any more. Never fails. */
export const killChromium = async (browser: Browser): Promise<void> => {
  const pid = browser.process()?.pid;
  if (pid !== undefined) killTree(pid);
  const folder = workFolders.get(browser);
  if (folder) await removeWorkFolder(folder);
};

/** Closes a browser and waits for its end, by force when it takes longer than a few seconds. Never fails. */
export const closeChromium = async (browser: Browser): Promise<void> => {
  const closed = browser.close().catch(() => undefined);
  const late = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
  await Promise.race([closed, late]);
  await killChromium(browser);
};
