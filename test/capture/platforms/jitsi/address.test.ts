import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../../lib/capture/platforms/jitsi/address.ts';

describe('the address of a Jitsi meeting', () => {
  const url = new URL(addressOf('https://meet.example.org/team/Standup?jwt=a.b.c&password=secret'));

  it('is the link, with its token, in English, and without what the bot is to type', () => {
    expect([url.origin, url.pathname]).toEqual(['https://meet.example.org', '/team/Standup']);
    expect(Object.fromEntries(url.searchParams)).toEqual({ jwt: 'a.b.c', lang: 'en' });
  });

  it('lets the bot type its name where the server would not, and a token none', () => {
    const typed = (link: string) => new URLSearchParams(new URL(addressOf(link)).hash.slice(1));
    const guest = typed('https://meet.example.org/Standup');
    expect([guest.get('config.readOnlyName'), guest.get('config.disableProfile')]).toEqual(['false', 'false']);
    expect(typed('https://meet.example.org/Standup?jwt=a.b.c').has('config.readOnlyName')).toBe(false);
  });

  it.each([
    ['says no name', { context: { user: { id: 'bot@example.com' } } }, 'false'],
    ['says nothing of its user', { room: '*' }, 'false'],
    ['says one', { context: { user: { name: 'Minutes' } } }, undefined],
  ])('lets the bot type its name beside a token only where that says none: it %s', (_, payload, is) => {
    const token = `a.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c`;
    const { hash } = new URL(addressOf(`https://meet.example.org/Standup?jwt=${token}`));
    const { 'config.readOnlyName': readOnly, 'config.disableProfile': disabled } = Object.fromEntries(
      new URLSearchParams(hash.slice(1)),
    );
    expect([readOnly, disabled]).toEqual([is, is]);
  });

  it('has the bot wait in front of the door, silent and unseen, and hear what the others say', () => {
    const chosen = new URLSearchParams(url.hash.slice(1));
    expect(Object.fromEntries(chosen)).toMatchObject({
      'config.prejoinConfig.enabled': 'true',
      'config.prejoinPageEnabled': 'true',
      'config.startWithAudioMuted': 'true',
      'config.startWithVideoMuted': 'true',
      'config.p2p.enabled': 'false',
      'config.prejoinConfig.hideDisplayName': 'false',
      'config.notifyOnConferenceDestruction': 'true',
    });
  });

  it('has the page show all of its notices, also where a server allows some only', () => {
    const chosen = new URLSearchParams(url.hash.slice(1));
    expect(Object.fromEntries(chosen)).toMatchObject({
      'config.notifications': 'null',
      'config.disabledNotifications': '[]',
    });
  });

  it('has the page draw every button that the bot presses, and no other', () => {
    const { 'config.toolbarButtons': buttons = '' } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
    expect(JSON.parse(buttons)).toEqual(['camera', 'chat', 'desktop', 'hangup', 'microphone']);
    expect(url.hash).not.toMatch(/["[\]]/);
  });

  it('has sound and pictures come, also where a server begins without', () => {
    const chosen = new URLSearchParams(url.hash.slice(1));
    expect(Object.fromEntries(chosen)).toMatchObject({
      'config.startSilent': 'false',
      'config.startAudioOnly': 'false',
      'config.startLowBandwidthMode': 'false',
    });
  });
});
