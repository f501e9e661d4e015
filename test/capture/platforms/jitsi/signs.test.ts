import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../../bin/judge/documents.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import { signs as jitsi } from '../../../../lib/capture/platforms/jitsi/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { corpusEntry, factsOfEntry } from '../../../lab/pages/corpus.ts';
import { aPage } from '../judging/a-table.ts';

it.each([
  ['jitsi/j08-asking', 'J08', 'is asked for none'],
  ['jitsi/j12-lobby-password', 'J12', 'has given none'],
])('on %s, which is %s, a notice about a password ends no bot that waits and %s', (name, id) => {
  const page = corpusEntry(name);
  const facts = factsOfEntry(page);
  const noticed = { ...facts, texts: [...facts.texts, { text: 'Invalid password', place: 'passing' as const }] };
  expect(judge(noticed, page.history, jitsi)).toMatchObject({ phase: 'waiting_room', row: { id } });
});

it('a notice about a password ends no bot that is in a meeting for which it was asked for one', () => {
  const page = corpusEntry('jitsi/j22-in-meeting');
  const asked = { ...page, wire: [{ kind: 'jitsi.failed', error: 'conference.passwordRequired' }, ...page.wire] };
  const facts = factsOf(asked, documentsOf(asked), jitsi);
  const noticed = { ...facts, texts: [...facts.texts, { text: 'Invalid password', place: 'passing' as const }] };
  const history = { ...page.history, admitted: true, sent_passcode: true };
  expect(judge(noticed, history, jitsi)).toMatchObject({ phase: 'in_meeting', row: { id: 'J22' } });
});

it.each(['jitsi/j26-kicked', 'jitsi/j26-kicked-german'])(
  'on %s, a meeting that was ended before is no rival',
  (name) => {
    const page = corpusEntry(name);
    const ended = { ...page, wire: [{ kind: 'jitsi.failed', error: 'conference.destroyed' }, ...page.wire] };
    const facts = factsOf(ended, documentsOf(ended), jitsi);
    expect(judge(facts, page.history, jitsi)).toMatchObject({ phase: 'removed', row: { id: 'J26' } });
  },
);

describe('a kick of which the page says nothing', () => {
  const page = corpusEntry('jitsi/j26-kicked-by-nobody-and-nothing-is-shown');
  const facts = factsOfEntry(page);
  const phaseOf = (changed: Partial<typeof facts>): string =>
    judge({ ...facts, ...changed }, page.history, jitsi).phase;
  const kicked = { kind: 'jitsi.kicked' };

  it('is told by the conference, and by that nobody else is left in it', () => {
    expect(phaseOf({})).toBe('removed');
    expect(phaseOf({ shown: facts.shown.filter((id) => id !== 'J26.nobody') })).toBe('unknown');
    expect(phaseOf({ wire: facts.wire.filter(({ kind }) => kind !== 'jitsi.kicked') })).toBe('unknown');
  });

  it('ends no bot that is in the meeting, or of whose store nothing is known', () => {
    expect(phaseOf({ wire: [{ kind: 'jitsi.state', has_store: true, is_joined: true }, kicked] })).toBe('in_meeting');
    expect(phaseOf({ wire: [{ kind: 'jitsi.state', has_store: false }, kicked] })).toBe('unknown');
  });
});

it.each(['j21-full', 'j16-not-allowed', 'j19-no-viewers'])(
  '%s ends a bot that asked to be let in and is shown the form again, and none whose page tries once more',
  (name) => {
    const { wire, history, ...page } = corpusEntry(`jitsi/${name}-unsaid-with-the-form`);
    const phaseOf = (told: object, did: typeof history): string => {
      const changed = {
        ...page,
        history,
        wire: wire.map((fact) => ({ ...fact, ...(fact.kind === 'jitsi.state' && told) })),
      };
      return judge(factsOf(changed, documentsOf(changed), jitsi), did, jitsi).phase;
    };
    expect(phaseOf({}, history)).toBe(page.expected?.phase);
    expect([phaseOf({ is_connecting: true }, history), phaseOf({}, {})]).toEqual(['connecting', 'pre_join']);
  },
);

it.each([
  ['jitsi/j17-room-creation', 30],
  ['jitsi/j17-too-quickly', 30],
  ['jitsi/j18-not-live-yet', 30],
  // Its queue lets the bot in by itself.
  ['jitsi/j18-waiting-screen', undefined],
])('on %s, a bot asks anew after so many seconds: %s', (name, again_s) => {
  const page = corpusEntry(name);
  const { phase, row } = judge(factsOfEntry(page), page.history, jitsi);
  expect([phase, row?.again_s]).toEqual(['not_started', again_s]);
});

it('a page that hangs as it connects is loaded anew, once', () => {
  const page = corpusEntry('jitsi/j37-joining');
  const { phase, row } = judge(factsOfEntry(page), page.history, jitsi);
  expect([phase, row?.again_s, row?.again_times]).toEqual(['connecting', 20, 1]);
});

it.each([
  ['Ouch! Ada kicked you out of the meeting', 'removed'],
  ['The meeting has been terminated', 'ended'],
  ['This meeting has ended because it reached its time limit', 'ended'],
  ["Sorry, you're not allowed to join this call", 'login_required'],
  ['Token is expired', 'login_required'],
  ['Authentication required', 'login_required'],
  ['This call requires authentication', 'login_required'],
])('a dialog that says “%s” ends no bot that is in the meeting', (text, phase) => {
  const page = aPage({ texts: [{ text, place: 'dialog' }] });
  const phaseWith = (is_joined: boolean, ...shown: string[]): string =>
    judge({ ...page, shown, wire: [{ kind: 'jitsi.state', is_joined }] }, { admitted: true }, jitsi).phase;
  expect([phaseWith(false), phaseWith(true)]).toEqual([phase, 'unknown']);
  expect(phaseWith(true, 'J16.dialog', 'J22.stage', 'shell.toolbar')).toBe('in_meeting');
});
