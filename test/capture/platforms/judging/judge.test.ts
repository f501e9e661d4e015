import { describe, expect, it } from 'vitest';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History, Sign, SignTable } from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { aPage, aside, aTable, heading } from './a-table.ts';

const asked: History = { pressed_join: true };
const inside: History = { pressed_join: true, admitted: true };

/** The state and the phase that a page is taken for. */
const taken = (page: Partial<PageFacts>, history: History = {}): string => {
  const { row, phase } = judge(aPage(page), history, aTable);
  return `${row?.name ?? '-'} ${phase}`;
};

describe('a wait below a dialog', () => {
  const below = { text: 'Somebody will let you in soon', place: 'below' } as const;

  it('is known by that, where nothing else is', () => {
    expect(taken({ texts: [below] }, asked)).toBe('waiting waiting_room');
  });

  it('gives way to whatever the page shows beside it', () => {
    expect(taken({ texts: [below, heading('Your request was denied')] }, asked)).toBe('denied denied');
    expect(taken({ texts: [below], shown: ['P4.toolbar', 'P4.self'] }, inside)).toBe('in_meeting in_meeting');
  });
});

describe('a state that ends a bot', () => {
  const text = aside('Your request was denied');
  const toast = { text: 'Your request was denied', place: 'passing' } as const;

  it.each<[string, Partial<PageFacts>]>([
    ['words and structure', { texts: [text], shown: ['P3.again'] }],
    ['words and the wire', { texts: [text], wire: [{ kind: 'paper.refused', code: 7 }] }],
    ['structure and the wire', { shown: ['P3.again'], wire: [{ kind: 'paper.refused', code: 7 }] }],
    ['words that are the heading of a page without form and toolbar', { texts: [heading(text.text)] }],
    ['a heading of a page that leads nowhere and has come to rest', { texts: [heading(text.text)], is_dead_end: true }],
    ['words that are the heading, and the title', { texts: [heading(text.text)], title: text.text }],
    [
      'words in a dialog of a client that loads',
      { texts: [{ text: text.text, place: 'dialog' }], is_unfinished: true },
    ],
    ['words and structure while something loads', { texts: [text], shown: ['P3.again'], is_unfinished: true }],
    ['words in a dialog of the client', { texts: [{ text: text.text, place: 'dialog' }] }],
  ])('is told by %s', (_, page) => {
    expect(taken(page, asked)).toBe('denied denied');
  });

  it.each<[string, Partial<PageFacts>]>([
    ['words alone', { texts: [text] }],
    ['structure alone', { shown: ['P3.again'] }],
    ['the wire alone', { wire: [{ kind: 'paper.refused', code: 7 }] }],
    ['another message of the wire', { texts: [text], wire: [{ kind: 'paper.refused', code: 8 }] }],
    ['a heading over the form', { texts: [heading(text.text)], shown: ['shell.form'] }],
    ['a heading over the toolbar', { texts: [heading(text.text)], shown: ['shell.toolbar'] }],
    ['a heading beside others in the meeting', { texts: [heading(text.text)], shown: ['shell.scene'] }],
    ['a heading of a page that is not finished', { texts: [heading(text.text)], is_unfinished: true }],
    [
      'a heading of a page that leads nowhere, and has shown it for a moment',
      { texts: [heading(text.text)], is_dead_end: true, is_young: true },
    ],
    [
      'a heading of an error of whatever stands before the client, which leads nowhere',
      { texts: [heading(text.text)], is_dead_end: true, status: 403 },
    ],
    ['a heading beside what goes on', { texts: [heading(text.text), aside('Joining the call…')] }],
    [
      'a heading that the title names beside something else',
      { texts: [heading(text.text)], title: `${text.text} | Paper` },
    ],
    ['what passes', { texts: [toast], shown: ['P3.again'] }],
    ['what a dialog lies over', { texts: [{ ...toast, place: 'below' }], shown: ['P3.again'] }],
    ['a sentence with another word', { texts: [heading('Your request was not denied')], shown: ['P3.again'] }],
    ['a part of a sentence', { texts: [heading('Your request was denied yesterday')], shown: ['P3.again'] }],
  ])('is not told by %s', (_, page) => {
    expect(taken(page, asked)).toBe('- unknown');
  });

  it('is told by where its words stand now and by the table that is asked, whatever was asked before', () => {
    expect(taken({ texts: [text] }, asked)).toBe('- unknown');
    expect(taken({ texts: [heading(text.text)] }, asked)).toBe('denied denied');
    const silent = { ...aTable, states: [] };
    expect(judge(aPage({ texts: [heading(text.text)] }), asked, silent).phase).toBe('unknown');
    expect(taken({ texts: [heading(text.text)] }, asked)).toBe('denied denied');
  });

  it('says what speaks for it', () => {
    const { evidence } = judge(aPage({ texts: [heading(text.text)] }), asked, aTable);
    expect(evidence).toEqual([
      { class: 'T', entry: 'P3.text' },
      { class: 'S', entry: 'prominent' },
    ]);
  });

  it('is no refusal before the bot has asked, nor after it was let in', () => {
    const page = { texts: [text], shown: ['P3.again'] };
    expect([taken(page), taken(page, inside)]).toEqual(['- unknown', '- unknown']);
  });

  it('is no removal of a bot that was never in', () => {
    const page = { texts: [heading('You were removed by Ada')] };
    expect([taken(page, asked), taken(page, inside)]).toEqual(['- unknown', 'removed removed']);
  });

  it('takes what the bot did as evidence where the table says so', () => {
    const page = { texts: [aside('Nobody answered')] };
    const [early, late] = [59_999, 60_000].map((asked_ms_ago) => taken(page, { ...asked, asked_ms_ago }));
    expect([early, late]).toEqual(['- unknown', 'expired refused_by_time']);
  });

  it('goes by the address and below it, and by nothing that looks like it', () => {
    const at = (host: string) => taken({ address: `https://${host}/`, texts: [aside('Sign in')] });
    expect(
      ['login.example.com', 'eu.login.example.com', 'login.example.com.evil.example', 'evillogin.example.com'].map(at),
    ).toEqual(['login login_required', 'login login_required', '- unknown', '- unknown']);
  });

  it('is the most precise one', () => {
    const page = { texts: [text, aside('Do not ask again')], wire: [{ kind: 'paper.refused', code: 7 }] };
    expect(taken(page, asked)).toBe('denied_for_good denied');
  });
});

describe('a page on another host than the link', () => {
  const elsewhere = { address: 'https://accounts.example.net/', shown: ['P13.field'] };

  it('is one only where the host of the link is known', () => {
    expect(taken(elsewhere, { link_host: 'meet.example.com' })).toBe('login_elsewhere login_required');
    expect(taken(elsewhere, { link_host: 'accounts.example.net' })).toBe('- unknown');
    expect(taken(elsewhere)).toBe('- unknown');
  });

  it('ends no bot without anything else that speaks for it', () => {
    expect(taken({ ...elsewhere, shown: [] }, { link_host: 'meet.example.com', ...asked })).toBe('- unknown');
  });
});

describe('several states at once', () => {
  const denied = { texts: [aside('Your request was denied')], shown: ['P3.again'] };

  it('are not known where each would end the bot for another reason', () => {
    const page = { ...denied, address: 'https://login.example.com/', texts: [...denied.texts, aside('Sign in')] };
    const { phase, rivals } = judge(aPage(page), asked, aTable);
    expect({ phase, rivals: rivals.map(({ id }) => id) }).toEqual({ phase: 'unknown', rivals: ['P3', 'P6'] });
  });

  it('are not known where the page names a special case that nothing else speaks for', () => {
    const wall = { texts: [heading('You cannot join')], shown: ['P12.home'] };
    const said = (place: 'main' | 'passing') => {
      const denial = { text: 'Your request was denied', place };
      return { ...wall, texts: [...wall.texts, denial] };
    };
    expect([taken(wall), taken(wall, asked)]).toEqual(['wall blocked', 'wall blocked']);
    expect([taken(said('main')), taken(said('passing'), asked)]).toEqual(['- unknown', '- unknown']);
    const { rivals } = judge(aPage(said('main')), {}, aTable);
    expect(rivals.map(({ id }) => id)).toEqual(['P12', 'P3']);
    expect(taken({ ...said('main'), shown: ['P3.again'] }, asked)).toBe('denied denied');
  });

  it('are a refusal rather than the captcha beside it', () => {
    const page = { ...denied, shown: [...denied.shown, 'P10.frame'] };
    expect(taken(page, asked)).toBe('denied denied');
  });

  it('are a wait rather than a meeting, and a wait rather than a heading', () => {
    const waiting = aside('Somebody will let you in soon');
    expect(taken({ texts: [waiting], shown: ['P4.toolbar', 'P4.self'] }, asked)).toBe('waiting waiting_room');
    expect(taken({ texts: [waiting, heading('Your request was denied')] }, asked)).toBe('waiting waiting_room');
  });

  it('are a wait rather than words beside what may stand on any page, unless these lie over it, or the wait passes', () => {
    const waiting = aside('Somebody will let you in soon');
    const shown = ['P12.home'];
    expect(taken({ texts: [waiting, heading('You cannot join')], shown }, asked)).toBe('waiting waiting_room');
    const over = { text: 'You cannot join', place: 'dialog' } as const;
    expect(taken({ texts: [waiting, over], shown }, asked)).toBe('wall blocked');
    const old = { ...waiting, place: 'passing' } as const;
    expect(taken({ texts: [old, heading('You cannot join')], shown }, asked)).toBe('wall blocked');
  });

  it('are a meeting rather than a heading, out of sight too, and an end where more than the heading says so', () => {
    const texts = [heading('You were removed by Ada')];
    expect(taken({ texts, shown: ['P4.toolbar', 'P4.self'] }, inside)).toBe('in_meeting in_meeting');
    const wire = [{ kind: 'paper.removed' }];
    expect(taken({ texts, shown: ['P4.toolbar', 'P4.self'], wire }, inside)).toBe('removed removed');
  });

  it('are not known where a heading says no to a bot that has not been seen in the meeting behind it', () => {
    const page = aPage({ texts: [heading('Your request was denied')], shown: ['P4.toolbar', 'P4.self'] });
    const { phase, rivals } = judge(page, asked, aTable);
    expect({ phase, rivals: rivals.map(({ id }) => id) }).toEqual({ phase: 'unknown', rivals: ['P3'] });
  });

  it('are a page and what lies over it', () => {
    const page = { texts: [aside('This meeting is being recorded')], shown: ['P4.toolbar', 'P4.self'] };
    const { row, overlays } = judge(aPage(page), inside, aTable);
    expect([row?.id, ...overlays.map(({ id }) => id)]).toEqual(['P4', 'P9']);
  });
});

describe('a state that ends nothing', () => {
  it('is a meeting by two signs and not by one', () => {
    expect(taken({ shown: ['P4.toolbar', 'P4.self'] })).toBe('in_meeting in_meeting');
    expect(taken({ shown: ['P4.toolbar'] }, inside)).toBe('- unknown');
  });

  it('takes more, once the bot was let in, to be a wait', () => {
    expect(taken({ texts: [aside('Somebody will let you in soon')] }, inside)).toBe('- unknown');
    expect(taken({ texts: [heading('Somebody will let you in soon')] }, inside)).toBe('waiting waiting_room');
  });

  it('is something that loads while the page is blank, until the bot has asked', () => {
    expect([taken({}), taken({}, asked)]).toEqual(['- loading', '- unknown']);
    // That something is not there is told of a blank page too.
    expect([taken({ shown: ['P12.home'] }), taken({ shown: ['P4.self'] })]).toEqual(['- loading', '- unknown']);
  });
});

describe('of what must be', () => {
  const told = (kind: string, part?: string): Sign => ({
    id: `P14.${kind}`,
    class: 'N',
    kind: `paper.${kind}`,
    must: true,
    ...(part !== undefined && { part }),
  });
  const row = { seen_on: '2026-11-30', source: 'made up', confidence: '?', phase: 'removed' } as const;
  const phaseBy = (signs: readonly Sign[]) => {
    const words: Sign = { id: 'P14.text', class: 'T', say: 'You are out' };
    const table: SignTable = { ...aTable, states: [{ ...row, id: 'P14', name: 'out', signs: [...signs, words] }] };
    const page = aPage({ texts: [aside('You are out')], wire: [{ kind: 'paper.let_in' }] });
    return judge(page, inside, table).phase;
  };

  it('one is enough where several are of a named part, and else it takes each', () => {
    expect(phaseBy([told('let_in', 'in'), told('seated', 'in')])).toBe('removed');
    expect(phaseBy([told('let_in'), told('seated')])).toBe('unknown');
    expect(phaseBy([told('let_in', 'in'), told('seated', 'at')])).toBe('unknown');
  });
});

describe('on a page of another host than those of its platform', () => {
  const row = { seen_on: '2026-12-01', source: 'made up', confidence: '?', phase: 'removed' } as const;
  const signs: readonly Sign[] = [
    { id: 'P14.text', class: 'T', say: 'You are out' },
    { id: 'P14.package', class: 'T', say: 'Be removed', where: 'sdk' },
    { id: 'P14.wire', class: 'N', kind: 'paper.removed' },
  ];
  const states = [{ ...row, id: 'P14', name: 'out', signs }];
  const phaseAt = (host: string, page: Partial<PageFacts>, isEmbedded?: true) => {
    const table: SignTable = { ...aTable, states, hosts: ['example.com'], ...(isEmbedded && { isEmbedded }) };
    return judge(aPage({ address: `https://${host}/room/1`, ...page }), inside, table).phase;
  };

  it('an end is told where others have the client in theirs, by more than a headline or in words of what draws it there', () => {
    const headline = { texts: [heading('You are out')] };
    const more = { texts: [aside('You are out')], wire: [{ kind: 'paper.removed' }] };
    expect(phaseAt('paper.example.com', headline)).toBe('removed');
    expect([headline, more].map((page) => phaseAt('help.example.org', page))).toEqual(['unknown', 'unknown']);
    expect(
      [headline, more, { texts: [heading('Be removed')] }].map((page) => phaseAt('help.example.org', page, true)),
    ).toEqual(['unknown', 'removed', 'removed']);
  });

  it('what its address ends a bot by is its own, and not said where the client itself is drawn', () => {
    const login = { address: 'https://login.example.org/', texts: [aside('Sign in')], shown: [] as string[] };
    const at = (page: Partial<PageFacts>, hosts: readonly string[]) => {
      const words: Sign = { id: 'P14.text', class: 'T', say: 'Sign in' };
      const address: Sign = { id: 'P14.address', class: 'U', hosts: ['login.example.org'], must: true };
      const wall = { ...row, id: 'P14', name: 'login', phase: 'login_required', signs: [address, words] } as const;
      return judge(aPage(page), {}, { ...aTable, states: [wall], hosts }).phase;
    };
    expect(at(login, ['example.com'])).toBe('login_required');
    for (const part of ['form', 'call', 'toolbar', 'scene'])
      expect(at({ ...login, shown: [`shell.${part}`] }, ['example.com'])).toBe('unknown');
    expect(at({ ...login, shown: ['shell.form'] }, ['example.org'])).toBe('login_required');
  });
});
