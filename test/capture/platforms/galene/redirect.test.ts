import { describe, expect, it } from 'vitest';
import { ledTo } from '../../../../lib/capture/platforms/galene/redirect.ts';

describe('the invitation of a bot', () => {
  const address = 'https://galene.example.org:8443/group/standup/?token=secret';
  it.each([
    ['the same group by another name of its server', 'https://meet.example.org/group/standup/', '?token=secret'],
    ['another group', 'https://meet.example.org/group/daily/', ''],
    ['the same group with an invitation of its own', 'https://meet.example.org/group/standup/?token=o', '?token=o'],
    // The page takes its invitation out of its address.
    ['itself, by its own page', 'https://galene.example.org:8443/group/standup/', ''],
  ])('that is led to %s has its own with it, or what was said', (_, to, search) => {
    expect(ledTo(address, to)).toBe(new URL(search, to).href);
  });

  it('goes along to a group whose name the server writes in another way', () => {
    const link = 'https://galene.example.org/group/team(1)%20é/?token=secret';
    const there = 'https://meet.example.org/group/team%281%29%20%C3%A9/';
    expect(ledTo(link, there)).toBe(`${there}?token=secret`);
    expect(ledTo('https://galene.example.org/group/100%/?token=secret', there)).toBe(there);
  });
});
