/** The steps of docs/extending.md for a new platform, followed once: the rest of the service finds its link, and what it can. */
import { describe, expect, it, vi } from 'vitest';
import { platformOf } from '../../dashboard/bots/words.ts';
import { SessionBody } from '../../lib/api/schemas/dashboard/access.ts';
import { adapters } from '../../lib/capture/platforms/index.ts';
import { tables } from '../../lib/capture/platforms/tables.ts';
import { listedMeetings } from '../../lib/capture-home/listed-meetings.ts';
import { platformAbilities, platformStates, platformSummary } from '../../lib/docs/platform-tables.ts';
import { faultOfReader } from '../../lib/domain/bot/platform-limits.ts';
import { type OperatedHosts, type Platform, platforms } from '../../lib/domain/meeting/known-platforms.ts';
import { faultOfLink } from '../../lib/domain/meeting/link-fault.ts';
import { recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import { hostsVariables } from '../../lib/infra/table-settings.ts';
import { meetingHosts } from '../../lib/process/environment/meetings.ts';
import { environment } from '../../lib/process/environment.ts';
import { aView } from '../lab/builders/meeting-views.ts';
import { aScriptedMeeting } from '../lab/doubles/scripted-meeting.ts';
import { toyPlatform } from './platforms/toy/index.ts';

// Step 1: a name, and a row.
vi.mock('../../lib/domain/meeting/platform-names.ts', async (original) => {
  const { platformNames } = await original<typeof import('../../lib/domain/meeting/platform-names.ts')>();
  return { platformNames: { ...platformNames, toy: (await import('./platforms/toy/row.ts')).toyName } };
});
vi.mock('../../lib/domain/meeting/platforms.ts', async (original) => {
  const { platformRows } = await original<typeof import('../../lib/domain/meeting/platforms.ts')>();
  return { platformRows: { ...platformRows, toy: (await import('./platforms/toy/row.ts')).toyRow } };
});
// Step 3: its line among the adapters.
vi.mock('../../lib/capture/platforms/index.ts', async (original) => {
  const { adapters } = await original<typeof import('../../lib/capture/platforms/index.ts')>();
  return { adapters: { ...adapters, toy: (await import('./platforms/toy/index.ts')).toyPlatform } };
});

const url = 'https://toys.example.com/toy?after=room';
const toyHosts = (hosts: OperatedHosts) => (hosts as Readonly<Record<string, readonly string[]>>).toy;

describe('a platform that is a name, a row, a folder and its line', () => {
  it('is recognised by a link to a host that the operator lists when deploying', () => {
    const said: Readonly<Record<string, string>> = { toyHosts: 'toys.example.com', oidcIssuer: 'none' };
    const { TOY_HOSTS } = hostsVariables(settingsOf((name) => said[name]));
    vi.stubEnv('TOY_HOSTS', TOY_HOSTS);
    const { hosts } = environment(meetingHosts);
    expect(toyHosts(hosts)).toEqual(['toys.example.com']);
    expect(recogniseMeetingLink(url, hosts)).toEqual({ platform: 'toy', url });
    expect(recogniseMeetingLink(url, {})).toBeUndefined();
    expect(toyHosts(SessionBody.shape.meeting_hosts.parse(hosts))).toEqual(['toys.example.com']);
  });

  it('is joined by its adapter while its host is listed', async () => {
    const listed = { toy: ['toys.example.com'] } as OperatedHosts;
    const platform = recogniseMeetingLink(url, listed)?.platform;
    if (!platform) throw new Error('the link is not recognised');
    expect([platforms.includes(platform), adapters[platform]]).toEqual([true, toyPlatform]);
    const meeting = aScriptedMeeting({ shows: () => aView() });
    const request = { platform, meeting_url: url, size: { width: 640, height: 360 }, log: () => undefined };
    const open = (hosts: OperatedHosts) =>
      listedMeetings({ open: async () => meeting }, { hosts, platforms_off: [] }).open(request);
    expect(await open(listed)).toBe(meeting);
    await expect(open({})).rejects.toThrow('does not list toys.example.com');
  });

  it('is told of by its name: in the documents, in the dashboard, and where a link is none', () => {
    const listed = { toy: ['toys.example.com'] } as OperatedHosts;
    expect(platformAbilities()).toMatch(/^\| \|.*\| Toy \|$/m);
    expect(platformStates()).toContain('### Toy');
    expect(platformSummary()).toContain(
      '| Toy | yes | the platform’s page | by a provider | yes | a page of its own, in every run of the tests |',
    );
    expect(platformOf(url, listed)).toBe('Toy');
    expect(faultOfLink('https://toys.example.com/toys', listed)).toContain('there one ends in /toy');
    expect(faultOfLink('hello', {})).toContain('demo room or Toy on a host that the operator has listed');
  });

  it('refuses and warns of what it cannot, and its kept pages are judged by its signs', () => {
    expect(faultOfReader('toy' as Platform, 'specific_user')).toEqual(expect.any(String));
    expect(tables.toy?.platform).toBe('toy');
  });
});
