/**
 * Janus, a media server of strangers (https://janus.conf.meetecho.com) with the page of its own video rooms, in which one
 * connection brings everybody: on free ports, from the packages of Debian or Ubuntu, without being installed.
 */
import { execFile } from 'node:child_process';
import { access, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { installedOnce } from '../../facsimiles/makers.ts';
import { freePort } from '../../lab/hosts/free-port.ts';
import { listensOn, startProgram } from '../program.ts';
import { firstLine, type Had, type Stranger } from '../stranger.ts';

const run = promisify(execFile);
const list = fileURLToPath(new URL('packages.txt', import.meta.url));
/** A busy machine is slow. */
const patiently = { timeout: 0 } as const;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Fetches what the machine does not have of the packages and of what they need, and unpacks it into a folder. */
const unpack = async (folder: string): Promise<void> => {
  const names = (await readFile(list, 'utf8')).trim().split('\n');
  const fetched = join(folder, 'fetched');
  await mkdir(join(fetched, 'partial'), { recursive: true });
  // Nothing but that folder is written, so nobody has to be root.
  const nothingElse = [
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
  ];
  const options = [`Dir::Cache::archives=${fetched}`, ...nothingElse].flatMap((option) => ['-o', option]);
  const wish = ['install', '--download-only', '--reinstall', '--no-install-recommends', '--yes'];
  await run('apt-get', [...wish, ...options, ...names], { timeout: 120_000 });
  for await (const file of glob(join(fetched, '*.deb'))) await run('dpkg-deb', ['--extract', file, folder]);
  await rm(fetched, { recursive: true });
  await access(join(folder, 'usr/share/janus/demos/mvideoroomtest.html'));
};

/** The only file that matches. */
const only = async (pattern: string): Promise<string> => {
  for await (const file of glob(pattern)) return file;
  throw new Error(`there is no ${pattern}`);
};

/** The page's files, with the address of the server that operators put into one of them. */
const serveDemos = async (root: string, port: number) => {
  const settings = `var server = 'ws://127.0.0.1:${port}', iceServers = [], token = '', apisecret = '';`;
  const folders = [join(root, 'usr/share/janus/demos'), join(root, 'usr/share'), '/usr/share'];
  const contentOf = async (path: string): Promise<string | Buffer | undefined> => {
    if (path === '/settings.js') return settings;
    for (const folder of folders) {
      const content = await readFile(join(folder, path)).catch(() => undefined);
      if (content) return content;
    }
    return undefined;
  };
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const content = await contentOf(path);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? '' }).end(content);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mvideoroomtest.html`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const joinRoom = async (page: Page, name: string): Promise<void> => {
  // A press is lost until the page's script listens; whoever is played does not see the page, so nothing is visible.
  await page.waitForFunction(
    () => {
      if (document.querySelector('#videojoin:not(.hide)')) return true;
      document.querySelector<HTMLElement>('#start:not([disabled])')?.click();
      return false;
    },
    { polling: 100, ...patiently },
  );
  await page.evaluate((name) => {
    const field = document.querySelector<HTMLInputElement>('#username');
    if (field) field.value = name;
    document.querySelector<HTMLElement>('#register')?.click();
  }, name);
  await page.waitForFunction(() => document.querySelector('#videos:not(.hide)'), { polling: 100, ...patiently });
};

const shows = { player: '[id^=videoremote] :is(audio, video)', box: '.panel', name: '[id^=remote]' };

const startJanus = async (root: string): Promise<Stranger> => {
  await using cleanUp = new AsyncDisposableStack();
  const work = await mkdtemp(join(tmpdir(), 'janus-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));
  // It loads whatever lies in a folder.
  const parts = { plugins: 'libjanus_videoroom.so', transports: 'libjanus_websockets.so' };
  for (const [kind, file] of Object.entries(parts)) {
    await mkdir(join(work, kind));
    await symlink(await only(join(root, 'usr/lib/*/janus', kind, file)), join(work, kind, file));
  }
  const port = await freePort();
  const configs = {
    janus: `general: { configs_folder = "${work}", plugins_folder = "${work}/plugins", transports_folder = "${work}/transports" }`,
    'janus.transport.websockets': `general: { ws = true, ws_ip = "127.0.0.1", ws_port = ${port} }`,
    'janus.plugin.videoroom': 'room-1234: { publishers = 6, bitrate = 512000 }',
  };
  for (const [name, config] of Object.entries(configs)) await writeFile(join(work, `${name}.jcfg`), config);
  const libraries = join(await only(join(root, 'usr/lib/*/janus')), '..');
  cleanUp.use(
    await startProgram(
      [join(root, 'usr/bin/janus'), '--configs-folder', work, '--disable-colors'],
      { cwd: work, env: { ...process.env, LD_LIBRARY_PATH: libraries } },
      () => listensOn(port),
    ),
  );
  const { url } = cleanUp.use(await serveDemos(root, port));
  const owned = cleanUp.move();
  return {
    url,
    watchUrl: `${url}?subscriber-mode=yes`,
    join: joinRoom,
    shows,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** Its packages, 10 MB, are fetched once for a machine. */
export const janus = async (): Promise<Had> => {
  try {
    const root = await installedOnce('janus', [list], unpack);
    return { start: () => startJanus(root) };
  } catch (error) {
    return { missing: `Janus could not be fetched: ${firstLine(error)}` };
  }
};
