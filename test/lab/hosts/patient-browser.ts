import type { Browser } from 'puppeteer-core';
import { type ChromiumOptions, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { longestMs } from '../until.ts';

/**
 * A browser that may take as long for an answer as tests wait for what they see: people are played in it, and recordings looked
 * at, on a machine that may be busy. How long a bot's own page may take, that page says.
 */
export const patientBrowser = (options: ChromiumOptions): Promise<Browser> =>
  launchChromium({ ...options, answers_within_ms: longestMs });
