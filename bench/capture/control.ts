/**
 * The usual way to record a meeting, as the control: a full Chromium on a virtual screen, recorded by ffmpeg from the
 * screen (x264 ultrafast) and from a PulseAudio sink. Needs Xvfb, ffmpeg, pulseaudio and chromium, which this project
 * otherwise does without; where one is missing there is no control.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { type Usage, usageOf } from './usage.ts';

const framesPerSecond = 24;
const settleMs = 5_000;

const found = (program: string): string | undefined => {
  try {
    return execFileSync('which', [program], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

/** The programs that the control needs and this machine lacks. */
export const missingPrograms = (): string[] =>
  ['Xvfb', 'ffmpeg', 'pulseaudio', 'pactl', 'chromium'].filter((program) => !found(program));

export interface ControlOptions {
  readonly meeting_url: string;
  readonly width: number;
  readonly height: number;
  readonly duration_ms: number;
}

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('a program of the control did not start');
  return pid;
};

/** Joins the room like a person, records for a while and answers what all of it used. */
export const recordTheUsualWay = async ({
  meeting_url,
  width,
  height,
  duration_ms,
}: ControlOptions): Promise<Usage> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-control-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const display = `:${90 + (process.pid % 100)}`;
  const environment = {
    ...process.env,
    DISPLAY: display,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: folder,
    PULSE_SERVER: `unix:${join(folder, 'native')}`,
  };
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { env: environment, stdio: 'ignore' });
    cleanUp.defer(() => void child.kill());
    return child;
  };
  const screen = start('Xvfb', [display, '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']);
  const sound = start('pulseaudio', [
    ...['-n', '--exit-idle-time=-1', '--disallow-exit', '--use-pid-file=no'],
    ...[
      '-L',
      'module-null-sink sink_name=meeting',
      '-L',
      `module-native-protocol-unix socket=${join(folder, 'native')}`,
    ],
  ]);
  await delay(1_000);
  const browser = await puppeteer.launch({
    executablePath: found('chromium') ?? '',
    headless: false,
    pipe: true,
    env: environment,
    defaultViewport: null,
    userDataDir: join(folder, 'profile'),
    args: [
      ...[
        '--kiosk',
        '--test-type',
        '--no-first-run',
        '--use-fake-ui-for-media-stream',
        `--window-size=${width},${height}`,
      ],
      ...['--autoplay-policy=no-user-gesture-required', '--disable-features=WebRtcHideLocalIpsWithMdns'],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  cleanUp.defer(() => browser.close());
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto(meeting_url);
  await page.type('input#name', 'Control');
  await page.click('button#join');
  await page.waitForSelector('body[data-phase="in_meeting"]');
  const recorder = start('ffmpeg', [
    ...['-f', 'x11grab', '-draw_mouse', '0', '-video_size', `${width}x${height}`],
    ...['-framerate', String(framesPerSecond), '-i', display],
    ...['-f', 'pulse', '-i', 'meeting.monitor'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', join(folder, 'control.mp4')],
  ]);
  await delay(settleMs);
  if (recorder.exitCode !== null) throw new Error('ffmpeg could not record the screen');
  const pids = [screen, sound, recorder].map(pidOf);
  return await usageOf([...pids, browser.process()?.pid ?? 0], duration_ms);
};
