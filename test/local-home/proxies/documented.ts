/** nginx and Caddy, configured as docs/self-host.md says, where these programs are on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { snippetOf } from '../../docs/snippets.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { until } from '../../lab/until.ts';
import { certificateFile, type Ports, type ProxyKind, publicName } from './proxy.ts';

const page = 'docs/self-host.md';

/** Where Debian has the programs of administrators, which are not in everybody's path. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const programOf = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** A configuration with other words in the place of some of its own. @throws for one that it does not have */
const adapted = (configuration: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((text, [word, other]) => {
    if (!text.includes(word)) throw new Error(`the configuration in ${page} has no ${word}`);
    return text.replaceAll(word, other);
  }, configuration);

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

interface Program {
  readonly path: string;
  readonly args: (file: string, folder: string) => readonly string[];
  readonly configuration: (folder: string) => string;
}

const run = async ({ path, args, configuration }: Program, { https }: Ports): Promise<AsyncDisposable> => {
  const started = new AsyncDisposableStack();
  const { path: folder } = started.use(await aDataFolder());
  const file = join(folder, 'configuration');
  await writeFile(file, configuration(folder));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(path, args(file, folder), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (text) => said.push(String(text)));
  started.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${path} refuses the configuration in ${page}:\n${said.join('')}`);
      return await listens(https);
    },
    (isUp) => isUp,
  );
  return started;
};

const nginxPath = programOf('nginx');
const caddyPath = programOf('caddy');
const toHave = (name: string): string => `there is no ${name} on this machine (apt-get install ${name})`;

/** As certbot lays it into the folder that it is given. */
const challenge = { path: '/.well-known/acme-challenge/token', text: 'token.thumbprint' };

export const nginx: ProxyKind = {
  name: 'nginx',
  leadsToHttps: true,
  challenge,
  ...(!nginxPath && { missing: toHave('nginx') }),
  start: (ports) =>
    run(
      {
        path: nginxPath ?? 'nginx',
        args: (file, folder) => ['-p', folder, '-c', file, '-e', 'stderr'],
        configuration: (folder) => {
          mkdirSync(dirname(join(folder, challenge.path)), { recursive: true });
          writeFileSync(join(folder, challenge.path), challenge.text);
          const servers = adapted(snippetOf(page, 'server {'), {
            // Not every machine has addresses of version 6.
            '  listen [::]:443 ssl;\n': '',
            '  listen [::]:80;\n': '',
            '/var/www/letsencrypt': folder,
            'listen 443': `listen 127.0.0.1:${ports.https}`,
            'listen 80': `listen 127.0.0.1:${ports.http}`,
            '127.0.0.1:8080': `127.0.0.1:${ports.service}`,
            [`/etc/letsencrypt/live/${publicName}/fullchain.pem`]: fileURLToPath(certificateFile('cert')),
            [`/etc/letsencrypt/live/${publicName}/privkey.pem`]: fileURLToPath(certificateFile('key')),
          });
          const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
            (of) => `${of}_temp_path ${folder};`,
          );
          return [
            'daemon off;',
            'master_process off;',
            `pid ${folder}/pid;`,
            'events {}',
            `http {\naccess_log off;\n${temporary.join('\n')}\n${servers}\n}\n`,
          ].join('\n');
        },
      },
      ports,
    ),
};

export const caddy: ProxyKind = {
  name: 'Caddy',
  leadsToHttps: true,
  ...(!caddyPath && { missing: toHave('caddy') }),
  start: (ports) =>
    run(
      {
        path: caddyPath ?? 'caddy',
        args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
        configuration: () => {
          // Certificates come from itself: there is nobody here to ask for one.
          const here = ['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1'];
          const options = [...here, `https_port ${ports.https}`, `http_port ${ports.http}`];
          const site = adapted(snippetOf(page, publicName), { '127.0.0.1:8080': `127.0.0.1:${ports.service}` });
          return `{\n${options.join('\n')}\n}\n${site}`;
        },
      },
      ports,
    ),
};
