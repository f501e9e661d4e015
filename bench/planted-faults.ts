/**
 * Faults that are planted in the code of calendars, connections and app sessions, and in what stands in for their platforms:
 * one at a time, in a copy of the sources, where the tests of the subject are run.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

interface PlantedFault {
  /** What is wrong with the code. */
  readonly name: string;
  readonly file: string;
  /** Texts that are in the file once, and what takes their place. */
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** The file of tests that must find it. */
  readonly test: string;
}

const calendars = 'lib/usecases/calendars';
const connections = 'lib/usecases/connections';
const rtms = 'lib/capture/streams/rtms';

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a cursor is stored before what it covers',
    file: `${calendars}/sync/sync-calendar.ts`,
    changes: [
      [
        '    const isNothingNew = ',
        '    await syncs.finish({ ...state, cursor: told.cursor, listed_at: now.toISOString(), zone: told.zone }, now);\n    const isNothingNew = ',
      ],
    ],
    test: 'test/usecases/calendars/sync/killed-sync.test.ts',
  },
  {
    name: 'a cursor that the platform has forgotten is a failure',
    file: `${calendars}/sync/list-told-events.ts`,
    changes: [["error.trouble === 'cursor_dead' && ", 'false && ']],
    test: 'test/usecases/calendars/sync/sync-calendar.test.ts',
  },
  {
    name: 'an event that a list left out is deleted without being asked for',
    file: `${calendars}/sync/apply-told-events.ts`,
    changes: [['const isFollowed = !is_deleted && ', 'const isFollowed = false && ']],
    test: 'test/usecases/calendars/sync/sync-calendar.test.ts',
  },
  {
    name: 'what is older than what is known is taken',
    file: 'lib/domain/calendar/calendar-event.ts',
    changes: [['  if (isLate(event, seen)) return undefined;\n', '']],
    test: 'test/domain/calendar/calendar-event.test.ts',
  },
  {
    name: 'two runs look at a calendar at once',
    file: 'lib/domain/calendar/sync-state.ts',
    changes: [['lease_until !== null && ', 'false && ']],
    test: 'test/usecases/calendars/sync/sync-calendar.test.ts',
  },
  {
    name: 'a calendar that is disconnected is looked at',
    file: 'lib/domain/calendar/sync-state.ts',
    changes: [['state.is_connected && mayAskNow(state, at)', 'mayAskNow(state, at)']],
    test: 'test/usecases/calendars/any-situation.test.ts',
  },
  {
    name: 'a push with a wrong secret is believed',
    file: `${calendars}/hear-platform.ts`,
    changes: [['said?.secrets.every((secret) => isSame(secret, owner.secret_hash))', 'said']],
    test: 'test/usecases/calendars/hear-platform.test.ts',
  },
  {
    name: 'a new token is used before it is stored',
    file: `${connections}/open-connection.ts`,
    changes: [['    await credentials.renew(', '    void credentials.renew(']],
    test: 'test/usecases/connections/open-connection.test.ts',
  },
  {
    name: 'tokens are renewed without a lease',
    file: `${connections}/open-connection.ts`,
    changes: [['    if (!(await credentials.lease(known, until))) return undefined;\n', '']],
    test: 'test/usecases/connections/open-connection.test.ts',
  },
  {
    name: 'what was granted is kept when a connection ends',
    file: `${connections}/disconnect-connection.ts`,
    changes: [['[forgettingCredentials(ref), hastening(ref, now)]', '[hastening(ref, now)]']],
    test: 'test/usecases/connections/any-situation.test.ts',
  },
  {
    name: 'what was signed long ago is believed',
    file: `${connections}/hear-conferencing.ts`,
    changes: [['Math.abs(clock.now().getTime() - moment) > mostAgeMs', 'false']],
    test: 'test/usecases/connections/hear-conferencing.test.ts',
  },
  {
    name: 'a refresh token is logged',
    file: `${connections}/open-connection.ts`,
    changes: [
      [
        '  const renewed = async',
        "  const said = (text: string): void => log.info('renewing', { text });\n  const renewed = async",
      ],
      ['    const tokens = await granted(', '    said(refresh_token);\n    const tokens = await granted('],
      ['import { pauseAfter }', "import { log } from '../../process/log.ts';\nimport { pauseAfter }"],
    ],
    test: 'test/usecases/connections/sync-connection.test.ts',
  },
  {
    name: 'a stream that is forwarded twice has two sessions',
    file: 'lib/usecases/app-sessions/create-app-session.ts',
    changes: [
      ['const holder = await streams.holderOf(project_id, conf_rtms);', 'const holder = undefined;'],
      ['[takingStream(project_id, conf_rtms, id, now)]', '[]'],
    ],
    test: 'test/usecases/app-sessions/create-app-session.test.ts',
  },
  {
    name: 'certificates are not looked at',
    file: `${rtms}/socket.ts`,
    changes: [['perMessageDeflate: false,', 'perMessageDeflate: false,\n      rejectUnauthorized: false,']],
    test: 'test/capture/streams/rtms/connection.test.ts',
  },
  {
    name: 'redirects are followed',
    file: `${rtms}/socket.ts`,
    changes: [['followRedirects: false', 'followRedirects: true']],
    test: 'test/capture/streams/rtms/socket.test.ts',
  },
  {
    name: 'keep-alives are not answered',
    file: `${rtms}/line.ts`,
    changes: [['          say({ ...message, msg_type: messageTypes.keep_alive_answer });\n', '']],
    test: 'test/capture/streams/rtms/connection.test.ts',
  },
  {
    name: 'there is no picture where nobody has a camera',
    file: 'lib/capture/streams/stream-pictures.ts',
    changes: [['      if (shown === undefined && now_us >= firstWithinUs) giveBlack(0);\n', '']],
    test: 'test/capture/streams/stream-pictures.test.ts',
  },
  {
    name: 'a session that is over keeps what opens its stream',
    file: 'lib/domain/app-session/bot-stream.ts',
    changes: [['({ ...stream, server_urls: [] })', '({ ...stream })']],
    test: 'test/lambdas/api/any-stream.test.ts',
  },
  {
    name: 'the stand-in for Google says something that its description does not know',
    file: 'test/facsimiles/google-calendar/listing.ts',
    changes: [["      kind: 'calendar#events',", "      kind: 'calendar#events',\n      eventCount: items.length,"]],
    test: 'test/facsimiles/google-calendar/listing.test.ts',
  },
  {
    name: 'the stand-in for Zoom lets a refresh token be used twice',
    file: 'test/facsimiles/conf/oauth.ts',
    changes: [
      [
        "return refusal(400, 'invalid_grant', 'Invalid Token!');\n    grant.refresh = { token: random(), endsAt: now_s() + refreshLives_s };",
        "return refusal(400, 'invalid_grant', 'Invalid Token!');",
      ],
    ],
    test: 'test/facsimiles/conf/conf.test.ts',
  },
  {
    name: 'the stand-in for streams numbers no keep-alives',
    file: 'test/facsimiles/rtms/line.ts',
    changes: [['KEEP_ALIVE_REQ, ...numbered, ', 'KEEP_ALIVE_REQ, ']],
    test: 'test/facsimiles/rtms/connection.test.ts',
  },
];

const project = fileURLToPath(new URL('..', import.meta.url));
const copied = ['lib', 'test', 'lambdas', 'bin', 'bench', 'docs', 'statemachines', 'openapi.json', 'package.json'];
const settings = ['tsconfig.json', 'tsconfig.local.json', 'vitest.config.ts'];

const Report = z.object({ numTotalTests: z.number(), numFailedTests: z.number(), numFailedTestSuites: z.number() });

/** How many tests there are in a file, and whether any failed. What does not run at all, or not one test, is thrown. */
const runTests = async (folder: string, test: string): Promise<{ readonly isRed: boolean }> => {
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', test, '--reporter=json', `--outputFile=${report}`];
  // A test that waits in vain for what the fault has taken away does so for a moment only.
  const env = { ...process.env, PATIENCE_MS: '5000' };
  await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(() => undefined);
  const found = Report.parse(JSON.parse(await readFile(report, 'utf8')));
  if (found.numTotalTests === 0) throw new Error(`${test}: no test was run`);
  return { isRed: found.numFailedTests + found.numFailedTestSuites > 0 };
};

/** Answers which faults the tests have not found. @throws when tests are red before anything was planted */
export const faultsNotFound = async (faults: readonly PlantedFault[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-planted-'));
  try {
    for (const name of [...copied, ...settings]) await cp(join(project, name), join(folder, name), { recursive: true });
    await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
    for (const test of new Set(faults.map((fault) => fault.test))) {
      if ((await runTests(folder, test)).isRed) throw new Error(`${test} is red before anything was planted`);
    }
    const missed: string[] = [];
    for (const { name, file, changes, test } of faults) {
      const path = join(folder, file);
      const honest = await readFile(path, 'utf8');
      const planted = changes.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
        return text.replace(from, () => to);
      }, honest);
      await writeFile(path, planted);
      if (!(await runTests(folder, test)).isRed) missed.push(name);
      await writeFile(path, honest);
    }
    return missed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
