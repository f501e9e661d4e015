/** Row 29: the dashboard, as far as it can be measured without a browser; `npm run demo -- --dashboard` tells the rest. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundIn } from '../../dashboard/bot/found.ts';
import { buildDashboard } from '../../lib/dashboard/build.ts';
import { type DashboardFiles, listFile } from '../../lib/dashboard/files.ts';
import type { Row } from '../row.ts';

const lineCount = 5_000;
const searches = 50;

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
    speaker_name: i % 2 ? 'Maya Lindqvist' : 'Jonas Weber',
    transcription: {
      transcript: `This is what was said in sentence ${i} of a long meeting about shipping on Thursday.`,
    },
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

export const dashboardRows: readonly Row[] = [
  { number: 29, title: 'dashboard: first load, gzip', target: '≤ 220 KB', measure: firstLoad },
  {
    number: 29,
    title: 'dashboard: a search of a transcript of 5,000 lines, ms: median, worst',
    target: '≤ 100',
    measure: search,
  },
];
