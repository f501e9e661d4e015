import { describe, expect, it } from 'vitest';
import { signs as demoRoomSigns } from '../../../../lib/capture/platforms/demo-room/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import { aPage, aside, aTable, heading } from './a-table.ts';

const meeting = aPage({ shown: ['P4.toolbar', 'P4.self'] });
const door = aPage({ shown: ['P1.name', 'P1.join', 'shell.form'] });
const waiting = aPage({ texts: [aside('Somebody will let you in soon')] });
const denied = aPage({ texts: [aside('Your request was denied')], shown: ['P3.again'] });
const removed = aPage({ texts: [heading('You were removed by Ada')] });
const strange = aPage({ texts: [aside('Something else')] });

/** A page that shows this and that, at moments that the test says. */
const aVisit = () => {
  let now_ms = 1_000_000;
  const logged: unknown[] = [];
  const recogniser = createRecogniser(
    aTable,
    (_, fields) => logged.push(fields?.page_state),
    () => now_ms,
  );
  const look = (ms: number, page: Parameters<typeof recogniser.recognise>[0]) => {
    now_ms = 1_000_000 + ms;
    return recogniser.recognise(page);
  };
  return {
    recogniser,
    logged,
    look,
    at: (...what: Parameters<typeof look>) => look(...what).phase,
  };
};

/** One that was let in. */
const aVisitInside = () => {
  const visit = aVisit();
  visit.at(0, door);
  visit.recogniser.pressedJoin();
  visit.at(1_000, meeting);
  visit.at(1_250, meeting);
  return visit;
};

describe('a page at one look after the other', () => {
  it('ends the bot when it has said so for half a second, and at each look', () => {
    const { at, recogniser } = aVisit();
    at(0, door);
    recogniser.pressedJoin();
    expect([at(1_000, denied), at(1_250, denied), at(1_500, denied)]).toEqual(['unknown', 'unknown', 'denied']);
  });

  it('does not end the bot by what was there twice with something else between', () => {
    const { at, recogniser } = aVisit();
    at(0, door);
    recogniser.pressedJoin();
    expect([at(1_000, denied), at(1_250, waiting), at(1_500, denied)]).toEqual(['unknown', 'waiting_room', 'unknown']);
  });

  it('is a removal of a bot that was seen in the meeting by one look only, and of none that never was', () => {
    const { at, recogniser } = aVisit();
    at(0, door);
    recogniser.pressedJoin();
    expect([at(1_000, removed), at(1_500, removed)]).toEqual(['unknown', 'unknown']);
    at(2_000, meeting);
    expect([at(2_250, removed), at(2_750, removed)]).toEqual(['unknown', 'removed']);
  });

  it('is not known for five seconds when a meeting is gone without a word, and connects again for a minute then', () => {
    const { at } = aVisitInside();
    const moments = [2_000, 6_999, 7_000, 66_999, 67_000];
    expect(moments.map((ms) => at(ms, strange))).toEqual(['unknown', 'unknown', 'connecting', 'connecting', 'unknown']);
  });

  it('is the meeting again when that comes back, and is given as much time when it goes once more', () => {
    const { at } = aVisitInside();
    expect([at(2_000, strange), at(8_000, meeting), at(9_000, strange)]).toEqual(['unknown', 'in_meeting', 'unknown']);
  });

  it('is not what it said before the bot asked, such as the name of a meeting', () => {
    const called = [heading('You were removed by Ada')];
    const { at, recogniser } = aVisit();
    at(0, aPage({ texts: called, shown: ['P1.name', 'P1.join', 'shell.form'] }));
    recogniser.pressedJoin();
    const inside = aPage({ texts: called, shown: ['P4.toolbar', 'P4.self'] });
    at(1_000, inside);
    at(1_250, inside);
    const [halfLoaded, over] = [
      aPage({ texts: called }),
      aPage({ texts: [...called, heading('You were removed by Ben')] }),
    ];
    expect([at(2_000, halfLoaded), at(2_500, halfLoaded)]).toEqual(['unknown', 'unknown']);
    expect([at(3_000, over), at(3_500, over)]).toEqual(['unknown', 'removed']);
  });

  it('is that all the same where the page was loaded anew, and says it then', () => {
    const { at, recogniser } = aVisit();
    at(0, aPage({ texts: [aside('Your request was denied')], shown: ['P1.name', 'P1.join', 'shell.form'] }));
    recogniser.loaded();
    at(500, door);
    recogniser.pressedJoin();
    expect([at(1_000, denied), at(1_500, denied)]).toEqual(['unknown', 'denied']);
  });

  it('ends the bot by a heading and nothing that leads on once it has shown the same for five seconds, in which it may load', () => {
    const { at, recogniser } = aVisitInside();
    const over = (...more: string[]) =>
      aPage({ ...removed, texts: [...removed.texts, ...more.map(aside)], is_dead_end: true });
    const looks = (from: number, to: number, page = over()) =>
      Array.from({ length: (to - from) / 250 }, (_, n) => at(from + 250 * n, page));
    expect(looks(2_000, 6_000)).not.toContain('removed');
    expect(recogniser.memory().facts).toMatchObject({ is_young: true });
    // Something was still to come.
    expect(looks(6_000, 11_500, over('Back in 59 seconds'))).not.toContain('removed');
    expect(looks(11_500, 11_750, over('Back in 54 seconds'))).toEqual(['removed']);
    expect(recogniser.memory().facts).not.toHaveProperty('is_young');
  });

  it('is not at rest for a pause between two looks, which is what a page that hangs while it loads has', () => {
    const { at } = aVisitInside();
    const over = { ...removed, is_dead_end: true };
    expect([at(2_000, over), at(9_000, over), at(9_500, over)]).not.toContain('removed');
  });

  it('is young until then, and at rest at the sixth look of those that are far apart', () => {
    const { look } = aVisit();
    look(0, door);
    const over = { ...strange, is_dead_end: true };
    const looks = Array.from({ length: 7 }, (_, n) => look(10_000 * (n + 1), over));
    expect(looks.map(({ phase, is_young = false }) => [phase, is_young])).toEqual([
      ...Array.from({ length: 5 }, () => ['unknown', true]),
      ...Array.from({ length: 2 }, () => ['unknown', false]),
    ]);
  });

  it('removes a bot that was in the meeting, and none that only asked', () => {
    const [inside, outside] = [aVisitInside(), aVisit()];
    outside.at(0, door);
    outside.recogniser.pressedJoin();
    expect([inside, outside].map(({ at }) => [at(2_000, removed), at(2_500, removed)])).toEqual([
      ['unknown', 'removed'],
      ['unknown', 'unknown'],
    ]);
  });

  it('knows a page beside its link by host, port and path, and keeps nothing of where the link leads', () => {
    const { at, recogniser } = aVisitInside();
    recogniser.loaded({ link_host: 'meet.example.com', link_place: 'meet.example.com/standup' });
    const isBeside = (address: string): boolean => {
      at(0, aPage({ address }));
      return recogniser.memory().history.beside_link === true;
    };
    expect(
      ['/Standup', '/Standup/', '/standup?jwt=a', ':8443/standup', '/auth', '/'].map((rest) =>
        isBeside(`https://meet.example.com${rest}`),
      ),
    ).toEqual([false, false, false, true, true, true]);
    expect(isBeside('https://login.example.net/auth')).toBe(false);
    expect(JSON.stringify(recogniser.memory().history)).not.toContain('standup');
  });

  it('knows nothing of what was before it was loaded anew', () => {
    const { at, recogniser } = aVisitInside();
    recogniser.loaded({ sent_passcode: true, link_host: 'meet.example.com' });
    expect(at(2_000, removed)).toBe('unknown');
    expect(recogniser.memory().history).toEqual({
      sent_passcode: true,
      link_host: 'meet.example.com',
      waited: false,
      glimpsed: false,
      pressed_join: false,
      pressed_leave: false,
      admitted: false,
    });
  });
});

describe('what is remembered of a page', () => {
  it('is each change, with what it rests on, and the last facts', () => {
    const { at, recogniser, logged } = aVisit();
    at(0, door);
    at(250, door);
    recogniser.pressedJoin();
    at(500, waiting);
    const { looks, facts, history } = recogniser.memory();
    expect(looks.map(({ page_state, evidence }) => [page_state, evidence])).toEqual([
      ['P1_door', ['P1.name', 'P1.join']],
      ['P2_waiting', ['P2.text']],
    ]);
    expect(logged).toEqual(['P1_door', 'P2_waiting']);
    expect({ facts, asked_ms_ago: history.asked_ms_ago }).toEqual({ facts: waiting, asked_ms_ago: 250 });
  });

  it('is at most fifty changes', () => {
    const { at, recogniser } = aVisit();
    for (let look = 0; look < 200; look += 1) at(look * 250, look % 2 ? door : strange);
    expect(recogniser.memory().looks).toHaveLength(50);
  });

  it('is told with each look: the row, its signs, and what can be done', () => {
    const { recogniser } = aVisit();
    expect(recogniser.recognise(waiting)).toEqual({
      phase: 'waiting_room',
      page: {
        page_state: 'P2_waiting',
        evidence: [{ class: 'T', entry: 'P2.text' }],
        overlays: [],
        advice: 'admit',
      },
    });
    expect(judge(strange, {}, aTable).row).toBeUndefined();
  });
});

describe('a look that had no time for all of the page', () => {
  const half = { ...door, is_whole: false };

  it('tells nothing: what speaks against a state may be what it has not come to', () => {
    const visit = aVisit();
    expect([visit.at(0, half), visit.at(100, strange), visit.at(200, half), visit.at(300, door)]).toEqual([
      'loading',
      'unknown',
      'unknown',
      'pre_join',
    ]);
  });

  it('has to do where no other comes', () => {
    const visit = aVisit();
    expect([0, 100, 200, 300, 400].map((ms) => visit.at(ms, half))).toEqual([
      'loading',
      'loading',
      'loading',
      'loading',
      'pre_join',
    ]);
  });

  it('tells nothing of the page before, once another is loaded', () => {
    const visit = aVisit();
    visit.at(0, door);
    visit.recogniser.loaded();
    expect(visit.at(100, half)).toBe('loading');
  });
});

describe('consent that is asked for over a page', () => {
  const accepts = [{ selector: '#agree' }];
  const terms = {
    ...{ seen_on: '2026-11-22', source: 'made up', confidence: '?' as const },
    ...{ id: 'P9', name: 'terms', phase: 'consent_asked' as const, overlay: true as const, accepts },
    signs: [{ id: 'P9.agree', class: 'S' as const, selector: '#agree' }],
  };
  const recogniser = createRecogniser({ ...aTable, states: [...aTable.states, terms] }, () => undefined);
  const over = ({ shown, texts }: typeof door) => aPage({ texts, shown: [...shown, 'P9.agree'] });
  const seen = (page: typeof door) => {
    const { phase, page: state } = recogniser.recognise(page);
    return [phase, state?.page_state, recogniser.accepts];
  };

  it('goes before a form that one is to go on from, and is gone with what asks for it', () => {
    expect(seen(over(door))).toEqual(['consent_asked', 'P9_terms', accepts]);
    expect(seen(door)).toEqual(['pre_join', 'P1_door', undefined]);
  });

  it('does not go before a wait, nor before what ends the bot', () => {
    recogniser.pressedJoin();
    expect(seen(over(waiting))).toEqual(['waiting_room', 'P2_waiting', undefined]);
    expect(seen(over(denied)).slice(1)).toEqual(['P3_denied', undefined]);
  });
});

describe('a page that tells its state itself', () => {
  it('is in one that there can be after what the bot has done: it knocks again by itself only until it is let in', () => {
    const recogniser = createRecogniser(demoRoomSigns, () => undefined);
    recogniser.told('waiting_room');
    expect(recogniser.told('connecting').page).toMatchObject({ page_state: 'D13_lost_outside', again_times: 2 });
    recogniser.told('in_meeting');
    recogniser.told('in_meeting');
    expect(recogniser.told('connecting').page).toMatchObject({ page_state: 'D12_lost', again_after_ms: 2_000 });
  });

  it('is known by that, as whoever asks why is told', () => {
    const recogniser = createRecogniser(demoRoomSigns, () => undefined);
    const evidence = [{ class: 'N', entry: 'D08.told' }];
    expect(recogniser.told('denied').page).toMatchObject({ page_state: 'D08_refused', evidence });
    expect(recogniser.memory().looks).toMatchObject([{ page_state: 'D08_refused', evidence: ['D08.told'] }]);
  });
});
