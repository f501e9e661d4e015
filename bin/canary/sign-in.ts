/** An account of one's own, signed in once by hand, for bots to join with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { takeLogin } from '../../lib/capture/browser/login.ts';
import { SignInFailedError } from '../../lib/capture/meeting/errors.ts';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import { Login, type SignedInPlatform, SignOn } from '../../lib/domain/meeting/login.ts';
import { keepEvidence } from './evidence.ts';

const signInAt: Readonly<Record<SignedInPlatform, string>> = { google_meet: 'https://accounts.google.com/' };

/** @throws Error that says what the file should hold */
export const loginIn = (file: string): Login => {
  try {
    return Login.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} holds no login: make one with --sign-in, or as a storage state by Playwright`, { cause });
  }
};

/** @throws Error that says what the file should hold */
export const ticketIn = (file: string): SignOn => {
  try {
    return SignOn.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} holds no ticket: accounts sso ticket PLATFORM ADDRESS --json prints one`, { cause });
  }
};

/**
 * Keeps the page at which an account could not be signed in, where one was to be.
 * @throws whatever `opening` is rejected with
 */
export const keepingSignIn = (opening: Promise<Meeting>, folder: string): Promise<Meeting> =>
  opening.catch((error: unknown) => {
    if (error instanceof SignInFailedError && error.evidence) {
      keepEvidence(error.evidence, folder);
      console.error(`Look at ${folder}`);
    }
    throw error;
  });

/** Opens a window, waits until its person says that they are signed in, and keeps what makes the browser so in a file. */
export const signInByHand = async (platform: SignedInPlatform, file: string): Promise<void> => {
  const browser = await launchChromium({ width: 1280, height: 800, has_window: true });
  try {
    const [page = await browser.newPage()] = await browser.pages();
    await page.goto(signInAt[platform]);
    const asking = createInterface({ input: process.stdin, output: process.stdout });
    await asking.question(
      `Sign in to ${platform} in the window, with the account of your bots. Then press Enter here: `,
    );
    asking.close();
    // Who has it is signed in: nobody else of the machine reads it.
    writeFileSync(file, `${JSON.stringify(await takeLogin(browser), null, 2)}\n`, { mode: 0o600 });
  } finally {
    await closeChromium(browser);
  }
  console.log(`Kept in ${file}. Give it to the service and remove it:
npm run admin -- accounts set ${platform} NAME < ${file} && rm ${file}`);
};
