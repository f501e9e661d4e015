import { describe, expect, it } from 'vitest';
import { platformAbilities, platformStates } from '../../lib/docs/platform-tables.ts';

const states = platformStates();

describe('the states of a platform, as documents show them', () => {
  it.each([
    ['has to be', 'N livekit.disconnected {"reason":["PARTICIPANT_REMOVED"]}'],
    ['must not be', 'N galene.redirect without {"refused":[true]}'],
    [
      'has to be and must not be',
      'N jitsi.failed {"error":["conference.connectionError.notAllowed","connection.passwordRequired"]} without {"reason":["room-creation-restriction",',
    ],
  ])('tell what from the wire %s', (_, sign) => {
    expect(states).toContain(sign);
  });

  it('are marked where no bot reaches them, as those of the page of Zoom’s SDK are', () => {
    const marked = states.split('\n').filter((line) => line.includes('; not reached |'));
    expect([...new Set(marked.map((line) => line.slice(2, 5)))]).toEqual(
      ['48', '49', '50', '51', '52', '53', '54', '55'].map((number) => `Z${number}`),
    );
  });
});

describe('what bots can do on each platform, as documents show it', () => {
  it.each([
    ['views', 'speaker, gallery, speaker no sidebar', 'speaker, gallery', 'speaker, gallery, speaker no sidebar'],
    ['captions', 'yes', 'yes', 'yes', 'with captioner', 'with captioner', 'with captioner', 'yes'],
    ['lasting ids', 'no', 'no', 'of accounts', 'with token', 'no', 'of everybody', 'no'],
  ])('tells of %s on all of them', (ability, ...told) => {
    expect(platformAbilities()).toContain(`| ${[ability, ...told].join(' | ')} |`);
  });

  it('leaves nothing out', () => {
    expect(platformAbilities()).not.toContain('–');
  });
});
