/** People call their meetings what they like, and Google Meet shows the name as a heading in front of it. */
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const taken = (title: string, page: string, history: History): string => {
  const address = 'https://meet.google.com/abc-defg-hij';
  const html = `<main><h1>${title}</h1>${page}<div role="button">Return to home screen</div></main>`;
  const facts = factsOf({ address, title, wire: [] }, [documentOf(html)], googleMeet);
  const { row, phase } = judge(facts, history, googleMeet);
  return `${row?.id ?? '-'} ${phase}`;
};

const asked: History = { pressed_join: true };
const waited: History = { ...asked, waited: true };
const inside: History = { ...waited, glimpsed: true, admitted: true };
const account: History = { signed_in: true };
const names = [
  "You can't join this video call",
  'Check your meeting code',
  'Your meeting code has expired',
  'Someone in the call denied your request to join',
  "Google Meet doesn't work on your browser",
  'Meeting ended',
  'Your host ended the meeting for everyone',
  "You've been removed from the meeting",
];

describe.each(names)('a meeting called "%s"', (name) => {
  it.each<[string, string, string, History]>([
    ['waits', '<p>Asking to be let in…</p>', 'M08 waiting_room', asked],
    ['goes on waiting', '<p>You’ll join the call when someone lets you in</p>', 'M09 waiting_room', waited],
    ['has no host yet', '<h2>Waiting for the host to join</h2>', 'M10 not_started', waited],
    [
      'has put the bot back',
      '<p>Please wait until a meeting host brings you into the call</p>',
      'M09 waiting_room',
      inside,
    ],
    [
      'is asked to be let in',
      '<input aria-label="Your name" type="text"><button>Ask to join</button>',
      'M01 pre_join',
      {},
    ],
    ['can be joined', '<button>Join now</button>', 'M02 pre_join', account],
    ['can be joined here too', '<button>Switch here</button><button>Join here too</button>', 'M03 pre_join', account],
    ['can be switched to', '<button>Switch here without microphone & camera</button>', 'M03 pre_join', account],
  ])('%s all the same', (_, page, state, history) => {
    expect(taken(name, page, history)).toBe(state);
  });
});

describe.each(names)('a meeting called "%s", whose page says in new words that one waits', (name) => {
  const said = '<p>A host will bring you in soon</p>';
  it.each<[string, string]>([
    ['a bar', '<div role="region" aria-label="Call controls"><button aria-label="Leave call"></button></div>'],
    ['a tile', '<div data-participant-id="spaces/x1/devices/4"><div data-self-name="Notes"></div></div>'],
  ])('is waited for, or not known, where the page has %s', (_, part) => {
    for (const history of [{}, asked, waited])
      expect(taken(name, `${said}${part}`, history)).toMatch(/ (?:unknown|loading|waiting_room|in_meeting)$/);
  });
});

it.each(['Meeting ended', 'Your host ended the meeting for everyone'])(
  'a meeting called "%s" has not ended while one can ask to join it',
  (name) => {
    expect(taken(name, '<button>Ask to join</button>', { ...account, ...waited })).toBe('M02 pre_join');
  },
);

it('a meeting that is called like a removal is none while one can ask to join it, to a bot that was inside before', () => {
  const name = "You've been removed from the meeting";
  const form = '<input aria-label="Your name" type="text"><button>Ask to join</button>';
  expect(taken(name, '', inside)).toBe('M32 removed');
  expect(taken(name, form, inside)).toBe('M01 pre_join');
});

it('has ended where its page offers no way in, and says nothing of a wait but in passing', () => {
  const old = '<p aria-live="polite">Asking to be let in…</p>';
  expect(taken('Your host ended the meeting for everyone', old, inside)).toBe('M33 ended');
  expect(taken("You can't join this video call", old, asked)).toBe('M13 blocked');
});
