import { availableParallelism } from 'node:os';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { roomHost } from './test/lab/hosts/room-host.ts';
import { filesAlone } from './test/lab/runner/alone.ts';
import { FirstTries } from './test/lab/runner/first-tries.ts';
import { LongestFirst } from './test/lab/runner/longest-first.ts';

// Every file of tests is a process of its own, and some start others: what one has compiled, the next need not
// (https://nodejs.org/api/module.html#module-compile-cache). Without it the unit tests take a third longer.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const aMinute = 60_000;
/** How long a test looks for what it waits for. Set to less, it says what it waits for in vain (test/lab/until.ts likewise). */
const patienceMs = Number(process.env.PATIENCE_MS ?? 2 * aMinute);

/** The suites, by where a test lies and what it is called. `npm run test:unit` and so on run one, `npm test` all but the last. */
const browser = 'test/**/*.browser.test.ts';
const contracts = ['test/**/*.contract.test.ts', 'test/facsimiles/**/*.test.ts'];
const infra = 'test/infra/**/*.test.ts';
/** The service, its commands, clients, examples and documents as a whole, each begun as its user begins it. */
const services = 'test/{admin,client,docs,examples,local-home,mcp,release}/**/*.test.ts';
/** With servers and pages of others, which are had and built first: `npm run test:strangers`, and CI. */
const strangers = 'test/**/{,*.}{livekit,strangers}.browser.test.ts';

/** How often a browser's test that failed is run again, as CI does once; what needed that is told at the end. */
const retry = Number(process.env.BROWSER_TEST_RETRIES ?? 0);

// Some files wait while others work: one more of them at a time than there are cores.
const atOnce = availableParallelism() + 1;

/** What all tests have in common that need no browser, and no emulator. */
const unit = {
  setupFiles: ['test/lab/runner/put-back.ts', 'test/lab/runner/no-secret-leaks.ts'],
  maxWorkers: atOnce,
  // They give way to others: what takes half a minute of a processor takes long on a busy machine.
  testTimeout: 10 * aMinute,
  hookTimeout: 10 * aMinute,
  env: {
    // Whatever tries to start a browser here is told where it belongs.
    CHROMIUM_PATH: '/a-test-that-starts-a-browser-is-called/*.browser.test.ts',
    // Machines that run tests are mostly in UTC, where a moment without its zone is taken for the right one: here it is not, in
    // a zone of half hours, whose day is another for much of the day, and whose clocks are set.
    TZ: 'Australia/Lord_Howe',
  },
};
const others = [browser, ...contracts, infra, services];
/** Functions, called in the process of the tests, on stores in memory: those that share it. */
const functions = ['test/lambdas/{api,dashboard,identity}/**/*.test.ts', 'test/usecases/faults.test.ts'];
const alone = filesAlone(fileURLToPath(new URL('.', import.meta.url)), 'test/**/*.test.ts');
/** Of a suite, the files that have a process each. */
const aloneIn = (...patterns: string[]): string[] =>
  alone.filter((file) => patterns.some((pattern) => matchesGlob(file, pattern)));

/** What both parts of the contracts have in common. */
const held = { setupFiles: ['test/lab/runner/put-back.ts'], maxWorkers: atOnce };

/** What both parts of the tests with browsers have in common. */
const withBrowser = {
  setupFiles: ['test/lab/runner/put-back.ts'],
  globalSetup: ['test/lab/runner/programs-built.ts'],
  // Those of a machine that has nothing else to do wait half of their time; on a busy one pictures and sound in real time
  // want a core to themselves. What else bin/test.ts runs gives way.
  maxWorkers: Number(process.env.BROWSER_FILES_AT_ONCE ?? availableParallelism()),
  // What is looked at is mostly asked of other processes, each time anew.
  expect: { poll: { timeout: patienceMs, interval: 100 } },
  retry,
  // Sessions that wait more than they work may run side by side in a file.
  maxConcurrency: 3,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  ssr: { resolve: { conditions: ['local', 'node', 'import', 'default'] } },
  test: {
    // A busy machine is slow, not wrong: tests wait for what they see, and only a test that hangs meets these walls.
    testTimeout: 5 * aMinute,
    hookTimeout: 5 * aMinute,
    teardownTimeout: aMinute,
    expect: { poll: { timeout: patienceMs } },
    // Tests ask for more in a second than a client should.
    env: { REQUESTS_PER_SECOND: '1000000' },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new FirstTries()],
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...others, ...alone, ...functions],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit-functions',
          include: functions,
          exclude: alone,
          isolate: false,
          setupFiles: [...unit.setupFiles, 'test/lab/doubles/in-process.ts'],
          // Read by functions when they are loaded. Keys of providers are tried where nobody answers.
          env: { ...unit.env, DEMO_ROOM_HOSTS: roomHost, STT_A_URL: 'http://127.0.0.1:9' },
        },
      },
      { extends: true, test: { ...unit, name: 'unit-alone', include: alone, exclude: others } },
      {
        extends: true,
        test: {
          ...unit,
          name: 'services',
          include: [services],
          exclude: [browser, ...contracts, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'services-alone', include: aloneIn(services), exclude: [browser, ...contracts] },
      },
      {
        extends: true,
        test: {
          ...held,
          name: 'contracts',
          include: contracts,
          exclude: [browser, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...held,
          name: 'contracts-alone',
          include: aloneIn(...contracts),
          exclude: [browser],
        },
      },
      {
        extends: true,
        test: {
          name: 'infra',
          include: [infra],
          exclude: [browser],
          // Loading the CDK takes longer than most of these files, and so does a synthesis that another has made: three processes
          // would take a third more. By `npm test` the contracts go on beside it.
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          isolate: false,
          // The CDK's own rules for templates take seconds of each synthesis; one test asks for them. What bundles the functions
          // ends with each bundle: its garbage collector (GOGC, https://go.dev/doc/gc-guide) is a seventh of the work here.
          env: { CDK_VALIDATION: 'false', GOGC: 'off' },
        },
      },
      {
        extends: true,
        test: {
          ...withBrowser,
          name: 'browser',
          include: [browser],
          exclude: [strangers, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...withBrowser,
          name: 'browser-alone',
          include: aloneIn(browser),
          exclude: [strangers],
        },
      },
      {
        extends: true,
        test: {
          name: 'strangers',
          include: [strangers],
          globalSetup: ['test/lab/runner/programs-built.ts'],
          // A meeting of four browsers and a media server fills both cores of a small machine.
          maxWorkers: 1,
          retry,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
