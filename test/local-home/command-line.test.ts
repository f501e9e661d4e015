import { describe, expect, it } from 'vitest';
import { commandLineOf, help } from '../../lib/local-home/command-line.ts';

const usual = { port: 8080, data_dir: '.data', with_company: false, trusted_proxies: [], room: 'open' };

describe('the command line of npm start', () => {
  it.each<[string, string[], object | 'help']>([
    ['is this machine alone where nothing is said', [], usual],
    [
      'names port, folder and places',
      ['--port', '0', '--data', 'd', '--bots', '2'],
      { ...usual, port: 0, data_dir: 'd', bots: 2 },
    ],
    [
      'shuts the room to strangers at a public address',
      ['--public-url', 'https://bots.example.com/', '--trust-proxy', '127.0.0.1, 10.0.0.0/8'],
      {
        ...usual,
        public_url: 'https://bots.example.com',
        trusted_proxies: ['127.0.0.1', '10.0.0.0/8'],
        room: 'members',
      },
    ],
    [
      'opens the room there when told to',
      ['--host', '0.0.0.0', '--public-url', 'http://10.1.2.3:8080', '--room', 'open', '--company'],
      { ...usual, host: '0.0.0.0', public_url: 'http://10.1.2.3:8080', with_company: true },
    ],
    ['may keep recordings for some days', ['--keep-days', '30'], { ...usual, keep_days: 30 }],
    ['may ask for help', ['--port', 'x', '--help'], 'help'],
  ])('%s', (_, args, expected) => {
    expect(commandLineOf(args)).toEqual(expected);
  });

  it.each<[string[], RegExp]>([
    [['--prot', '1'], /^Unknown option '--prot'; npm start -- --help/],
    [['--port', '65536'], /^--port takes 0 to 65535;/],
    [['--bots', '0', '--room', 'ajar', '--keep-days', '-1'], /^--keep-days takes 1 to 3650; npm start -- --help/],
    [['--port', '-1'], /^--port takes 0 to 65535; npm start -- --help/],
    [['--port'], /^--port takes 0 to 65535;/],
    [['--bots', '--company'], /^--bots takes 1 or more;/],
    [['--bots', '0', '--room', 'ajar'], /^--bots takes 1 or more; --room takes open, members, off;/],
    [['--public-url', 'https://example.com/bots'], /^--public-url takes an address without a path/],
    [['--trust-proxy', 'nginx'], /^--trust-proxy takes addresses or blocks/],
    [['--host', 'eth0'], /^--host takes an address of this machine/],
    [['--host', '0.0.0.0'], /^--host lets others in: say with --public-url/],
    [['--public-url', 'https://bots.example.com', '--company'], /^--company waits in the room .*--room open/],
  ])('%j is refused in words', (args, words) => {
    expect(() => commandLineOf(args)).toThrow(words);
  });

  it('helps in a line for each option', () => {
    for (const option of [
      'port',
      'data',
      'bots',
      'company',
      'host',
      'public-url',
      'trust-proxy',
      'room',
      'keep-days',
    ]) {
      expect(help).toMatch(new RegExp(`^  --${option}\\b.{3,}$`, 'm'));
    }
  });
});
