import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { announcement, foundLine, leftLine } from '../../../bin/local/announcement.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const here = {
  base_url: 'http://127.0.0.1:8080',
  credentials_file: '/var/lib/meeting-bots/data/credentials.json',
  api_key: 'mb_1',
  webhook_secret: 'whsec_1',
  is_key_revoked: false,
  dashboard_url: 'http://127.0.0.1:8080/dashboard#ticket=1',
  room_url: 'http://127.0.0.1:8080/room/coffee-corner',
  host_url: 'http://127.0.0.1:8080/room/coffee-corner?host=1',
  places: 4,
  has_network: true,
  botsAtWork: async () => [],
  close: async () => undefined,
};
const away = { ...here, base_url: 'https://bots.example.com', room_url: 'https://bots.example.com/room/abc-defg-hij' };
const { room_url: _, host_url: __, ...roomless } = here;
const at = { data_dir: '.data', with_company: false };

it.each([
  ['at a desk', here, at, 'Open the demo room in a browser (npm start -- --company has'],
  ['with company', here, { ...at, with_company: true }, 'Send a bot there:'],
  ['on a server', away, at, 'Open the demo room in a browser, and send a bot:'],
  ['without rooms', roomless, at, 'put its link in the place of this one:'],
] as const)('says where a bot may be sent for a try, %s', (_where, service, asked, words) => {
  const said = announcement(service, asked);
  expect(said).toContain(words);
  expect(said).toContain(
    `-d '{"meeting_url": "${'room_url' in service ? service.room_url : 'https://meet.google.com'}`,
  );
});

it('says how a bot gets into a meeting of whoever has started it', () => {
  expect(announcement(here, at)).toContain('Into a meeting of your own it goes the same way: put its link there');
  expect(announcement(roomless, at)).not.toContain('Into a meeting of your own');
});

it('says where the keys are, where it was not given them to say', () => {
  const { api_key: _, webhook_secret: __, ...secretless } = here;
  const said = announcement({ ...secretless, dashboard_url: 'http://127.0.0.1:8080/dashboard' }, at);
  expect(said).toContain(`API key and webhook secret are in ${here.credentials_file}: printed on a terminal`);
  expect(said).toContain(`API_KEY=$(node -p 'require("${here.credentials_file}").api_key')`);
  expect(said).toContain('npm run admin -- --data .data dashboard invite NAME --role owner makes a link');
});

it('prints commands that a shell takes, whatever the data folder is called', async () => {
  await using folder = await aDataFolder();
  const data_dir = join(folder.path, 'the team\'s "bots" $HOME');
  const credentials_file = join(data_dir, 'credentials.json');
  await mkdir(data_dir);
  await writeFile(credentials_file, '{"api_key": "mb_1"}');
  const { api_key: _, webhook_secret: __, ...secretless } = here;
  const said = announcement({ ...secretless, credentials_file }, { ...at, data_dir });
  const [exported = ''] = /export BASE_URL.*/.exec(said) ?? [];
  expect(execFileSync('sh', ['-c', `${exported}; printf %s "$API_KEY"`], { encoding: 'utf8' })).toBe('mb_1');
  const [, words = ''] = /^npm run admin -- (--data .*) makes a link/m.exec(said) ?? [];
  const taken = execFileSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });
  expect(taken.split('\n').slice(0, 3)).toEqual(['--data', data_dir, 'dashboard']);
});

it('makes other links for owners too: whoever starts the service is one', () => {
  expect(announcement(here, at)).toContain('dashboard invite NAME --role owner makes others');
});

it('names its project in the commands that it tells where there are others', () => {
  const { api_key: _, ...keyless } = { ...here, is_key_revoked: true, project_id: 'prj_1' };
  const said = announcement(keyless, at);
  expect(said).toContain(
    'npm run admin -- --data .data dashboard invite NAME --role owner --project prj_1 makes others',
  );
  expect(said).toContain('npm run admin -- --data .data keys create NAME --project prj_1\n');
});

it('says how to make another key in the place of one that was revoked', () => {
  const { api_key: _, ...keyless } = { ...here, is_key_revoked: true };
  const said = announcement(keyless, at);
  expect(said).toContain('API key          the first one was revoked');
  expect(said).toContain('npm run admin -- --data .data keys create NAME');
  expect(said).toContain('Webhook secret   whsec_1');
  expect(said).toContain('API_KEY=mb_…');
});

it('says that no meeting elsewhere can be joined where the machine is in no network', () => {
  const words = 'This machine is in no network but its own';
  expect(announcement({ ...here, has_network: false }, at)).toContain(words);
  expect(announcement(here, at)).not.toContain(words);
});

it.each([
  [0, undefined],
  [1, 'B1 (bot_1) goes on'],
  [2, 'B1 (bot_1), B2 (bot_2) go on'],
  [5, 'B1 (bot_1), B2 (bot_2), B3 (bot_3), 2 more go on'],
])('says that %d bots in their meetings go on, when it stops and when it has been started', (count, words) => {
  const bots = Array.from({ length: count }, (_, i) => ({ id: `bot_${i + 1}`, name: `B${i + 1}` }));
  expect(leftLine(bots)).toBe(words && `${words} when the service is started again on the same data folder.`);
  expect(foundLine(bots)).toBe(words && `${words} from before the service was started.\n`);
});
