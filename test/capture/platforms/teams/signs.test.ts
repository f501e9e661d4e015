import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { signs as teams } from '../../../../lib/capture/platforms/teams/signs.ts';

const collected = (document: Document) =>
  lookedAt([document], (documents) => collect(documents, teams, { eyes: stillEyes }));

const page = (html: string, history: History = {}, wire: PageFacts['wire'] = []) => {
  const facts = collected(documentOf(html));
  return judge({ ...facts, address: 'https://teams.microsoft.com/v2/', title: '', status: null, wire }, history, teams);
};

it('wants no account by the address of a sign-in while it shows the form, which offers one', () => {
  const form =
    '<input data-tid="prejoin-display-name-input"><button data-tid="prejoin-join-button">Join now</button><a>Sign in</a>';
  const at = (html: string) => {
    const facts = collected(documentOf(html));
    const address = 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?prompt=none';
    return judge({ ...facts, address, title: '', status: null, wire: [] }, {}, teams).row?.id;
  };
  expect(['<h1>Sign in</h1>', form].map(at)).toEqual(['T16', 'T03']);
});

const hasDraft = (written: string): boolean => {
  const document = documentOf(`<div data-tid="ckeditor" contenteditable="true">${written}</div>`);
  return collected(document).shown.includes('T36.draft');
};

it('has an unsent message where somebody has written one, and none in a line that the editor keeps for it', () => {
  expect(['<p>Hello</p>', '<p><br></p><p>Hello</p>'].map(hasDraft)).toEqual([true, true]);
  expect(['', '<p></p>', '<p><br></p>', '<p><br data-cke-filler="true"></p>'].map(hasDraft)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('is not connecting while it shows people, whatever is left of the screen before', () => {
  const screen = '<div data-tid="calling-connecting-screen">Connecting</div>';
  expect(page(screen).row?.id).toBe('T37');
  expect(page(`${screen}<div data-stream-type="Video">Ada</div>`).row?.id).not.toBe('T37');
});

describe('a meeting whose bar is out of the page', () => {
  const stage = '<main data-tid="modern-stage-wrapper"><div data-stream-type="Video">Ada</div></main>';
  const inside: History = { pressed_join: true, waited: true, glimpsed: true, admitted: true };
  const listed = { kind: 'teams.listed' };
  const open = (connections: number) => ({ kind: 'teams.peer_connections', open: connections });
  const goesOn = [listed, open(1)];
  const taken = (wire: PageFacts['wire'], html = stage, history = inside): string | undefined =>
    page(html, history, wire).row?.id;

  it('goes on while the servers list the bot, and a connection is open', () => {
    expect(page(stage, inside, goesOn).phase).toBe('in_meeting');
    expect(taken(goesOn)).toBe('T28');
  });

  it('may have ended without a word where the bot is not listed, or no connection is open', () => {
    for (const wire of [[], [listed], [open(1)], [listed, open(0)], [{ kind: 'teams.inside' }, open(1)]])
      expect(taken(wire)).toBe('T33');
  });

  it.each([{ kind: 'teams.conversation_end', has_sender: false }, { kind: 'teams.call_socket_closed' }])(
    'is not known to go on once the servers have told otherwise, or cannot be heard: %j',
    (fact) => {
      expect(taken([...goesOn, fact])).toBe('T33');
    },
  );

  it('says itself that it connects again, or is over, and is none before the bot was in it', () => {
    expect(taken(goesOn, `${stage}<div role="dialog">Reconnecting</div>`)).toBe('T30');
    const end = { kind: 'teams.conversation_end', sub_code: 5300, has_sender: true };
    expect(taken([...goesOn, end], "<h1>You've been removed from this meeting</h1>")).toBe('T31');
    expect(taken(goesOn, stage, { pressed_join: true, waited: true })).toBeUndefined();
  });
});

describe('a form that stays after the press, in whatever words', () => {
  const field = '<input data-tid="prejoin-display-name-input">';
  const form = (more: string, off = 'disabled'): string =>
    `<div data-tid="calling-prejoin-screen"><h1>Augnablik</h1>${more}<button data-tid="prejoin-join-button" ${off}>Með</button></div>`;
  const taken = (html: string, asked_ms_ago: number, admitted = false): string =>
    page(html, { pressed_join: true, asked_ms_ago, admitted }).phase;

  it('is the lobby once its name is gone and its button off for twenty seconds', () => {
    expect(taken(form(''), 20_000)).toBe('waiting_room');
    expect(taken(form('', 'aria-disabled="true"'), 20_000)).toBe('waiting_room');
    expect(taken(form(''), 19_000)).toBe('unknown');
  });

  it('is none while it has its name, can be pressed, or was never pressed, nor for whoever was inside', () => {
    expect(taken(form(field), 25_000)).toBe('pre_join');
    expect(taken(form('', ''), 25_000)).toBe('unknown');
    expect(taken(form(''), 25_000, true)).toBe('unknown');
    expect(page(form('')).phase).toBe('unknown');
  });

  it.each([
    ['a refusal', '<div role="dialog">Sorry, but you were denied access to the meeting</div>', 'denied'],
    ['a connection that failed', "<p>We couldn't connect you</p>", 'connecting'],
    ['one that is on its way', '<div data-tid="calling-connecting-screen"></div>', 'connecting'],
    ['a captcha', `<div role="dialog">Verify you're a real person</div>`, 'captcha'],
    ['a picture that nobody knows', '<div id="HIP-Captcha"></div>', 'unknown'],
  ])('is no lobby where the page shows %s', (_, more, phase) => {
    expect(taken(form(more), 25_000)).toBe(phase);
  });

  it.each([5854, 5855, 4097, undefined])('is no lobby where the servers have told of an end: %s', (sub_code) => {
    const history: History = { pressed_join: true, waited: true, asked_ms_ago: 25_000 };
    const end = { kind: 'teams.conversation_end', ...(sub_code !== undefined && { sub_code }), has_sender: false };
    expect(page(form(''), history).phase).toBe('waiting_room');
    expect(page(form(''), history, [end]).phase).toBe('unknown');
  });
});

it('is denied where the servers say so beside the screen of whoever is out, in whatever words, and not on a page that nobody knows', () => {
  const waited: History = { pressed_join: true, waited: true, asked_ms_ago: 25_000 };
  const denied = { kind: 'teams.conversation_end', sub_code: 5854, has_sender: false };
  const out = '<button data-tid="calling-retry-cancelbutton">Loka</button>';
  expect(page(`<h1>Nei</h1>${out}`, waited, [denied]).phase).toBe('denied');
  expect(page('<h1>Nei</h1><button>Loka</button>', waited, [denied]).phase).toBe('unknown');
});

describe('an end in another language', () => {
  const inside: History = { pressed_join: true, glimpsed: true, admitted: true };
  const out = (words: string): string => `<h1>${words}</h1><button>Schließen</button>`;
  const ended = (facts: Record<string, unknown>): PageFacts['wire'] => [{ kind: 'teams.conversation_end', ...facts }];

  it.each(['Die Besprechung wurde beendet', 'La réunion est terminée.', 'La reunión ha finalizado'])(
    'is one by "%s" where the servers say that too, and not by words alone',
    (words) => {
      expect(page(out(words), inside, ended({ has_sender: false })).phase).toBe('ended');
      expect(page(out(words), inside).phase).toBe('unknown');
      expect(page(out(words), inside, ended({ sub_code: 5300, has_sender: true })).phase).toBe('unknown');
    },
  );

  it.each(['Sie haben die Besprechung verlassen', 'Du hast die Besprechung verlassen', 'Vous avez quitté la réunion'])(
    'is that of whoever has left by "%s", once the bot has pressed it',
    (words) => {
      expect(page(out(words), { ...inside, pressed_leave: true }).phase).toBe('left');
      expect(page(out(words), inside).phase).toBe('unknown');
    },
  );

  it('is that of whoever has left by what lets them come back, in whatever words, where nothing else is said', () => {
    const back = '<button data-tid="calling-retry-rejoinbutton">Aftur</button>';
    expect(page(out('Bless') + back, { ...inside, pressed_leave: true }).phase).toBe('left');
    expect(page(out('Bless') + back, inside).phase).toBe('unknown');
    const removed = `<h1 id="calling-retry-screen-title">You've been removed from this meeting</h1>${back}`;
    expect(page(removed, { ...inside, pressed_leave: true }).phase).toBe('removed');
  });
});
