/** Requests that must be refused for what is around their body: keys, ids, queries, cursors. */
import { randomBytes } from 'node:crypto';
import { type RouteName, routeNames } from '../../../lib/api/routes.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { idPrefixes } from '../../../lib/domain/ids.ts';
import type { BadRequest } from './bad-bodies.ts';
import { goodBodyFor } from './good-bodies.ts';
import { anIdOf, hasId, kindOf } from './resources.ts';

const withId = routeNames.filter(hasId);
/** The lists that page. */
export const pagedLists = [
  ...(['listBots', 'listParticipants', 'listParticipantEvents', 'listChatMessages'] as const),
  ...(['listCalendars', 'listCalendarEvents', 'listConnections'] as const),
];

const badKeys = (good: string): BadRequest[] => {
  const strange = apiKeyFrom(randomBytes(96));
  const headers = [
    ...['', ' ', 'Token', 'Token ', 'Bearer', `Bearer ${good}`, `Basic ${good}`, good, `Token${good}`, `Token:${good}`],
    ...[`Token ${strange}`, `Token ${good} ${good}`, `Token ${good}x`, `Token ${good.slice(0, -1)}`, `Token "${good}"`],
    ...[`Token ${good.toUpperCase()}`, `Token ${good.toLowerCase()}`, `Token ${good.slice(0, -1)}\u0000`, 'Token null'],
    ...[
      `Token mb_${'a'.repeat(46)}`,
      `Token mb_${'a'.repeat(10_000)}`,
      `Token ${"' OR 1=1 --"}`,
      'Token ../../etc/passwd',
    ],
    ...[`Token ${encodeURIComponent(`${good}/`)}`, `Token ${Buffer.from(good).toString('base64')}`, 'Token \u{1f916}'],
  ];
  return routeNames.flatMap((route) =>
    headers.map((authorization): BadRequest => {
      const call = { headers: { authorization }, body: goodBodyFor(route) };
      return { what: `${route} with the key ${authorization.slice(0, 30)}`, route, call, statuses: [401] };
    }),
  );
};

const badIds = ({ idFor }: GoodAsking): BadRequest[] =>
  withId.flatMap((route) => {
    const good = idFor(route);
    const prefix = idPrefixes[kindOf(route)];
    const ids = [
      ...[
        '',
        ' ',
        '.',
        '..',
        '../bots',
        '%2e%2e',
        '0',
        '-1',
        'null',
        'undefined',
        'bot',
        'bot_',
        'bot_x',
        '*',
        '%',
        '\u0000',
      ],
      ...[
        `${good}0`,
        good.slice(0, -1),
        good.toLowerCase(),
        `${good} `,
        ` ${good}`,
        `${good}\n`,
        `${good}#x`,
        `${good}/`,
      ],
      ...[good.replace(prefix, 'prj_'), good.replace(prefix, ''), good.replace(prefix, prefix.toUpperCase())],
      `${good.slice(0, -1)}I`,
      ...[
        'a'.repeat(10_000),
        "bot_' OR '1'='1",
        'bot_#captured',
        'project#prj#bot#x',
        '<script>',
        '${7*7}',
        '\u{1f916}',
      ],
    ];
    return ids.map((id): BadRequest => {
      return { what: `${route} of ${id.slice(0, 40)}`, route, call: { id, body: goodBodyFor(route) }, statuses: [404] };
    });
  });

const badMoments = [
  '',
  'x',
  'now',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-02-30T00:00:00Z',
  '1700000000',
  '%00',
  '[]',
];
const badSizes = [
  '',
  '0',
  '-1',
  '101',
  '1.5',
  '1e9',
  'x',
  'NaN',
  'Infinity',
  '0x',
  '%20',
  '25,25',
  '١',
  'null',
  '[]',
  '%00',
];
const badStates = ['', 'x', 'ENDED', 'ended,', ',ended', 'ended,x', 'ended;joining', '%00', 'constructor', '__proto__'];
const badNames = [
  'typo',
  'Cursor',
  'limit',
  'offset',
  'page',
  'constructor',
  '__proto__',
  'states[]',
  'toString',
  '%00',
  '%F0',
];

const badQueries = ({ idFor, queryFor }: GoodAsking): BadRequest[] => {
  const refused = (route: RouteName, query: string): BadRequest => {
    return {
      what: `${route}?${query.slice(0, 60)}`,
      route,
      call: { id: idFor(route), query: queryFor(route) + query, body: goodBodyFor(route) },
      statuses: [400],
    };
  };
  const twice = (name: string, value: string): string => `${name}=${value}&${name}=${value}`;
  const moment = '2026-01-01T00:00:00Z';
  const moments: [RouteName, string][] = [
    ['listBots', 'join_at_after'],
    ['listBots', 'join_at_before'],
    ['listParticipantEvents', 'after'],
    ['listParticipantEvents', 'before'],
    ['listChatMessages', 'updated_after'],
    ['getTranscript', 'updated_after'],
    ['listCalendarEvents', 'start_after'],
    ['listCalendarEvents', 'start_before'],
    ['listCalendarEvents', 'updated_after'],
  ];
  return [
    ...routeNames.flatMap((route) => badNames.map((name) => refused(route, `${name}=1`))),
    ...moments.flatMap(([route, name]) => [
      ...badMoments.map((value) => refused(route, `${name}=${value}`)),
      refused(route, twice(name, moment)),
    ]),
    ...pagedLists.flatMap((route) => [
      ...badSizes.map((value) => refused(route, `page_size=${value}`)),
      refused(route, twice('page_size', '5')),
    ]),
    ...badStates.map((value) => refused('listBots', `states=${value}`)),
    refused('listBots', twice('meeting_url', 'x')),
    refused('listBots', twice('deduplication_key', 'x')),
    refused('listBots', `meeting_url=${'x'.repeat(2049)}`),
    refused('listBots', `deduplication_key=${'x'.repeat(256)}`),
    refused('listConnections', `user_id=${'x'.repeat(256)}`),
    ...['', 'connecting', 'connected,disconnected'].map((state) => refused('listConnections', `state=${state}`)),
    refused('listCalendars', `deduplication_key=${'x'.repeat(256)}`),
    ...['', 'x', 'cal_', anIdOf('calendar'), anIdOf('bot'), '%00', 'cal_%23'].map((value) =>
      refused('listCalendarEvents', `calendar_id=${value}`),
    ),
  ];
};

/** A list with a cursor that is good for it. */
export interface PagedList {
  readonly route: (typeof pagedLists)[number];
  readonly cursor: string;
}

const badCursors = ({ idFor, queryFor }: GoodAsking, paged: readonly PagedList[]): BadRequest[] =>
  paged.flatMap(({ route, cursor }) => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = (at: number, by: number): string => {
      const digit = digits[(digits.indexOf(cursor[at] ?? 'A') + by) % 64] ?? 'A';
      return cursor.slice(0, at) + digit + cursor.slice(at + 1);
    };
    const altered = [...cursor].flatMap((_, at) => [other(at, 1), other(at, 32)]);
    const cut = Array.from({ length: cursor.length - 1 }, (_, length) => cursor.slice(0, length + 1));
    const made = [
      '',
      'x',
      'null',
      '0',
      '-1',
      'e30',
      'bmV4dA',
      '....',
      '%00',
      '%F0%9F%98%80',
      'x'.repeat(2049),
      `${cursor}=`,
    ]
      .concat([
        `${cursor}A`,
        `${cursor}%20`,
        `%2B${cursor}`,
        Buffer.from('{"position":"x","direction":"next"}').toString('base64url'),
      ])
      .concat(paged.filter((one) => one.route !== route).map((one) => one.cursor));
    return [...altered, ...cut, ...made].map((value): BadRequest => {
      return {
        what: `${route} from ${value.slice(0, 40)}`,
        route,
        call: { id: idFor(route), query: `${queryFor(route)}cursor=${value}&page_size=1` },
        statuses: [400],
      };
    });
  });

/** How routes are asked well. */
export interface GoodAsking {
  /** The id of something that a route is about. */
  readonly idFor: (route: RouteName) => string;
  /** What its query begins with. */
  readonly queryFor: (route: RouteName) => string;
}

/** What requests are made bad from: a key, ids, queries and cursors that are good. */
export interface GoodThings extends GoodAsking {
  readonly key: string;
  readonly paged: readonly PagedList[];
}

/** Every bad key, id, query and cursor. */
export const badOutsides = ({ key, paged, ...good }: GoodThings): BadRequest[] => [
  ...badKeys(key),
  ...badIds(good),
  ...badQueries(good),
  ...badCursors(good, paged),
];
