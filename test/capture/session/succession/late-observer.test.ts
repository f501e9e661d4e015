import { describe, expect, it } from 'vitest';
import type { MeetingView, SpeechView } from '../../../../lib/capture/meeting/view.ts';
import type { Observer } from '../../../../lib/capture/session/people/observer.ts';
import { createLateObserver } from '../../../../lib/capture/session/succession/late-observer.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';

const ada = aParticipant('Ada');
const speech: SpeechView[] = [{ participant_id: ada.id, type: 'speech_start', at_ms: 900 }];

/** A worker that tells only later, and what it observes then. */
const aLateObserver = () => {
  const observed: MeetingView[] = [];
  const told: Observer = {
    others: [],
    isQuiet: true,
    seen_until_ms: undefined,
    lookAnew: () => undefined,
    hush: () => undefined,
    observe: (view) => void observed.push(view),
    readLast: () => undefined,
    close: () => undefined,
  };
  return { observed, observer: createLateObserver({ bot_name: 'Notes' }, () => told) };
};

it('a worker that tells only later tells once who spoke in the look before its meeting broke', () => {
  const { observed, observer } = aLateObserver();
  observer.observe({ ...aView({}, [ada]), speech }, 1_000, undefined);
  for (const now_ms of [1_250, 1_500]) observer.readLast(aView({ phase: 'connecting' }), now_ms);
  observer.begin({ reported: { utterances: [], participant_events: [], chat_messages: [] }, until_ms: 500 });
  expect(observed.map((view) => view.speech.length)).toEqual([1, 0, 0]);
});

it('a worker that tells only later takes the one that tells for nobody else, whatever its platform calls both', () => {
  const { observer } = aLateObserver();
  const self = aParticipant('Acme Bot', { id: 'self', is_self: true });
  const first = aParticipant('Acme Bot', { id: 'first' });
  observer.observe({ ...aView(), participants: [first, self, ada] }, 1_000, undefined);
  expect(observer.others).toEqual([ada]);
});

describe('whoever spoke as the page loaded itself anew', () => {
  const anew = (until_ms: number, told: readonly SpeechView[] = []) => {
    const { observed, observer } = aLateObserver();
    observer.observe(aView({ speech }, [ada]), 1_000, undefined);
    observer.lookAnew(told);
    observer.observe(aView({}, [ada]), 2_000, undefined);
    observer.begin({ reported: { utterances: [], participant_events: [], chat_messages: [] }, until_ms });
    return observed.map((view) => view.speech);
  };
  const stop = (at_ms: number): SpeechView => ({ participant_id: ada.id, type: 'speech_stop', at_ms });

  it('has ceased to when it was seen last', () => {
    expect(anew(500)).toEqual([speech, [stop(1_000)], []]);
  });

  it('has ceased to when they were heard to', () => {
    expect(anew(500, [stop(950)])).toEqual([speech, [stop(950)], []]);
  });

  it('does not speak any more where the other worker told until after that', () => {
    expect(anew(1_500)).toEqual([[stop(1_500)], []]);
  });
});

it('a worker that tells only later tells who spoke before it was shown anybody', () => {
  const { observed, observer } = aLateObserver();
  observer.readLast(aView({ phase: 'connecting', speech }), 1_000);
  observer.observe(aView({}, [ada]), 1_250, undefined);
  observer.begin({ reported: { utterances: [], participant_events: [], chat_messages: [] }, until_ms: 500 });
  expect(observed.map((view) => view.speech)).toEqual([speech]);
});
