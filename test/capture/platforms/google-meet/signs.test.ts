import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const home = ['M13.home', 'M14.home', 'M18.home', 'M19.home'];
const homes = [
  ...home,
  'M12.home',
  'M32.home',
  'M32.home.unseen',
  'M33.home',
  'M33.home.unseen',
  'M36.full.home',
  'M37.home',
];
const pageSaying = (text: string, status?: number): PageFacts => ({
  address: 'https://meet.google.com/kvd-hmzp-wqa',
  title: 'Meet',
  status: 200,
  texts: [{ text, place: 'prominent' }],
  shown: homes,
  wire: status === undefined ? [] : [{ kind: 'meet.self_status', status }],
  is_whole: true,
});
const collected = (document: Document) =>
  lookedAt([document], (documents) => collect(documents, googleMeet, { eyes: stillEyes }));
const phaseOf = (facts: PageFacts): string => judge(facts, { pressed_join: true }, googleMeet).phase;

it('is blocked by no notice of what its browser cannot do', () => {
  expect(phaseOf(pageSaying("Google Meet doesn't work on your browser"))).toBe('blocked');
  expect(phaseOf(pageSaying('Your browser is not supported for visual effects'))).toBe('unknown');
});

describe('a bot that is on the front page of Meet', () => {
  const front: PageFacts = {
    ...pageSaying(''),
    texts: [],
    shown: [],
    address: 'https://workspace.google.com/products/meet/',
  };
  const againAfter = (history: Parameters<typeof judge>[1]) => {
    const { phase, row } = judge(front, history, googleMeet);
    return [phase, row?.again_s, row?.again_times];
  };

  it('asks once more where it was sent there as soon as it had asked', () => {
    expect(againAfter({ pressed_join: true })).toEqual(['unknown', 5, 1]);
  });

  it('does not where it has not asked, or somebody may have refused it', () => {
    for (const history of [{}, { pressed_join: true, waited: true }, { pressed_join: true, admitted: true }])
      expect(againAfter(history)).toEqual(['unknown', undefined, undefined]);
  });
});

describe('a bot that is told that it cannot join', () => {
  const cannot = pageSaying("You can't join this video call");
  const waited = { pressed_join: true, waited: true };

  it('was blocked, where nobody had the time to refuse it', () => {
    const { phase, row } = judge(cannot, { pressed_join: true }, googleMeet);
    expect([phase, row?.advice]).toEqual(['blocked', 'invite_account']);
  });

  it('is not told by whom it was refused after a wait, but what may help', () => {
    const { phase, row } = judge(cannot, waited, googleMeet);
    expect([phase, row?.advice]).toEqual(['unknown', 'invite_account']);
    const invited = pageSaying('No one can join a meeting unless invited or admitted by the host');
    const other = judge({ ...invited, texts: [...cannot.texts, ...invited.texts] }, waited, googleMeet);
    expect([other.phase, other.row?.advice]).toEqual(['unknown', 'invite']);
  });

  it.each([
    '<img alt=""><div>Your meeting is safe</div>',
    '<i aria-hidden="true">verified_user</i><div>Your meeting is safe</div>',
    '<svg></svg><div>Your meeting <span>is safe</span></div>',
    '<h2>Your meeting is safe</h2>',
  ])('is told nothing of invitations by the card that stands on every page: %s', (title) => {
    const card = `<div>${title}<div>No one can join a meeting unless invited or admitted by the host</div></div>`;
    const rowBeside = (html: string) => {
      const document = documentOf(
        `<main><h1>You can't join this video call</h1><button>Return home</button></main>${html}`,
      );
      const facts = { ...cannot, ...collected(document) };
      return judge(facts, { pressed_join: true }, googleMeet).row?.id;
    };
    expect([rowBeside(card), rowBeside(card.replace(title, ''))]).toEqual(['M13', 'M14']);
  });

  it('was denied where it says so too', () => {
    const denied = pageSaying('Someone in the call denied your request to join');
    const both = { ...denied, texts: [...cannot.texts, ...denied.texts] };
    expect(judge(both, waited, googleMeet).phase).toBe('denied');
  });

  it.each(['Someone in the call denied your request to join', 'No one responded to your request to join the call'])(
    'was not blocked where the page says "%s", wherever it does and whatever else is gone from it',
    (text) => {
      for (const place of ['main', 'passing'] as const) {
        const both = { ...cannot, texts: [...cannot.texts, { text, place }] };
        for (const shown of [homes, []])
          for (const history of [{}, { pressed_join: true }])
            expect(['unknown', 'denied']).toContain(judge({ ...both, shown }, history, googleMeet).phase);
      }
    },
  );
});

it('is in no meeting, and does not know why, where it is led to a live stream; what may help is told', () => {
  const facts = { ...pageSaying('Team'), shown: [], address: 'https://stream.meet.google.com/stream/4f0c1d2e' };
  const { phase, row } = judge(facts, { pressed_join: true }, googleMeet);
  expect([phase, row?.name, row?.advice]).toEqual(['unknown', 'live_stream', 'live_stream']);
});

describe('a page that says why nobody is let in, below the heading that it has for all of that', () => {
  const asked = { pressed_join: true };
  const below = (text: string, shown: PageFacts['shown'] = homes): PageFacts => {
    const heading = pageSaying("You can't join this call");
    return { ...heading, shown, texts: [...heading.texts, { text, place: 'main' }] };
  };
  const taken = (facts: PageFacts, history = asked) => judge(facts, history, googleMeet).phase;
  const full = [
    'This meeting is full. Try again later.',
    'This call has reached the maximum of 100 participants. Try again later.',
  ];

  it.each(full)('is that of a full meeting where it says "%s"', (text) => {
    expect(taken(below(text))).toBe('full');
    expect(taken(pageSaying(text))).toBe('full');
  });

  it.each(full)('is none where there is more, or less, on the page than "%s"', (text) => {
    expect(taken(below(text, []))).toBe('unknown');
    for (const part of ['form', 'call', 'ways', 'again', 'toolbar', 'scene'])
      expect(taken(below(text, [...homes, `shell.${part}`]))).not.toBe('full');
    expect(taken(below('Someone in the call denied your request to join. '.concat(text)))).toBe('unknown');
    expect(taken(below(text.replace(' Try again later.', '')))).toBe('unknown');
    expect(taken(below(text), { ...asked, ...{ waited: true, admitted: true } })).not.toBe('full');
  });

  it.each([
    'This meeting has already ended',
    "You're currently in a video call in another window. You must exit that video call before you can join this one.",
    "You're not allowed to join this call. An app is collecting audio and/or video from the call.",
  ])('blocks no bots where it says "%s"', (text) => {
    expect(taken(below(text))).toBe('unknown');
    expect(taken(pageSaying(text))).toBe('unknown');
  });

  it('is over where it has already ended, once the bot has waited for it', () => {
    const ended = below('This meeting has already ended');
    expect(judge(ended, { ...asked, waited: true }, googleMeet).phase).toBe('ended');
  });

  it('blocks whoever is of another organization', () => {
    const text = "This video call is restricted to an organization you don't belong to.";
    expect([taken(below(text)), taken(pageSaying(text))]).toEqual(['blocked', 'blocked']);
    expect(judge(pageSaying(text), { ...asked, waited: true }, googleMeet).phase).toBe('unknown');
  });

  it.each(['Someone in the call denied your request to join', 'Your request to join was denied'])(
    'denies the bot where it says "%s"',
    (text) => {
      expect(judge(below(text), { ...asked, waited: true }, googleMeet).phase).toBe('denied');
    },
  );
});

describe('a page with all of a meeting, which says that one waits to be let in', () => {
  const page: PageFacts = {
    ...pageSaying('Please wait until a meeting host brings you into the call'),
    shown: ['shell.toolbar', 'shell.scene', 'M28.controls', 'M28.self', 'M28.other', 'M27.controls', 'M27.self'],
  };
  const taken = (wire: PageFacts['wire']): string =>
    judge({ ...page, wire }, { pressed_join: true, waited: true, admitted: true }, googleMeet).phase;

  it('has put the bot back where the service says that it is not inside, or nothing comes to it any more', () => {
    for (const status of [3, 6, 7]) expect(taken([{ kind: 'meet.self_status', status }])).toBe('waiting_room');
    expect(taken([{ kind: 'meet.peer_connections', open: 0 }])).toBe('waiting_room');
  });

  it('is the meeting where that is all that says so', () => {
    expect(taken([])).toBe('in_meeting');
    expect(
      taken([
        { kind: 'meet.self_status', status: 1 },
        { kind: 'meet.peer_connections', open: 1 },
      ]),
    ).toBe('in_meeting');
  });
});

describe('a bar and the tile of the bot, which a waiting room has too', () => {
  const lobby = `<div data-participant-id="spaces/x/devices/4"><div data-self-name="Notes"></div></div>
    <div role="region" aria-label="Call controls"><button aria-label="Leave call"></button></div>`;
  const counting = (people: string): string => `<button><span data-avatar-count="${people}">${people}</span></button>`;
  const somebodyElse = '<div data-participant-id="spaces/x/devices/5"></div>';
  const open = { kind: 'meet.peer_connections', open: 1 };
  const told = (status: number) => ({ kind: 'meet.self_status', status });
  const asked = { pressed_join: true };
  const inside = { ...asked, waited: true, glimpsed: true, admitted: true };
  const taken = (more: string, history: History = inside, wire: PageFacts['wire'] = [open]): string => {
    const read = collected(documentOf(lobby + more));
    const { phase, row } = judge({ ...pageSaying(''), ...read, wire }, history, googleMeet);
    return `${row?.id ?? '-'} ${phase}`;
  };
  const words = 'Please wait until a meeting host brings you into the call';

  it.each([
    [words, 'M09'],
    [`${words}.`, 'M09'],
    ['Please wait until a meeting host admits you to the call', 'M09'],
    ["You'll join the call when someone lets you in", 'M09'],
    ["You're in the waiting room", 'M09'],
    ['Asking to be let in…', 'M08'],
  ])('are the waiting room again, of a bot that was inside, where the page says "%s"', (said, row) => {
    for (const element of ['h1', 'h2', 'div']) {
      const line = `<${element}>${said}</${element}>`;
      for (const count of ['', counting(''), counting('0')]) expect(taken(line + count)).toBe(`${row} waiting_room`);
      expect(taken(line, inside, [open, told(6)])).toBe(`${row} waiting_room`);
    }
  });

  it.each([
    ['counts people', counting('1'), 'M27'],
    ['counts people in words', '<button aria-label="People - 1 joined"></button>', 'M27'],
    ['shows somebody else', somebodyElse, 'M28'],
    ['shows somebody else below a dialog', `<div aria-hidden="true">${somebodyElse}</div>`, 'M28'],
  ])('are the meeting, whatever a meeting may be called, where the page %s', (_, more, row) => {
    for (const element of ['h2', 'div'])
      expect(taken(`<${element}>${words}</${element}>${more}`)).toBe(`${row} in_meeting`);
  });

  it('are the meeting where the service says that the bot is inside, and no heading that it waits', () => {
    expect(taken(`<div>${words}</div>`, inside, [open, told(1)])).toBe('M27 in_meeting');
    expect(taken(`<h1>${words}</h1>`, inside, [open, told(1)])).toBe('M09 waiting_room');
  });

  it.each([
    ['a message', `<div data-message-id="1">${words}</div>`],
    ['the chat', `<aside aria-label="Side panel"><h2>${words}</h2></aside>`],
    ['a caption', `<div role="region" aria-label="Captions">${words}</div>`],
    ['what is out of sight', `<div style="display:none"><h1>${words}</h1></div>`],
  ])('are the meeting still, of a bot that was inside, where %s alone says so', (_, said) => {
    expect(taken(said)).toBe('M27 in_meeting');
  });

  it('are not known, of a bot that was not inside, where the page counts nobody', () => {
    for (const more of ['', counting(''), counting('0'), '<button aria-label="People - 0 joined"></button>'])
      expect(taken(more, asked)).toBe('- unknown');
    expect(taken(counting('1'), asked)).toBe('M27 in_meeting');
  });
});

describe('a meeting that marks no tile as its own, or is in another language', () => {
  const bars = { english: 'bar', other: 'hang_up' };
  const page = (bar: string, shown: readonly string[], wire: PageFacts['wire']): PageFacts => ({
    ...pageSaying(''),
    texts: [],
    shown: ['M27', 'M28'].flatMap((row) => [`${row}.${bar}`, `${row}.tile`]).concat(shown),
    wire,
  });
  const taken = (facts: PageFacts, history = {}) => {
    const { phase, row } = judge(facts, { pressed_join: true, waited: true, ...history }, googleMeet);
    return [phase, row?.id];
  };
  const told = (status: number): PageFacts['wire'] => [{ kind: 'meet.self_status', status }];

  it.each(Object.values(bars))('is one, by %s, where the service says that the bot is inside', (bar) => {
    expect(taken(page(bar, [], told(1)))).toEqual(['in_meeting', 'M27']);
    expect(taken(page(bar, ['M28.several'], told(1)))).toEqual(['in_meeting', 'M28']);
  });

  it.each(Object.values(bars))('may be the room in front of it, by %s, where the service does not', (bar) => {
    for (const wire of [[], told(3), told(6), told(7)])
      for (const history of [{}, { admitted: true, glimpsed: true }])
        expect(taken(page(bar, ['M28.several'], wire), history)).toEqual(['unknown', undefined]);
  });
});

describe('a meeting whose bar is out of the page', () => {
  const tiles = {
    alone: ['shell.scene', 'M27.barless', 'M28.barless', 'M28.untold'],
    others: ['M28.barless.other', 'M28.untold.other'],
  };
  const everybody = [...tiles.alone, ...tiles.others];
  const open = (connections: number) => ({ kind: 'meet.peer_connections', open: connections });
  const told = (status: number) => ({ kind: 'meet.self_status', status });
  const inside = { pressed_join: true, waited: true, glimpsed: true, admitted: true };
  const taken = (shown: readonly string[], wire: PageFacts['wire'], history = inside) => {
    const { phase, row } = judge({ ...pageSaying(''), texts: [], shown: [...shown], wire }, history, googleMeet);
    return [phase, row?.id];
  };

  it('goes on while the service says that the bot is inside, and a connection is open', () => {
    expect(taken(tiles.alone, [told(1), open(1)])).toEqual(['in_meeting', 'M27']);
    expect(taken(everybody, [told(1), open(1)])).toEqual(['in_meeting', 'M28']);
  });

  it('goes on where nothing can be read of what the service says, and somebody else is there', () => {
    expect(taken(everybody, [open(1)])).toEqual(['in_meeting', 'M28']);
    expect(taken(tiles.alone, [open(1)])).toEqual(['unknown', undefined]);
  });

  it('is not known without a connection, without the bot in it, or of a bot that was not seen inside', () => {
    for (const wire of [[told(1)], [told(1), open(0)], [open(0)], []])
      expect(taken(everybody, wire)[0]).toBe('unknown');
    for (const status of [3, 6, 7]) expect(taken(everybody, [told(status), open(1)])[0]).toBe('unknown');
    expect(taken([], [told(1), open(1)])[0]).toBe('unknown');
    expect(taken(everybody, [told(1), open(1)], { ...inside, glimpsed: false, admitted: false })[0]).toBe('unknown');
  });

  it.each(['shell.outside', 'shell.form', 'shell.call', 'shell.ways'])(
    'is over, whatever is left of it, where there is %s',
    (part) => {
      for (const wire of [[told(1), open(1)], [open(1)]])
        expect(taken([...everybody, 'M41.barless', 'M41.barless.return', part], wire)).toEqual(['unknown', undefined]);
    },
  );

  it.each([
    ['removed', "You've been removed from the meeting"],
    ['ended', 'Your host ended the meeting for everyone'],
  ])(
    'has ended as %s where the heading of whatever is told outside says so, over tiles that nobody sees',
    (phase, text) => {
      const html = `<h1 jsname="r4nke">${text}</h1><button>Submit feedback</button><div hidden><div data-participant-id="1"></div></div>`;
      const read = collected(documentOf(html));
      const facts = { ...pageSaying(''), ...read, wire: [told(1), open(1)] };
      expect(judge(facts, inside, googleMeet).phase).toBe(phase);
    },
  );

  it('is a breakout room where there is what leads out of one', () => {
    const room = [...everybody, 'M41.barless', 'M41.barless.return'];
    expect(taken(room, [told(1), open(1)])).toEqual(['in_meeting', 'M41']);
  });
});

describe('a bot that Meet has put out as nobody answered whether it is still there', () => {
  const page = pageSaying('Are you still there?');
  const inside = { pressed_join: true, waited: true, admitted: true, glimpsed: true };
  const left = { ...page, texts: [...page.texts, ...pageSaying('You left the meeting').texts] };
  const taken = (facts: PageFacts, history: Parameters<typeof judge>[1]) => {
    const { phase, row } = judge(facts, history, googleMeet);
    return [phase, row?.again_s];
  };

  it('comes back, also where the page says that it has left: nobody has ended the meeting', () => {
    for (const facts of [page, left]) expect(taken(facts, inside)).toEqual(['connecting', 5]);
  });

  it('does not where it has pressed leave itself, is asked inside, or was never let in', () => {
    expect(taken(left, { ...inside, pressed_leave: true })).toEqual(['left', undefined]);
    const asked = {
      ...page,
      shown: [...homes, 'shell.toolbar', 'shell.scene', 'M28.controls', 'M28.self', 'M28.other'],
    };
    expect(taken(asked, inside)).toEqual(['in_meeting', undefined]);
    expect(taken(page, { pressed_join: true, waited: true })).toEqual(['unknown', undefined]);
  });
});

describe('a bot that is told in passing that somebody connects again', () => {
  const bar = ['shell.toolbar', 'shell.scene', 'M28.controls', 'M28.self', 'M28.other', 'M30.bar'];
  const taken = (open: number, shown: PageFacts['shown'], text = '', passing = 'Reconnecting') => {
    const texts = [...pageSaying(text).texts, { text: passing, place: 'passing' as const }];
    const wire = [{ kind: 'meet.peer_connections', open }];
    const inside = { pressed_join: true, admitted: true, glimpsed: true };
    return judge({ ...pageSaying(''), texts, shown, wire }, inside, googleMeet).phase;
  };

  it('is on its way back where nothing comes to it any more', () => {
    for (const passing of ['Reconnecting', 'You lost your network connection. Trying to reconnect.'])
      expect([0, 1].map((open) => taken(open, bar, '', passing))).toEqual(['connecting', 'in_meeting']);
  });

  it('is out where its meeting is over, whatever is left of that', () => {
    expect(taken(0, homes, "You've been removed from the meeting")).toBe('removed');
    expect(taken(0, homes, 'Your host ended the meeting for everyone')).toBe('ended');
  });
});

it.each([
  "You've been removed from the meeting",
  'Someone has removed you from the meeting',
  'You were removed from the meeting',
  "You've been removed from the call",
  'You were removed from the call',
  'You have been removed from the meeting',
  'You have been removed from this meeting',
])('is removed from a meeting by "%s"', (text) => {
  const inside = { pressed_join: true, glimpsed: true, admitted: true };
  expect(judge(pageSaying(text), inside, googleMeet).phase).toBe('removed');
});

describe('a bot that Google Meet let in and that nobody saw inside', () => {
  it('was removed, or the meeting ended, where the service has said that it was inside', () => {
    expect(phaseOf(pageSaying("You've been removed from the meeting", 7))).toBe('removed');
    expect(phaseOf(pageSaying('Your host ended the meeting for everyone', 1))).toBe('ended');
  });

  it('is told neither without that', () => {
    expect(phaseOf(pageSaying("You've been removed from the meeting"))).toBe('unknown');
    expect(phaseOf(pageSaying('Your host ended the meeting for everyone'))).toBe('unknown');
  });

  it('is told neither where the page says something else', () => {
    for (const status of [1, 6, 7]) expect(phaseOf(pageSaying('Something nobody has seen', status))).toBe('unknown');
  });
});

describe('breakout rooms', () => {
  const page = (...shown: readonly string[]): PageFacts => ({ ...pageSaying(''), texts: [], shown: [...shown] });
  const meeting = ['M28.controls', 'M41.controls', 'M28.self', 'M41.self', 'M28.other', 'shell.toolbar'];
  const placeOn = (facts: PageFacts) => {
    const { phase, row } = judge(facts, { pressed_join: true, admitted: true }, googleMeet);
    return [phase, row?.breakout];
  };

  it('are where the bot is while the page has a way back to the main call', () => {
    expect(placeOn(page(...meeting, 'M41.return'))).toEqual(['in_meeting', 'inside']);
  });

  it('are not where it is only asked into one: it stays', () => {
    expect(placeOn(page(...meeting))).toEqual(['in_meeting', undefined]);
  });
});

describe('a page in a language that nobody reads', () => {
  const outside = (status: number): PageFacts => ({
    ...pageSaying('Bu video görüşmesine katılamazsınız'),
    shown: ['M13.told', 'M18.told'],
    wire: [{ kind: 'meet.resolved', status }],
  });
  const phases = (facts: PageFacts, history = {}) => judge(facts, history, googleMeet).phase;

  it('says what the service has answered', () => {
    expect([404, 403, 200, 429].map((status) => phases(outside(status)))).toEqual([
      'not_found',
      'blocked',
      'unknown',
      'unknown',
    ]);
  });

  it('is no reason to end by the answer alone', () => {
    expect([404, 403].map((status) => phases({ ...outside(status), shown: [] }))).toEqual(['unknown', 'unknown']);
  });

  it.each(['form', 'call', 'ways', 'toolbar', 'scene'])('ends nothing while the page shows its %s', (part) => {
    for (const status of [404, 403]) {
      const shown = ['M13.told', 'M18.told', `shell.${part}`];
      expect(['not_found', 'blocked']).not.toContain(phases({ ...outside(status), shown }));
    }
  });

  it('is not told to have been blocked once it has waited, or was inside', () => {
    for (const history of [
      { pressed_join: true, waited: true },
      { pressed_join: true, admitted: true },
    ])
      expect(phases(outside(403), history)).toBe('unknown');
  });
});
