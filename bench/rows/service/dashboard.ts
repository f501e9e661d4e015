/** Row 29: the dashboard: what it weighs, how a transcript of hours is searched and scrolled, how old the picture of a meeting is; `npm run demo -- --dashboard` tells the rest. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { foundIn } from '../../../dashboard/bot/transcript/found.ts';
import { buildDashboard } from '../../../lib/dashboard/build.ts';
import { type DashboardFiles, listFile } from '../../../lib/dashboard/files.ts';
import type { Scrolled } from '../../fixtures/dashboard-scroll.ts';
import type { Row } from '../../row.ts';
import { pictureDelays } from '../../worlds/picture-age.ts';
import { percentile } from '../../worlds/webhook-world.ts';

const lineCount = 5_000;
const searches = 50;
/** Ten seconds of scrolling from end to end. */
const pictures = 600;
/** Of people who come and go: a minute and a half. */
const changes = 20;

/** What a page names before it shows anything, compressed: its script, what that imports at once, and the style. */
const firstLoad = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  try {
    buildDashboard(folder);
    const list: DashboardFiles = JSON.parse(readFileSync(join(folder, listFile), 'utf8'));
    const names = [list.script, ...list.beside, ...(list.style ? [list.style] : [])];
    const bytes = names.reduce((sum, name) => sum + statSync(join(folder, `${name}.gz`)).size, 0);
    return `${Math.round(bytes / 1024)} KB in ${names.length} files`;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const search = async (): Promise<string> => {
  const lines = Array.from({ length: lineCount }, (_, i) => ({
    who: i % 2 ? 'Maya Lindqvist' : 'Jonas Weber',
    text: `This is what was said in sentence ${i} of a long meeting about shipping on Thursday.`,
  }));
  const took: number[] = [];
  for (let time = 0; time < searches; time += 1) {
    const began = performance.now();
    foundIn(lines, `sentence ${time * 97}`);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return `${took[searches / 2]?.toFixed(1)}, ${took.at(-1)?.toFixed(1)}`;
};

const scroll = async (): Promise<string> => {
  const script = fileURLToPath(new URL('../../fixtures/dashboard-scroll.ts', import.meta.url));
  const given = ['--conditions=local', script, String(lineCount), String(pictures)];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  const { rate, median_ms, cpu_median_ms, cpu_p95_ms, nodes } = JSON.parse(
    stdout.trimEnd().split('\n').at(-1) ?? '',
  ) as Scrolled;
  return `${rate.toFixed(0)}; ${cpu_median_ms.toFixed(1)}, ${cpu_p95_ms.toFixed(1)}; ${median_ms.toFixed(1)}; ${nodes}`;
};

const pictureAge = async (): Promise<string> => {
  const delays = await pictureDelays(changes);
  return [percentile(delays, 0.5), Math.max(...delays)].map((ms) => (ms / 1000).toFixed(2)).join(', ');
};

export const dashboardRows: readonly Row[] = [
  { number: 29, title: 'dashboard: first load, gzip', target: '≤ 220 KB', measure: firstLoad },
  {
    number: 29,
    title: 'dashboard: a search of a transcript of 5,000 lines, ms: median, worst',
    target: '≤ 100',
    measure: search,
  },
  {
    number: 29,
    title:
      'dashboard: a transcript of 5,000 lines scrolled from end to end in 600 pictures, in a browser without a screen: pictures a second; the page’s work for one, ms of CPU: median, 95 of 100; ms by the clock: median; parts of the page at most',
    target: '60; ≤ 8, ≤ 16; ≤ 16; ≤ 1,000',
    measure: scroll,
  },
  {
    number: 29,
    title:
      'dashboard: somebody comes into a meeting or goes, 20 times at any moment → the picture on the bot’s page shows it, s: median, worst',
    target: '≤ 2',
    measure: pictureAge,
  },
];
