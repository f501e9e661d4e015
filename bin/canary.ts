/**
 * `npm run canary -- --url LINK`: leads through a meeting of one's own, step by step, and says whether the pages of the
 * platform are still what its table of signs takes them for. Writes a folder with what was seen; exits with 1 where something
 * was not recognised.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { browserMeetings } from '../lib/capture/browser/browser-meeting.ts';
import { launchChromium } from '../lib/capture/browser/chromium/chromium.ts';
import { preparePrograms } from '../lib/capture/build/programs.ts';
import { adapters } from '../lib/capture/platforms/index.ts';
import { signedInPlatforms } from '../lib/domain/meeting/login.ts';
import type { MeetingLink } from '../lib/domain/meeting/meeting-url.ts';
import { meetingLinkOf } from './canary/link.ts';
import { reportOf } from './canary/report.ts';
import { keepingSignIn, loginIn, signInByHand, ticketIn } from './canary/sign-in.ts';
import { steps } from './canary/steps.ts';
import { walkThrough } from './canary/walk.ts';
import { usage } from './help.ts';

const refuse = (reason: string): never => {
  console.error(`${reason}\n${usage('bin/canary.ts')}`);
  process.exit(2);
};

const optionsOf = () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      platform: { type: 'string' },
      name: { type: 'string', default: 'Canary' },
      steps: { type: 'string' },
      minutes: { type: 'string', default: '2' },
      out: { type: 'string' },
      window: { type: 'boolean', default: false },
      login: { type: 'string' },
      'sign-on': { type: 'string' },
      'sign-in': { type: 'string' },
    },
  });
  return values;
};

const linkOf = (url: string, platform: string | undefined): MeetingLink => {
  try {
    return meetingLinkOf(url, platform);
  } catch (error) {
    return refuse((error as Error).message);
  }
};

const meetingOf = (values: ReturnType<typeof optionsOf>) => {
  const { url, name, window } = values;
  if (url === undefined) return refuse('--url takes the link of your meeting');
  const link = linkOf(url, values.platform);
  const only = values.steps?.split(',');
  const strange = only?.find((one) => !steps.some((step) => step.name === one));
  if (strange !== undefined) return refuse(`there is no step called ${strange}`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 60)) return refuse('--minutes takes the time for each step, up to 60');
  const day = new Date().toISOString().slice(0, 10);
  const folder = resolve(values.out ?? `canary-${link.platform}-${day}`);
  return {
    ...link,
    name,
    window,
    only,
    minutes,
    folder,
    ...(values.login !== undefined && { login: loginIn(values.login) }),
    ...(values['sign-on'] !== undefined && { sign_on: ticketIn(values['sign-on']) }),
  };
};

const main = async (): Promise<boolean> => {
  const values = optionsOf();
  const asked = values['sign-in'];
  if (asked !== undefined) {
    const platform = signedInPlatforms.find((one) => one === asked);
    if (!platform) return refuse(`--sign-in is one of ${signedInPlatforms.join(', ')}`);
    await signInByHand(platform, resolve(values.out ?? `login-${platform}.json`));
    return true;
  }
  const { url, platform, name, window, only, minutes, folder, ...given } = meetingOf(values);
  const adapter = adapters[platform];
  if (!adapter) return refuse(`bots do not join meetings of ${platform}: there is no adapter`);
  if (given.sign_on && !adapter.signOn) return refuse(`nobody signs in to ${platform} by single sign-on`);
  mkdirSync(folder, { recursive: true });
  process.env.CAPTURE_PROGRAMS = await preparePrograms();
  const opener = browserMeetings({
    platform: adapter,
    launch: (options) => launchChromium({ ...options, has_window: window }),
  });
  const tell = (line: string): void => console.log(line);
  const size = { width: 1280, height: 720 };
  const request = { meeting_url: url, platform, size, ...given, log: () => undefined };
  await using meeting = await keepingSignIn(opener.open(request), join(folder, '00-sign-on'));
  tell(
    `A meeting of ${platform}. Each step is waited for, up to ${minutes} minutes; what is seen is kept in ${folder}`,
  );
  const options = { bot_name: name, only, step_ms: minutes * 60_000, folder, tell };
  const walked = await walkThrough({ meeting, table: adapter.signs, ...options });
  const { isAllRight, data, lines } = reportOf(walked, platform, new Date(), folder);
  writeFileSync(join(folder, 'canary.json'), `${JSON.stringify(data, null, 2)}\n`);
  for (const line of lines) tell(line);
  return isAllRight;
};

main().then(
  (isAllRight) => {
    process.exitCode = isAllRight ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
