/** The canary as an account that signs in by single sign-on: with a ticket of the operator, in facsimiles of Google and of Meet. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { keepingSignIn, ticketIn } from '../../bin/canary/sign-in.ts';
import { isRight, walkThrough } from '../../bin/canary/walk.ts';
import { browserMeetings } from '../../lib/capture/browser/browser-meeting.ts';
import { launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { googleMeet } from '../../lib/capture/platforms/google-meet/index.ts';
import { signs } from '../../lib/capture/platforms/google-meet/signs.ts';
import { googleMeet as facsimileOf } from '../facsimiles/meetings/google-meet/google-meet.ts';
import { googleSignIn } from '../facsimiles/meetings/google-meet/sign-in.ts';
import { startMeetingHost } from '../facsimiles/meetings/host.ts';
import { useStores } from '../lab/doubles/in-process/adapters.ts';
import { ownSignOn } from '../lab/hosts/own-sign-on.ts';
import { address, aSsoWorld, domain } from '../lab/worlds/single-sign-on.ts';

vi.mock('#adapters/table.ts', () => import('../lab/doubles/in-process/adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../lab/doubles/in-process/adapters.ts'));

it('leads an account through a meeting, and keeps the page at which one that is not taken stopped', async () => {
  vi.stubEnv('BASE_URL', undefined);
  const world = aSsoWorld();
  useStores(world);
  const { known, of } = await world.aProject('Team');
  const google = googleSignIn(known, domain);
  using meet = facsimileOf(google.accountOf);
  await using host = await startMeetingHost([meet, google, ownSignOn()]);
  const meetings = browserMeetings({
    platform: googleMeet,
    launch: (options) => launchChromium({ ...options, args: host.args }),
  });
  await using folder = {
    path: mkdtempSync(join(tmpdir(), 'canary-')),
    [Symbol.asyncDispose]: async () => rmSync(folder.path, { recursive: true }),
  };
  const file = join(folder.path, 'ticket.json');
  writeFileSync(file, await world.admin('accounts', 'sso', 'ticket', 'google_meet', address, '--json', ...of));
  const room = meet.meeting();
  const open = () => {
    const size = { width: 1280, height: 720 };
    const request = { meeting_url: room.url, platform: 'google_meet', size, log: () => undefined } as const;
    return keepingSignIn(meetings.open({ ...request, sign_on: ticketIn(file) }), join(folder.path, '00-sign-on'));
  };
  {
    await using meeting = await open();
    const steps = await walkThrough({
      meeting,
      table: signs,
      bot_name: 'Canary',
      only: ['admit'],
      step_ms: 120_000,
      folder: folder.path,
      tell: () => undefined,
    });
    expect(steps.map((step) => [step.step, step.page_state, isRight(step)])).toEqual([
      ['open', 'M02_green_room_signed_in', true],
      ['admit', expect.stringMatching(/^M2[78]_/), true],
    ]);
    expect(readdirSync(folder.path).toSorted()).toEqual(['01-open', '02-admit', 'ticket.json']);
  }
  const { ticket } = ticketIn(file);
  await expect(open()).rejects.toThrow('which answered 401');
  const kept = readdirSync(join(folder.path, '00-sign-on'));
  expect(kept).toEqual(expect.arrayContaining(['frame-0.html', 'state.json']));
  for (const name of kept) expect(readFileSync(join(folder.path, '00-sign-on', name), 'latin1')).not.toContain(ticket);
});
