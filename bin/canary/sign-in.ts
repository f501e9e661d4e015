/** An account of one's own, signed in once by hand, for bots to join with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { takeLogin } from '../../lib/capture/browser/login.ts';
import { Login, type SignedInPlatform } from '../../lib/domain/meeting/login.ts';

const signInAt: Readonly<Record<SignedInPlatform, string>> = { google_meet: 'https://accounts.google.com/' };

/** @throws Error that says what the file should hold */
export const loginIn = (file: string): Login => {
  try {
    return Login.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} holds no login: make one with --sign-in, or as a storage state by Playwright`, { cause });
  }
};

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
