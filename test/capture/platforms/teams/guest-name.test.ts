import { describe, expect, it } from 'vitest';
import { guestNameOf } from '../../../../lib/capture/platforms/teams/guest-name.ts';

describe('the name of a guest of Teams', () => {
  it.each(['Minutes', "Zoë O'Brien-Müller", 'notes.bot_2@example.com', '議事録 ノート', 'प्रतिलेख 3'])(
    'is "%s" as it was given, where the form takes it',
    (name) => {
      expect(guestNameOf(name)).toBe(name);
    },
  );

  it.each([
    ['Minutes (Acme)', 'Minutes Acme'],
    ['Ada’s minutes – Acme', "Ada's minutes - Acme"],
    ['Acme: R&D | minutes', 'Acme R D minutes'],
    ['🤖 Minutes', 'Minutes'],
    ['Minutes/Notes, [beta]!', 'Minutes Notes beta'],
    ['Minutes\u00a0Bot', 'Minutes Bot'],
  ])('is of "%s" what the form takes', (name, taken) => {
    expect(guestNameOf(name)).toBe(taken);
  });

  it('is what they are, where nothing of it would be taken: the form would let nobody join', () => {
    expect(guestNameOf('🤖 (—)')).toBe('Bot');
  });
});
