import { describe, expect, it } from 'vitest';
import { platformStates } from '../../lib/docs/platform-tables.ts';

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
});
