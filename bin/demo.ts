/**
 * `npm run demo`: a bot's whole life as one command, from an empty room to everything that it brought home, checked.
 * `npm run demo -- --grand`: five minutes with six people in which everything happens that a bot can do, or that can
 * happen to it; `--grand --short` is the same in little more than one. `npm run demo -- --stream`: an app session of a
 * stream that a stand-in for the platform plays. `-- --calendar`: an event of a calendar is moved, and its bot joins at the new
 * time. `-- --dashboard`: somebody sends a bot by the dashboard, watches it and reads the meeting, and each page is taken as a picture.
 * `-- --livekit`: a bot in a meeting of LiveKit's own server and page, which needs Go to build the server, once. `-- --film`: the
 * moving picture of the README. Writes `demo-output/`; those of a stream and of a calendar a folder of their own in it, so that
 * they may go on side by side.
 */
import './help.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { emptyFolder } from '../lib/demo/bring-home.ts';
import { showGrand } from '../lib/demo/grand/show.ts';
import { say, tellClaim } from '../lib/demo/telling.ts';
import { showTwoPeople } from '../lib/demo/two-people.ts';
import { messageOf } from '../lib/process/message-of.ts';

let output = 'demo-output';

const main = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      grand: { type: 'boolean' },
      short: { type: 'boolean' },
      stream: { type: 'boolean' },
      calendar: { type: 'boolean' },
      livekit: { type: 'boolean' },
      dashboard: { type: 'boolean' },
      film: { type: 'boolean' },
    },
  });
  if (values.short && !values.grand) throw new Error('--short shortens the grand demo: say --grand --short');
  const own = (['stream', 'calendar'] as const).find((kind) => values[kind]);
  if (own) output = join(output, own);
  await emptyFolder(output);
  const show = async () => {
    if (values.film) return (await import('../lib/demo/moving-picture.ts')).showMovingPicture(output);
    if (values.calendar) return (await import('./demo/calendar.ts')).showMovedEvent(output);
    if (values.dashboard) return (await import('../lib/demo/dashboard.ts')).showDashboard(output);
    if (values.livekit) return (await import('./demo/livekit.ts')).showLiveKit(output);
    if (values.stream) return (await import('./demo/stream.ts')).showStream(output);
    return values.grand ? showGrand(output, values.short ?? false) : showTwoPeople(output);
  };
  const claims = await show();
  claims.forEach(tellClaim);
  const right = claims.filter(({ holds }) => holds).length;
  console.log(`${right} passed, ${claims.length - right} failed`);
  return right === claims.length;
};

main().then(
  (isRight) => {
    say(isRight ? `all of it is right: look into ${output}/` : `something is wrong: look into ${output}/`);
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    say(`failed: ${messageOf(error)}`);
    process.exitCode = 1;
  },
);
