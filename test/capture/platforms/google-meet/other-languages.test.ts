/** What Google Meet's pages are in a language that nobody reads, as those of accounts may be. */
import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { googleMeet as platform } from '../../../../lib/capture/platforms/google-meet/index.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const taken = (html: string, history: History) => {
  const facts = lookedAt([documentOf(html)], (documents) => collect(documents, googleMeet, { eyes: stillEyes }));
  const page = { ...facts, address: 'https://meet.google.com/kvd-hmzp-wqa', title: 'Meet', status: 200, wire: [] };
  const { phase, row, overlays } = judge(page, history, googleMeet);
  return [phase, row?.id, ...overlays.map(({ id }) => id)];
};

const name = '<input type="text" jsname="YPqjbf" aria-label="Nafn þitt">';
const call = '<button jsname="Qx7uuf">Biðja um að taka þátt</button>';
const without = '<div role="dialog"><h1>Viltu sjást?</h1><button jsname="IbE0S">Halda áfram án þeirra</button></div>';
const headed = (words: string): string =>
  `<h1 jsname="r4nke">${words}</h1><button jsname="dqt8Pb">Aftur á heimaskjá</button>`;

it('are asked for in English, whatever the link and the account say', () => {
  const link = 'https://meet.google.com/kvd-hmzp-wqa?hl=is&authuser=1';
  expect(platform.address?.(link)).toBe('https://meet.google.com/kvd-hmzp-wqa?hl=en&authuser=1');
});

describe('a form that the page marks as one', () => {
  it('is that of a guest by its field and its button', () => {
    expect(taken(name + call, {})).toEqual(['pre_join', 'M01']);
    for (const part of [name, call]) expect(taken(`<h1>Fundur</h1>${part}`, {})).toEqual(['unknown', undefined]);
  });

  it('is that of an account by its button alone', () => {
    expect(taken(call, { signed_in: true })).toEqual(['pre_join', 'M02']);
  });

  it('lies behind what asks for devices', () => {
    const behind = `<div aria-hidden="true">${name}${call}</div>${without}`;
    expect(taken(behind, {})).toEqual(['pre_join', 'M01', 'M04']);
    expect(taken(behind.replace(name, ''), { signed_in: true })).toEqual(['pre_join', 'M02', 'M04']);
  });
});

describe('a page that tells why the bot is out', () => {
  const inside: History = { pressed_join: true, glimpsed: true, admitted: true };

  it('is that of whoever has left, once the bot has pressed it', () => {
    const left = headed('Þú fórst af fundinum');
    expect(taken(left, { ...inside, pressed_leave: true })).toEqual(['left', 'M34']);
    expect(taken(left, inside)).toEqual(['unknown', undefined]);
  });

  it('is another end where it says so, also as the bot presses leave', () => {
    const removed = headed("You've been removed from the meeting");
    expect(taken(removed, { ...inside, pressed_leave: true })).toEqual(['removed', 'M32']);
  });

  it('removes the bot by words of another language where they are what it tells, and not as a heading of any kind', () => {
    const words = 'Você foi removido da reunião';
    expect(taken(headed(words), inside)).toEqual(['removed', 'M32']);
    expect(taken(`<h1>${words}</h1><button>Voltar</button>`, inside)).toEqual(['unknown', undefined]);
    expect(taken(headed(words), { pressed_join: true })).toEqual(['unknown', undefined]);
  });

  it('ends the wait by such words where Meet tells whoever is outside, and not before Meet can have', () => {
    const words = 'Niemand hat auf Ihre Teilnahmeanfrage geantwortet';
    const asked: History = { pressed_join: true, waited: true, asked_ms_ago: 600_000 };
    expect(taken(headed(words), asked)).toEqual(['refused_by_time', 'M11']);
    expect(taken(`<h1>${words}</h1>`, asked)).toEqual(['unknown', undefined]);
    expect(taken(headed(words), { ...asked, asked_ms_ago: 60_000 })).toEqual(['unknown', undefined]);
  });

  it('refuses the bot by such words, once it has asked, and not beside the people of a meeting', () => {
    const words = 'Alguien de la llamada rechazó tu solicitud para unirte';
    const tile = '<div data-participant-id="spaces/a/devices/1">Ada</div>';
    const asked: History = { pressed_join: true, waited: true };
    expect(taken(headed(words), asked)).toEqual(['denied', 'M12']);
    expect(taken(`<h1>${words}</h1>`, asked)).toEqual(['unknown', undefined]);
    expect(taken(headed(words), {})).toEqual(['unknown', undefined]);
    expect(taken(headed(words) + tile, asked)).toEqual(['unknown', undefined]);
  });
});
