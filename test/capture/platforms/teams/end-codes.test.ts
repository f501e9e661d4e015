/** What codes say of an end, as the maker lists them: call-delete.md of Microsoft Graph, call-end.md of Azure Communication Services. */
import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import type { WireFact } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { createEnds } from '../../../../lib/capture/platforms/teams/page/call/end.ts';
import { signs as teams } from '../../../../lib/capture/platforms/teams/signs.ts';

const inside: History = { pressed_join: true, admitted: true };
const waiting: History = { pressed_join: true, waited: true };
/** Guests are shown it whyever they are out. */
const goodbye = '<main><span>Did you leave by mistake?</span></main>';
const over = '<main><h1>Call ended</h1><button>Rejoin</button><button>Dismiss</button></main>';
const overElse = '<main><h1>Die Besprechung wurde beendet</h1><button>Schließen</button></main>';
const outOfCall = '<div data-tid="calling-retry-screen"></div>';

/** What they may say of an end that is none of the meeting: with its two codes. */
const otherwise: readonly (readonly [said: string, code: number, subCode: number])[] = [
  ['that the bot was put out', 0, 5300],
  ['that its role is another one', 0, 5317],
  ['that the time of a breakout room is over', 0, 5030],
  ['that the call was handed on', 200, 7015],
  ['that it had gone without a word', 0, 4521],
  ['that it was heard of no more', 408, 8537],
  ['that its network was lost', 496, 7],
  ['that it lost its media', 410, 301_005],
  ['that their own connection failed', 500, 1005],
  ['that two offers have crossed, of which one is made again', 491, 3118],
  ['something that nobody has listed, as a failure', 500, 3003],
];

const phaseBeside = (html: string, wire: readonly WireFact[], history: History) => {
  const facts = lookedAt([documentOf(html)], (documents) => collect(documents, teams, { eyes: stillEyes }));
  const { phase } = judge(
    { ...facts, address: 'https://teams.microsoft.com/v2/', title: '', status: null, wire: [...wire] },
    history,
    teams,
  );
  return phase;
};

const phaseOf = (html: string, end: object | undefined, history: History) => {
  const ends = createEnds(() => 0);
  if (end) ends.ended({ conversationEnd: end });
  return phaseBeside(html, ends.facts, history);
};

describe('a page that says goodbye', () => {
  it.each([
    ['that somebody has ended it for everybody', 4097],
    ['that it has ended', 5001],
    ['that everybody else has left', 5002],
    ['that whoever began it has left', 5007],
    ['that only one is left', 5010],
    ['that a program has ended it', 7000],
  ])('is of a meeting that is over where the services say %s: %i', (_, subCode) => {
    expect(phaseOf(goodbye, { code: 0, subCode }, inside)).toBe('ended');
    expect(phaseOf(goodbye, { code: 200, subCode }, inside)).toBe('ended');
  });

  it.each(otherwise)('is of no meeting that is over where they say %s: %i, %i', (_, code, subCode) => {
    expect(phaseOf(goodbye, { code, subCode }, inside)).toBe('unknown');
  });
});

describe('a page that says that the call has ended', () => {
  it('is believed where the services say nothing, or that it has', () => {
    expect(phaseOf(over, undefined, inside)).toBe('ended');
    expect(phaseOf(over, { code: 0, subCode: 4097 }, inside)).toBe('ended');
    expect(phaseOf(overElse, { code: 0, subCode: 4097 }, inside)).toBe('ended');
  });

  it.each(otherwise)('is not, where they say %s: %i, %i', (_, code, subCode) => {
    expect(phaseOf(over, { code, subCode }, inside)).toBe('unknown');
    expect(phaseOf(overElse, { code, subCode }, inside)).toBe('unknown');
  });

  it.each([
    ['ended', 'long after it, of people in a call that its page shows', true, 10_000],
    ['unknown', 'of people no later than that may come', true, 9_999],
    ['unknown', 'of people in a call that its page shows no more', false, 60_000],
  ])('is %s where they have said that its role is another one, and then tell %s', (phase, _, isShown, after_ms) => {
    let now_ms = 0;
    const ends = createEnds(
      () => now_ms,
      () => isShown,
    );
    ends.ended({ conversationEnd: { code: 0, subCode: 5317 } }, 'one');
    now_ms = after_ms;
    ends.goesOn('one');
    expect(phaseBeside(over, ends.facts, inside)).toBe(phase);
  });
});

it('has ended the wait itself where the services put out whoever waits for too long', () => {
  expect(phaseOf(outOfCall, { code: 0, subCode: 5855 }, waiting)).toBe('refused_by_time');
  expect(phaseOf(outOfCall, { code: 0, subCode: 5001 }, waiting)).not.toBe('refused_by_time');
  expect(phaseOf('<main></main>', { code: 0, subCode: 5855 }, waiting)).toBe('unknown');
  expect(phaseOf(over, { code: 0, subCode: 5855 }, waiting)).not.toBe('ended');
});

it.each(['Sorry, but you were denied access to the meeting', 'Your request to join was declined', 'Meeting ended'])(
  'has ended the wait itself, too, where its page says: %s',
  (words) => {
    const told = outOfCall.replace(
      '></',
      `><h1>${words}</h1><button data-tid="calling-retry-cancelbutton">Dismiss</button></`,
    );
    expect(phaseOf(told, { code: 0, subCode: 5855 }, waiting)).toBe('refused_by_time');
  },
);
