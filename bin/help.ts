/**
 * `--help` for every program that `npm run` starts, and the refusal of what none of its options is: its first import, so that
 * both come before anything else is loaded or done. `npm start` and `npm run admin` have more to say, and say it themselves.
 */
import { type Command, faultOf, helpOf, usageOf } from '../lib/process/help-text.ts';

/** By the paths of the programs, as package.json names them. */
export const commands = {
  'bin/demo.ts': {
    name: 'npm run demo',
    does: "shows a bot's whole life in a meeting of two scripted people, and checks all that it brings home into demo-output/",
    options: {
      grand: { help: 'six people, and all that a bot can do or that can happen to it: five minutes' },
      short: { help: 'with --grand: the same in a minute and a half' },
      stream: { help: 'a meeting that is streamed to the service, into which no bot goes' },
      calendar: { help: 'an event of a calendar is moved, and its bot joins at the new time' },
      dashboard: {
        help: 'somebody sends a bot by the dashboard, watches it and reads the meeting; each page as a picture',
      },
      film: { help: 'the moving picture at the top of the README: a meeting into which a bot comes' },
      livekit: { help: "a meeting of LiveKit's own server and page; needs Go to build the server, once" },
    },
    more: 'It exits with 0 when all claims hold. docs/demo-room.md tells of the people and the room.',
  },
  'bin/judge.ts': {
    name: 'npm run judge',
    does: 'says what the present tables of signs make of every page under a folder: of a corpus, or kept by bots',
    operands: 'FOLDER',
    options: {
      as: { value: 'NAME', help: 'makes an entry of the corpus of the one page in the folder, under this name' },
      state: { value: 'ROW', help: 'with --as: the row of the table that the page is, such as M36' },
    },
    more: 'docs/platforms/pages.md tells what signs are, and docs/extending.md how to add some.',
  },
  'bin/canary.ts': {
    name: 'npm run canary',
    does: 'leads through a meeting of your own, and says whether the pages of its platform are still what bots take them for',
    options: {
      url: { value: 'LINK', help: 'the meeting' },
      platform: { value: 'NAME', help: 'whose meeting it is, where the link does not say so' },
      name: { value: 'NAME', help: 'what the bot is called, Canary where nothing is said' },
      steps: {
        value: 'LIST',
        help: 'only these, beside getting in, with commas between: people,speak,captions,chat,share,remove',
      },
      minutes: { value: 'N', help: 'how long each step may take, 2 where nothing is said' },
      out: { value: 'PATH', help: 'where to write what was seen, or the login' },
      window: { help: 'shows the browser' },
      login: { value: 'FILE', help: 'joins with this login' },
      'sign-on': { value: 'FILE', help: 'signs in by single sign-on, with what accounts sso ticket --json printed' },
      'sign-in': { value: 'NAME', help: 'keeps the login of somebody who signs in by hand, instead: google_meet' },
    },
    more: 'docs/platforms/canary.md tells what it proves.',
  },
  'bin/cost.ts': {
    name: 'npm run cost',
    does: 'says what bots cost on AWS, line by line, beside hosted services',
    options: {
      bots: { value: 'N', help: 'how many a month, 1000 where nothing is said' },
      minutes: { value: 'N', help: 'how long their meetings are, 45 where nothing is said' },
      kind: { value: 'KIND', help: 'what is recorded: 1080p, 720p, sound, "app session" or "app session, sound"' },
      others: { value: 'N', help: 'how many others are there: 2, 6 or 12, which were measured' },
      x86: { help: 'on x86 in the place of arm64' },
      spot: { help: 'on Spot' },
      'at-once': { help: 'bots join at once and are not scheduled' },
      webhooks: { value: 'all|states', help: 'which are subscribed to' },
      'segment-seconds': { value: 'N', help: 'how long segments are: 2, 4, 6, 8 or 10' },
      'kept-days': { value: 'N', help: 'how long recordings are kept, 30 where nothing is said' },
      json: { help: 'as JSON' },
    },
  },
  'bin/doctor.ts': {
    name: 'npm run doctor',
    does: 'looks at a deployment on AWS from outside, and says what is wrong and what to do',
    options: {
      outputs: { value: 'FILE', help: 'what cdk deploy --outputs-file wrote' },
      bots: { value: 'N', help: 'how many are to be in meetings at a time, 10 where nothing is said' },
      json: { help: 'as JSON' },
    },
    more: 'docs/operations.md lists what it looks at.',
  },
  'bin/mcp.ts': {
    name: 'npm run --silent mcp',
    does: 'is an MCP server over the API of a service, on its input and output',
    options: {
      http: { help: 'over HTTP; each caller sends a key of their own' },
      port: { value: 'N', help: 'with --http: the port, 8090 where nothing is said' },
      host: { value: 'ADDRESS', help: 'with --http: where it listens, 127.0.0.1 where nothing is said' },
      name: {
        value: 'NAME',
        help: 'with --http: a name besides those of this machine by which callers come; may be repeated',
      },
    },
    more: "BASE_URL is the address of the service, http://127.0.0.1:8080 where it is not set, and API_KEY your project's key. docs/mcp.md tells more.",
  },
  'bin/worker-image.ts': {
    name: 'npm run worker-image',
    does: 'writes what the image of a capture worker is built from into a folder, and the commands that build and push it',
    operands: 'FOLDER [capture-worker|app-session-worker]',
    options: {
      arch: {
        value: 'NAME',
        help: 'arm64, or amd64 for tasks with the setting architecture=x86; arm64 where nothing is said',
      },
      repository: {
        value: 'NAME',
        help: 'where it is pushed to, such as 123456789012.dkr.ecr.eu-central-1.amazonaws.com/bots',
      },
    },
  },
  'bin/image.ts': {
    name: 'npm run image',
    does: 'builds the images of the capture workers with Podman, as root, and says how large they are and what they hold',
    options: {
      arch: { value: 'NAME', help: "arm64 or amd64; this machine's own where nothing is said" },
      pull: { help: 'pulls the images that they begin with; else others stand in for them' },
      out: { value: 'FOLDER', help: 'writes what each holds into the folder, as CycloneDX documents' },
    },
  },
  'bin/deploy-local.ts': {
    name: 'npm run deploy:local',
    does: 'deploys the stack to the emulator of AWS in AWS_ENDPOINT_URL, and opens a demo room to send bots to, until Ctrl-C',
    options: {
      context: { value: 'NAME=VALUE', short: 'c', help: 'a setting of the stack; may be repeated' },
      free: { help: 'does without what the free edition of LocalStack lacks' },
    },
    more: 'docs/deploy.md lists the settings.',
  },
  'bin/test.ts': {
    name: 'npm test',
    does: 'runs the suites of tests, what needs no browser beside those with one',
    more: 'npm run test:unit is the quick one, and takes the options of Vitest; npm run test:strangers, with servers and pages of other makers, is one by itself. docs/testing.md tells of all.',
  },
  'bin/test-aws.ts': {
    name: 'npm run test:aws',
    does: 'deploys the stack to the emulator of AWS in AWS_ENDPOINT_URL, and has bots live through it',
    options: {
      held: { help: 'the lives begin when a line comes in by standard input' },
      free: { help: 'all lives go through the stack that does without what the free edition of LocalStack lacks' },
      images: { help: 'its tasks run in containers, from the images that npm run image has built' },
      dashboard: {
        help: 'instead, an owner does at the dashboard what there is to do, by mouse and then by the keyboard alone',
      },
    },
    more: 'docs/testing.md tells more.',
  },
  'bin/test-upgrade.ts': {
    name: 'npm run test:upgrade',
    does: 'deploys the stack to the emulator of AWS in AWS_ENDPOINT_URL, another release of it, and the first again, while bots are in meetings',
    more: 'docs/deploy.md tells what that is good for.',
  },
  'bin/generate.ts': {
    name: 'npm run generate',
    does: 'writes the files that derive from the state table, the route table and the schemas',
    options: { check: { help: 'writes nothing, and fails where a file is out of date' } },
    more: 'docs/extending.md tells which follow from what.',
  },
  'bin/build-clients.ts': {
    name: 'npm run build:clients',
    does: 'builds the client as packages: dist/npm and, where there is Python 3.11 or newer, dist/python and a wheel of it',
    more: 'docs/clients.md tells how to use and to publish them.',
  },
  'bin/check.ts': {
    name: 'npm run check',
    does: 'says all that can be said of the code without running it: types, format, unused code, generated files',
  },
  'bin/meeting-bots.ts': {
    name: 'npm run synth',
    does: 'writes the CloudFormation template of the stack into cdk.out/; needs neither Docker nor an account',
    options: {
      context: { value: 'NAME=VALUE', short: 'c', help: 'a setting, in place of the one in the file; may be repeated' },
    },
    more: 'Settings are in deploy.config.json, or in the file that DEPLOY_CONFIG names; docs/deploy.md lists them.',
  },
  'bench/index.ts': {
    name: 'npm run bench',
    does: 'measures, prints each figure beside its target, and writes bench/results.md',
    operands: '[ROW …]',
    more: 'With numbers of rows it measures those alone, and leaves the other figures as they were. All of them take hours.',
  },
} as const satisfies Record<string, Command>;

export type Program = keyof typeof commands;

/** For a refusal: how the program is called. */
export const usage = (program: Program): string => `${usageOf(commands[program])}\n--help tells the options`;

const [, program = '', ...given] = process.argv;
const asked = Object.entries(commands).find(([path]) => program.replaceAll('\\', '/').endsWith(`/${path}`));
if (asked) {
  const [path, command] = asked;
  if (given.includes('--help')) {
    console.log(helpOf(command));
    process.exit(0);
  }
  const fault = faultOf(command, given);
  if (fault !== undefined) {
    console.error(`${fault}\n${usage(path as Program)}`);
    process.exit(2);
  }
}
