/** The steps of docs/extending.md for a new platform, followed once: the rest of the service finds its link, and what it can. */
import { describe, expect, it, vi } from 'vitest';
import { SessionBody } from '../../lib/api/schemas/dashboard/access.ts';
import { adapters } from '../../lib/capture/platforms/index.ts';
import { tables } from '../../lib/capture/platforms/signs.ts';
import { listedMeetings } from '../../lib/capture-home/listed-meetings.ts';
import { platformAbilities, platformStates } from '../../lib/docs/platform-tables.ts';
import { capabilitiesOf } from '../../lib/domain/meeting/capabilities.ts';
import { type OperatedHosts, platforms, recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import { hostsVariables } from '../../lib/infra/table-settings.ts';
import { environment, meetingHosts } from '../../lib/process/environment.ts';
import { aView } from '../lab/builders/meeting-views.ts';
import { aScriptedMeeting } from '../lab/doubles/scripted-meeting.ts';
import { toyPlatform } from './toy-platform/index.ts';

// Step 1: a row of links, and one of what it can.
vi.mock('../../lib/domain/meeting/meeting-links.ts', async (original) => {
  const links = await original<typeof import('../../lib/domain/meeting/meeting-links.ts')>();
  const operatedLinks = { ...links.operatedLinks, toy: (await import('./toy-platform/link.ts')).toyLink };
  return { ...links, operatedLinks, operatedPlatforms: Object.keys(operatedLinks) };
});
vi.mock('../../lib/domain/meeting/capabilities.ts', async (original) => {
  const known = await original<typeof import('../../lib/domain/meeting/capabilities.ts')>();
  const { toyPlatform } = await import('./toy-platform/index.ts');
  return { ...known, capabilitiesOf: { ...known.capabilitiesOf, toy: toyPlatform.capabilities } };
});
// Step 2: the line of its signs.
vi.mock('../../lib/capture/platforms/signs.ts', async (original) => {
  const { tables } = await original<typeof import('../../lib/capture/platforms/signs.ts')>();
  return { tables: { ...tables, toy: (await import('./toy-platform/signs.ts')).signs } };
});
// Step 3: its line among the adapters.
vi.mock('../../lib/capture/platforms/index.ts', async (original) => {
  const { adapters } = await original<typeof import('../../lib/capture/platforms/index.ts')>();
  return { adapters: { ...adapters, toy: (await import('./toy-platform/index.ts')).toyPlatform } };
});

const url = 'https://toys.example.com/toy?after=room';
const toyHosts = (hosts: OperatedHosts) => (hosts as Readonly<Record<string, readonly string[]>>).toy;

describe('a platform that is a row of links, one of what it can, a folder and a line', () => {
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
    const open = (hosts: OperatedHosts) => listedMeetings({ open: async () => meeting }, hosts).open(request);
    expect(await open(listed)).toBe(meeting);
    await expect(open({})).rejects.toThrow('does not list toys.example.com');
  });

  it('is told of in the documents', () => {
    const names: readonly string[] = Object.keys(capabilitiesOf);
    expect([names.includes('toy'), tables.toy?.platform]).toEqual([true, 'toy']);
    expect(platformAbilities()).toMatch(/^\| \|.*\| toy \|$/m);
    expect(platformStates()).toContain('### toy');
  });
});
