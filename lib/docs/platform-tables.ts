/** The tables of platforms as documents show them. */

import { finalPhases } from '../capture/meeting/final-phases.ts';
import { adapters } from '../capture/platforms/index.ts';
import type { Sign, SignTable, StateRow } from '../capture/platforms/judging/sign-table.ts';
import { sources } from '../capture/platforms/judging/sources.ts';
import { tables } from '../capture/platforms/tables.ts';
import { sdk } from '../capture/platforms/zoom/signs/sdk.ts';
import { viewsIn } from '../domain/bot/platform-limits.ts';
import type { MeetingCapabilities } from '../domain/meeting/capabilities.ts';
import { platforms } from '../domain/meeting/known-platforms.ts';
import { platformNames } from '../domain/meeting/platform-names.ts';

const titleOf = (platform: string): string =>
  (platformNames as Readonly<Record<string, { title: string }>>)[platform]?.title ?? platform;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const toldBy = (sign: Sign): string => {
  if (sign.class === 'T') return `“${sign.say}”`;
  if (sign.class === 'S') {
    const labels = sign.labels?.map((label) => `“${label}”`).join(' or ');
    const selector = `\`${sign.selector.length > 90 ? `${sign.selector.slice(0, 87)}…` : sign.selector}\``;
    const unlike = sign.unlike?.flatMap((text) => (text === '' ? [] : `“${text}”`)).join(' or ');
    return labels ?? (unlike ? `${selector}, but for ${unlike}` : selector);
  }
  if (sign.class === 'N') {
    const data = sign.with && JSON.stringify(sign.with);
    const others = sign.without && `without ${JSON.stringify(sign.without)}`;
    return [sign.kind, data, others].filter((part) => part !== undefined).join(' ');
  }
  if (sign.class === 'U') {
    const { hosts = [], path, title, status, elsewhere, beside } = sign;
    const away = elsewhere ? 'on another host than the link' : undefined;
    const near = beside ? 'on the host of the link, at another path' : undefined;
    return ['address', ...hosts, path, title, status, away, near].filter((part) => part !== undefined).join(' ');
  }
  return `the bot: ${Object.entries(sign.did)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`;
};

const signsOf = ({ signs }: StateRow): string =>
  signs.length === 0 ? 'nothing is known' : signs.map((sign) => `${sign.class} ${cell(toldBy(sign))}`).join('<br>');

/** On the page of the maker's SDK alone, by which no bot comes. */
const isUnreached = (row: StateRow): boolean => sdk.includes(row);

const meaningOf = ({ phase, overlay, precisely }: StateRow): string => {
  const end = finalPhases[phase]?.sub_type;
  const base = overlay ? 'lies over a page' : `${phase}${end ? ` → \`${end}\`` : ''}`;
  return precisely ? `${base} (${precisely})` : base;
};

const linesOf = ({ states }: SignTable): string[] =>
  states.map(
    (row) =>
      `| ${row.id} ${row.name} | ${meaningOf(row)}${isUnreached(row) ? '; not reached' : ''} | ${signsOf(row)} | ${cell(row.source)}, ${row.seen_on}, ${row.confidence} |`,
  );

/** Whom the tables name as their sources. */
export const platformSources = (): string =>
  `Sources: ${Object.entries(sources)
    .map(([key, who]) => `\`${key}\` ${who}`)
    .join('; ')}.`;

/** Every state of every platform: what it means, by what it is known, and from whom that is. */
export const platformStates = (): string =>
  Object.values(tables)
    .flatMap((table) => (table ? [table] : []))
    .map((table) =>
      [
        `### ${titleOf(table.platform)}`,
        '',
        '| state | phase → how the bot ends | signs | source, seen on, confidence |',
        '|---|---|---|---|',
        ...linesOf(table),
      ].join('\n'),
    )
    .join('\n\n');

const words = (value: string | boolean = false): string => {
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  return value ? 'yes' : 'no';
};

/** A line for each ability, told of every platform: what a platform's own table leaves out, it has not. */
const abilities: Readonly<Record<string, (can: MeetingCapabilities) => string>> = {
  voices: ({ voices }) => words(voices),
  pictures: ({ pictures }) => words(pictures),
  views: (can) =>
    viewsIn(can)
      .map((view) => words(view.replace('_view', '')))
      .join(', '),
  captions: ({ captions }) => words(captions),
  chat: ({ chat }) => words(chat),
  'recording permission': ({ recording_permission }) => words(recording_permission),
  'breakout rooms': ({ breakout_rooms }) => words(breakout_rooms),
  hosts: ({ hosts }) => words(hosts),
  'lasting ids': ({ lasting_ids }) => words(lasting_ids),
  'camera wishes': ({ camera_wishes }) => words(camera_wishes),
};

/** What bots can do on each platform. */
export const platformAbilities = (): string => {
  const known = Object.entries(adapters).map(
    ([platform, { capabilities }]) => [titleOf(platform), capabilities] as const,
  );
  return [
    `| | ${known.map(([title]) => title).join(' | ')} |`,
    `|---|${known.map(() => '---|').join('')}`,
    ...Object.entries(abilities).map(([name, of]) => `| ${name} | ${known.map(([, can]) => of(can)).join(' | ')} |`),
  ].join('\n');
};

const picturesAre: Readonly<Record<MeetingCapabilities['pictures'], string>> = {
  track_per_person: 'each person’s picture, in three views',
  page: 'the platform’s page',
  speaker: 'whoever speaks',
};

const captionsCome: Readonly<Record<`${MeetingCapabilities['captions']}`, string>> = {
  true: 'yes',
  with_captioner: 'where its server has a captioner, else by a provider',
  false: 'by a provider',
};

/** What somebody who chooses wants to know of each platform first. */
export const platformSummary = (): string =>
  [
    '| | joins | records | captions | chat | proven on |',
    '|---|---|---|---|---|---|',
    ...platforms.map((platform) => {
      const { title } = platformNames[platform];
      const { capabilities: can, proven_on } = adapters[platform];
      const captions = captionsCome[`${can.captions}`];
      const cells = ['yes', picturesAre[can.pictures], captions, can.chat === 'none' ? 'no' : 'yes'];
      return `| ${[title, ...cells, proven_on].join(' | ')} |`;
    }),
  ].join('\n');
