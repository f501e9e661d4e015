/** Who may import whom. The linter says so (biome.json); here each of its rules is broken once. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What a file in a folder of the project may not import, one line for each. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'lib/domain/': ['../ports/clock.ts', '../process/retry.ts', '@aws-sdk/client-s3', '#adapters/table.ts'],
  'lib/domain/bot/': ['../../ports/clock.ts', '../../../lambdas/load.ts'],
  'lib/ports/': ['../storage/bots/bots.ts', '../capture/meeting/meeting.ts', '../../lambdas/load.ts'],
  'lib/storage/': [
    '../usecases/bots/leave-bot.ts',
    '../api/routes.ts',
    '../adapters/aws/table.ts',
    '#adapters/table.ts',
  ],
  'lib/usecases/bots/': ['../../adapters/local/table.ts', '../../api/routes.ts', '../../capture/session/session.ts'],
  'lib/api/': ['../usecases/bots/leave-bot.ts', '../storage/bots/bots.ts', '@middy/core'],
  'lib/infra/': ['../usecases/bots/leave-bot.ts', '../adapters/aws/table.ts', '../../lambdas/load.ts'],
  'lib/adapters/aws/': ['../local/table.ts', '../../usecases/bots/leave-bot.ts'],
  'lib/adapters/aws/media/': ['../../local/table.ts', '../../../usecases/bots/leave-bot.ts'],
  'lib/adapters/local/': ['../aws/table.ts', '../../usecases/bots/leave-bot.ts', '../../../lambdas/load.ts'],
  'lib/adapters/local/capture/': ['../../aws/table.ts', '../../../usecases/bots/leave-bot.ts'],
  'lib/transcription/': ['../adapters/aws/table.ts', '../storage/bots/bots.ts', '../usecases/bots/leave-bot.ts'],
  'lib/calendars/': ['../adapters/aws/table.ts', '../storage/calendars.ts', '../usecases/bots/leave-bot.ts'],
  'lib/net/': ['../adapters/aws/table.ts', '../capture/session/session.ts', '../../lambdas/load.ts'],
  'lib/process/': ['../adapters/aws/table.ts', '../capture/session/session.ts', '../../lambdas/load.ts'],
  'lib/local-home/': ['../../lambdas/load.ts'],
  'lib/capture-home/': ['../../lambdas/load.ts'],
  'lambdas/api/bots/': [
    '../../../lib/adapters/aws/table.ts',
    '../../../lib/adapters/local/table.ts',
    '../../../lib/capture/programs/shared/sound.ts',
  ],
  'bin/': ['../lib/capture/programs/media-worker/voices.ts'],
  'lib/capture/meeting/': ['puppeteer-core', '../session/session.ts', '../browser/chromium/chromium.ts'],
  'lib/capture/recording/': ['puppeteer-core', '../session/session.ts', '../../storage/bots/bots.ts'],
  'lib/capture/session/': [
    'puppeteer-core',
    '../browser/chromium/chromium.ts',
    '../platforms/index.ts',
    '../../storage/bots/bots.ts',
  ],
  'lib/capture/session/people/': [
    'puppeteer-core',
    '../../browser/meeting-page.ts',
    '../../platforms/demo-room/index.ts',
    '../../programs/media-worker/voices.ts',
    '../../programs/shared/devices.ts',
  ],
  'lib/capture/browser/': ['../session/session.ts', '../recording/takes.ts', '../voice-agent/voice-agent.ts'],
  'lib/capture/platforms/demo-room/': [
    '../../session/session.ts',
    '../../browser/chromium/chromium.ts',
    '../../programs/page/install.ts',
  ],
  'lib/capture/platforms/demo-room/page/': [
    'node:fs',
    'puppeteer-core',
    'ws',
    'zod',
    '../send-chat.ts',
    '../index.ts',
    '../../controls.ts',
    '../../judging/judge.ts',
    '../../zoom/page/dom.ts',
    '../../../meeting/log.ts',
    '../../../programs/media-worker/voices.ts',
    '../../../../process/retry.ts',
  ],
  'lib/capture/platforms/demo-room/page/people/': [
    'node:fs',
    'puppeteer-core',
    'zod',
    '../../send-chat.ts',
    '../../../controls.ts',
    '../../../judging/judge.ts',
    '../../../zoom/page/dom.ts',
    '../../../../meeting/log.ts',
    '../../../../../process/retry.ts',
  ],
  'lib/capture/platforms/demo-room/shared/': [
    'node:fs',
    'puppeteer-core',
    'ws',
    '../send-chat.ts',
    '../../controls.ts',
  ],
  'lib/capture/platforms/demo-room/signs/': ['node:fs', 'puppeteer-core', '../selectors.ts', '../../judging/judge.ts'],
  'lib/capture/platforms/judging/page/': ['node:fs', 'puppeteer-core', '../judge.ts', '../../controls.ts'],
  'lib/capture/platforms/page/': ['node:fs', 'puppeteer-core', '../controls.ts', '../zoom/index.ts'],
  'lib/capture/media/': ['node:fs', 'puppeteer-core', 'ws', '../programs/media-worker/voices.ts', '../streams/line.ts'],
  'lib/capture/media/listening/': ['node:fs', 'ws', '../../streams/stream-take.ts', '../../programs/shared/sound.ts'],
  'lib/capture/streams/': [
    'puppeteer-core',
    '../browser/chromium/chromium.ts',
    '../session/session.ts',
    '../programs/media-worker/voices.ts',
  ],
  'lib/capture/streams/rtms/': ['puppeteer-core', '../../platforms/index.ts', '../../../storage/bots/bots.ts'],
  'lib/capture/voice-agent/': [
    '../session/session.ts',
    '../platforms/index.ts',
    '../recording/takes.ts',
    '../programs/agent-page/agent-page.ts',
  ],
  'lib/capture/programs/protocol/': ['../../meeting/view.ts', '../page/install.ts', 'puppeteer-core', 'node:fs', 'ws'],
  'lib/capture/programs/shared/': ['../page/install.ts', '../../../net/dns.ts', 'node:fs', 'ws', 'zod'],
  'lib/capture/programs/page/': [
    '../media-worker/voices.ts',
    '../../meeting/view.ts',
    '../../../process/retry.ts',
    'node:fs',
    'puppeteer-core',
    'ws',
  ],
  'lib/capture/programs/media-worker/': ['../page/install.ts', '../../recording/takes.ts', 'node:fs', 'ws'],
  'lib/capture/programs/media-worker/views/': [
    '../../page/install.ts',
    '../../../meeting/view.ts',
    '../../../../net/dns.ts',
    'node:fs',
    'puppeteer-core',
    'ws',
  ],
  'lib/capture/programs/outlet-worker/': ['../media-worker/voices.ts', '../../voice-agent/voice-agent.ts'],
  'lib/capture/programs/agent-page/': ['../agent-worker/agent-worker.ts', '../../voice-agent/voice-agent.ts'],
  'lib/capture/programs/agent-worker/': ['../agent-page/agent-page.ts', '../../../ports/clock.ts'],
};

const allowed: Readonly<Record<string, readonly string[]>> = {
  'lib/domain/bot/': ['../errors.ts', './lifecycle.ts', 'zod'],
  'lib/usecases/bots/': ['../../domain/bot/bot.ts', '../../ports/clock.ts', '../../storage/bots/bots.ts'],
  'lib/capture/session/': ['../meeting/meeting.ts', '../recording/takes.ts', '../../domain/bot/bot.ts'],
  'lib/capture/programs/page/': ['../protocol/page.ts', '../shared/devices.ts', './outlet.ts'],
  'lib/capture/platforms/demo-room/page/': [
    './dom.ts',
    '../selectors.ts',
    '../shared/address.ts',
    '../../page/page-ids.ts',
    '../../judging/page/page-facts.ts',
    '../../../meeting/view.ts',
    '../../../programs/page/install.ts',
    '../../../../process/bounded.ts',
  ],
  'lib/capture/platforms/demo-room/page/people/': [
    './roster.ts',
    '../dom.ts',
    '../captions/captions.ts',
    '../../selectors.ts',
    '../../shared/address.ts',
    '../../../page/page-ids.ts',
    '../../../judging/page/page-facts.ts',
    '../../../../meeting/view.ts',
    '../../../../programs/page/platform-page.ts',
    '../../../../../process/bounded.ts',
  ],
  'lib/capture/streams/': ['../media/encoding/mixer.ts', '../programs/protocol/codecs.ts'],
  'lib/capture/programs/media-worker/views/': [
    '../take/take.ts',
    '../voices.ts',
    '../../protocol/media.ts',
    '../../../media/listening/loudness.ts',
    'mediabunny',
    '../../../../domain/bot/settings.ts',
    '../../../../process/bounded.ts',
  ],
  'lambdas/api/bots/': ['#adapters/table.ts', '../../../lib/usecases/bots/leave-bot.ts'],
};

const fileOf = (folder: string, imported: string): string => `${folder}imports-${imported.replaceAll(/\W+/g, '-')}.ts`;

/** What `#session` stands for lies in lambdas: every folder of lib is refused it. */
const refusedAnywhere = Object.fromEntries(
  Object.keys(refused).flatMap((folder) => (folder.startsWith('lib/') ? [[folder, ['#session']]] : [])),
);

const filesOf = (rules: typeof refused): [file: string, imported: string][] =>
  Object.entries(rules).flatMap(([folder, all]) =>
    all.map((imported): [string, string] => [fileOf(folder, imported), imported]),
  );

const ring: readonly [file: string, imported: string][] = [
  ['lib/usecases/bots/one.ts', './other.ts'],
  ['lib/usecases/bots/other.ts', './one.ts'],
];

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** The rules that each file breaks. */
  const broken = new Map<string, string[]>();

  beforeAll(() => {
    copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const [file, imported] of [...filesOf(refused), ...filesOf(refusedAnywhere), ...filesOf(allowed), ...ring]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `export type { Something } from '${imported}';\n`);
    }
    const biome = join(root, 'node_modules/.bin/biome');
    const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles'];
    const options = ['--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
    const { stdout } = spawnSync(biome, ['lint', ...rules, ...options, '.'], { cwd: folder, encoding: 'utf8' });
    for (const [, rule = '', file = ''] of stdout.matchAll(/^::error title=lint\/\w+\/(\w+),file=([^,]+)/gm)) {
      const path = relative(folder, file);
      broken.set(path, [...(broken.get(path) ?? []), rule]);
    }
  });

  it.each([...filesOf(refused), ...filesOf(refusedAnywhere)])('refuses %s', (file) => {
    expect(broken.get(file)).toEqual(['noRestrictedImports']);
  });

  it.each(filesOf(allowed))('allows %s', (file) => {
    expect(broken.get(file)).toBeUndefined();
  });

  it('refuses files that import each other, also if they import only types', () => {
    expect(ring.map(([file]) => broken.get(file))).toEqual([['noImportCycles'], ['noImportCycles']]);
  });
});

describe('a session', () => {
  it('is made of nothing that needs a browser, by whatever way it is imported', () => {
    const { metafile } = buildSync({
      absWorkingDir: root,
      entryPoints: ['lib/capture/session/session.ts'],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const packages = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external).map(({ path }) => path),
    );
    expect(packages).toContain('zod');
    expect(packages).not.toContain('puppeteer-core');
    const rooms = Object.keys(metafile.inputs).flatMap((file) => /^lib\/capture\/[\w-]+/.exec(file) ?? []);
    expect([...new Set(rooms)].toSorted()).toEqual([
      'lib/capture/meeting',
      'lib/capture/programs',
      'lib/capture/recording',
      'lib/capture/session',
      'lib/capture/voice-agent',
    ]);
  });
});

describe('a program that is started', () => {
  const getCalendar = 'lambdas/api/calendars/get-calendar.ts';
  it.each([
    ['lib/local-home/start-local.ts', 'lib/capture/browser/chromium/chromium.ts', 'puppeteer-core'],
    ['bin/admin.ts', 'lib/usecases/access/provider-credentials.ts', 'undici'],
    [getCalendar, 'lib/domain/access/plain-names.ts', 'lib/domain/transcription/providers.ts'],
    [getCalendar, 'lib/process/environment.ts', 'lib/domain/meeting/platforms.ts'],
  ])('by %s knows %s, and has not yet loaded %s', (entry, known, later) => {
    const { metafile } = buildSync({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      conditions: ['local'],
      write: false,
      metafile: true,
    });
    const loaded = new Set([entry]);
    for (const file of loaded)
      for (const { kind, path } of metafile.inputs[file]?.imports ?? [])
        if (kind === 'import-statement') loaded.add(path);
    expect([...loaded]).toContain(known);
    expect([...loaded]).not.toContain(later);
  });
});
