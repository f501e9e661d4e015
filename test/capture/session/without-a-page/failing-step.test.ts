/** Steps for which the meeting lacks something. */
import { describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { once, runSession, textOf } from '../../../lab/worlds/session-without-a-page.ts';

describe('a step that cannot be done', () => {
  it('is told with what was missing for it, in the log and in what is kept of the meeting', async () => {
    const missing = new ElementMissingError('join', 'button#join');
    const { bot, logged, store } = await runSession({
      onAct(act) {
        if (act === 'ask to be let in') throw missing;
      },
    });
    expect(bot.triggers).toEqual(['failed (ui_element_not_found)']);
    expect(logged).toContainEqual({ message: 'the session failed', fields: { error: missing } });
    expect(String(missing)).toBe('ElementMissingError: cannot join: button#join was not found in time');
    expect([...store.objects.keys()]).toEqual([
      'diagnostics/001-ui_element_not_found/state.json',
      'diagnostics/last.json',
      'diagnostics/001-ui_element_not_found/script.txt',
    ]);
    expect(JSON.parse(textOf(store, 'diagnostics/001-ui_element_not_found/state.json'))).toMatchObject({
      reason: 'ui_element_not_found',
      error: String(missing),
      step: 'join',
      element: 'button#join',
    });
  });

  it('is tried again, with the meeting loaded anew, in case it was only slow', async () => {
    const bot = aFakeBot('joining');
    const leave = once(() => bot.move('leave'));
    const ask = 'ask to be let in';
    let prepared = 0;
    let asked = 0;
    const { acts, logged } = await runSession({
      bot,
      shows(seconds, hasAsked) {
        if (seconds > 30) leave();
        return hasAsked && asked === 3 ? 'in_meeting' : 'pre_join';
      },
      onAct(act) {
        if (act.startsWith('prepare')) prepared += 1;
        if (act === ask) asked += 1;
        if (act.startsWith('prepare') && prepared === 1) throw new ElementMissingError('prepare to join', '#name');
        if (act === ask && asked < 3) throw new ElementMissingError('join', 'button#join');
      },
    });
    expect(bot.triggers).toEqual(['admitted', 'left']);
    const again = ['load', 'prepare as Notes for Ada'];
    expect(acts.slice(0, 11)).toEqual([...again, ...again, ask, ...again, ask, ...again, ask]);
    const tries = logged.filter(({ message }) => message === 'a step of joining failed, and is tried again');
    expect(tries).toHaveLength(3);
  });

  it.each(['prepare as Notes for Ada', 'ask to be let in'])(
    'is tried again also where the page goes on to another one meanwhile (%s)',
    async (step) => {
      const bot = aFakeBot('joining');
      const leave = once(() => bot.move('leave'));
      let failures = 0;
      await runSession({
        bot,
        shows(seconds, hasAsked) {
          if (seconds > 30) leave();
          return hasAsked ? 'in_meeting' : 'pre_join';
        },
        onAct(act) {
          if (act !== step || failures === 2) return;
          failures += 1;
          throw new Error('Execution context was destroyed, most likely because of a navigation.');
        },
      });
      expect(bot.triggers).toEqual(['admitted', 'left']);
    },
  );

  it('for want of something that is no part of the meeting is told as an error of ours, whatever its name', async () => {
    const { bot, store } = await runSession({
      onAct(act) {
        if (act === 'ask to be let in') throw new DOMException('The operation timed out', 'TimeoutError');
      },
    });
    expect(bot.triggers).toEqual(['failed (internal_error)']);
    expect([...store.objects.keys()]).toEqual([]);
  });
});
