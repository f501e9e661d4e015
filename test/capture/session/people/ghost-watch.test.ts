import { describe, expect, it } from 'vitest';
import { createGhostWatch } from '../../../../lib/capture/session/people/ghost-watch.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

const [ada, self] = [aParticipant('Ada'), aParticipant('Notes', { id: 'self', is_self: true })];
const ghost = aParticipant('Notes', { id: 'ghost' });
const nobody = (): boolean => false;

describe('the others in a meeting', () => {
  it('are all but the bot, also where its page is shown as one among others a moment later', () => {
    const watch = createGhostWatch('Notes', () => false);
    expect(watch.others([self, ada], [], nobody, 0)).toEqual([ada]);
    expect(watch.others([{ ...self, is_self: false }, ada], [], nobody, 1_000)).toEqual([ada]);
  });

  it('may have the bot’s name, where no worker was lost', () => {
    expect(createGhostWatch('Notes', () => false).others([self, ghost], [], nobody, 0)).toEqual([ghost]);
  });

  describe('after another worker of the bot', () => {
    const watch = () => createGhostWatch('Notes', () => true);

    it('are without what that one may have left behind, which goes within two minutes', () => {
      const others = watch();
      expect(others.others([self, ghost, ada], [], nobody, 0)).toEqual([ada]);
      expect(others.others([self, ghost, ada], [], nobody, 119_999)).toEqual([ada]);
      expect(others.others([self, ghost, ada], [], nobody, 120_000)).toEqual([ghost, ada]);
    });

    it('are with a namesake who speaks, from then on', () => {
      const others = watch();
      others.others([self, ghost], [], nobody, 0);
      const speech = [{ participant_id: 'ghost', type: 'speech_start', at_ms: 1_000 }] as const;
      expect(others.others([self, ghost], speech, nobody, 1_000)).toEqual([ghost]);
      expect(others.others([self, ghost], [], nobody, 2_000)).toEqual([ghost]);
    });

    it.each([
      ['as a form cut or changed it', 'Notes for Ada (Acme)', 'Notes for Ada Acme', 'Notes for Ada Acme'],
      ['of its account', 'Notes', 'Acme Bot', 'Acme Bot'],
      ['of its account, while the first is still there', 'Notes', 'Acme Bot (2)', 'Acme Bot'],
      ['with a number, where the first is gone again', 'Notes', 'Notes', 'Notes (2)'],
    ])('are without what has the bot’s own name %s', (_, bot_name, own, left) => {
      const others = createGhostWatch(bot_name, () => true);
      const shown = [{ ...self, name: own }, { ...ghost, name: left }, ada];
      expect(others.others(shown, [], nobody, 0)).toEqual([ada]);
    });

    it('are with whoever has a name that is only like one of the bot’s', () => {
      const like = [aParticipant('Acme'), aParticipant('Acme Bot (host)'), aParticipant('Acme Bot 2')];
      const shown = [{ ...self, name: 'Acme Bot' }, ...like];
      expect(watch().others(shown, [], nobody, 0)).toEqual(like);
    });

    it('are without what is the host like the bot itself, as its link makes it one', () => {
      const shown = [{ ...self, is_host: true }, { ...ghost, is_host: true }, ada];
      expect(watch().others(shown, [], nobody, 0)).toEqual([ada]);
    });

    it('are without whoever that one was, if it was the host, or somebody has renamed it', () => {
      const left = aParticipant('Minutes', { id: 'ghost', is_host: true });
      expect(createGhostWatch('Notes', () => true, 'ghost').others([self, left, ada], [], nobody, 0)).toEqual([ada]);
    });

    it('are with a namesake who is the host, or of whom was told before', () => {
      const host = { ...ghost, is_host: true };
      expect(watch().others([self, host], [], nobody, 0)).toEqual([host]);
      expect(watch().others([self, ghost], [], (id) => id === 'ghost', 0)).toEqual([ghost]);
    });
  });
});
