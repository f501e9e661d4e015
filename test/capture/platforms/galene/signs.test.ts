import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { trimPage } from '../../../../lib/capture/browser/kept-page/trim-page.ts';
import { signs as galene } from '../../../../lib/capture/platforms/galene/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { aPage } from '../judging/a-table.ts';

it('a device that is not found is no page that is not', () => {
  const phaseOf = (text: string): string =>
    judge(aPage({ texts: [{ text, place: 'dialog' }] }), { pressed_join: true }, galene).phase;
  expect(phaseOf('Requested device not found')).toBe('unknown');
  expect(phaseOf('Page not found!')).toBe('not_found');
});

it.each(['this group is closed', 'too many users', 'group does not exist'])(
  'what an operator says is not what the server says: %s',
  (words) => {
    const saidBy = (who: string): string => {
      const page = aPage({ texts: [{ text: `${who} said: ${words}`, place: 'dialog' }], shown: ['G10.outside'] });
      return judge(page, { pressed_join: true }, galene).phase;
    };
    expect(saidBy('Ada')).toBe('unknown');
    expect(saidBy('The server')).not.toBe('unknown');
  },
);

it('a page refuses nobody who has not asked to be let in, and has no token that it tries by itself', () => {
  const texts = [{ text: 'The server said: this group is closed', place: 'passing' as const }];
  const phaseFor = (did: object): string => judge(aPage({ texts, shown: ['G10.outside'] }), did, galene).phase;
  expect([{}, { pressed_join: true }, { sent_token: true }].map(phaseFor)).toEqual([
    'unknown',
    'not_found',
    'not_found',
  ]);
});

it('a toast that speaks of a kick removes no bot, without the server having kicked it', () => {
  const told = {
    texts: [{ text: 'Ada said: you have been kicked out', place: 'dialog' as const }],
    shown: ['G18.outside'],
  };
  const inside = { pressed_join: true, admitted: true };
  const after = (...wire: { readonly kind: string }[]): string =>
    judge(aPage({ ...told, wire: [{ kind: 'galene.join' }, ...wire] }), inside, galene).phase;
  expect([after(), after({ kind: 'galene.kicked' })]).toEqual(['unknown', 'removed']);
});

it.each([
  [{ kind: 'galene.socket_closed' }, 2, {}],
  [{ kind: 'galene.socket_closed', shut_down: true }, 15, { lost_by_all: true }],
  [{ kind: 'galene.socket_closed', no_operators: true }, 15, { lost_by_all: true, emptied: true }],
  [{ kind: 'galene.unanswered' }, 15, { lost_by_all: true }],
])('a group is joined anew as soon as its server may be there: after %j for %i s', (fact, again_s, lost) => {
  const page = aPage({ wire: [{ kind: 'galene.join' }, fact] });
  const { phase, row } = judge(page, { pressed_join: true, admitted: true }, galene);
  expect([phase, row?.id, row?.again_s]).toEqual(['connecting', 'G19', again_s]);
  expect({ lost_by_all: row?.lost_by_all, emptied: row?.emptied }).toEqual(lost);
});

it.each([
  [{ kind: 'galene.portal' }, {}, 'G21.login'],
  [{ kind: 'galene.fail', value: 'not authorised' }, { pressed_join: true, sent_token: true }, 'G06.outside.token'],
])(
  'whoever lacks an invitation, by %j, is to send one that lasts, and not what a portal hands out',
  (fact, did, shown) => {
    const { phase, row } = judge(aPage({ wire: [fact], shown: [shown] }), did, galene);
    expect([phase, row?.advice]).toEqual(['login_required', 'send_invitation']);
  },
);

it('a full group may count a bot that lost its connection', () => {
  const page = aPage({ wire: [{ kind: 'galene.fail', value: 'too many users' }], shown: ['G12.outside'] });
  const { phase, row } = judge(page, { pressed_join: true }, galene);
  expect([phase, row?.counts_ghosts]).toEqual(['full', true]);
});

it.each([
  [false, 'passcode_required'],
  [true, 'connecting'],
])(
  'an authorisation server that lacks something asks for a passcode, unless it was given one: %s',
  (sent_passcode, phase) => {
    const wire = [{ kind: 'galene.lacking' }, { kind: 'galene.leave' }, { kind: 'galene.socket_closed' }];
    const page = aPage({ wire, shown: ['G06.outside.lacking'] });
    expect(judge(page, { pressed_join: true, sent_passcode }, galene).phase).toBe(phase);
  },
);

it('nothing that is said, as the page shows it, stands in what is kept of it', () => {
  const { document } = new JSDOM(
    '<div id="captions"><div><span>Ada: we ship on Friday</span></div></div><h2>Settings</h2>',
    { url: 'https://galene.example.org/group/standup/' },
  ).window;
  const limits = { literals: [], most_elements: 1_000, most_characters: 10_000 };
  const kept = trimPage(document, { people: galene.people.join(', '), ...limits }).map(({ html }) => html);
  expect(kept.join()).not.toContain('Friday');
  expect(kept.join()).toContain('Settings');
});
