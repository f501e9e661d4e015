/** What a session makes of what it sees and hears: told at once, or only once the worker before it has ceased to tell. */
import { createObserver, type Observer, type ObserverPorts } from '../people/observer.ts';
import type { CaptureAssignment, Predecessor } from '../ports.ts';
import type { SpeechAttribution } from '../speech/attribution.ts';
import { createLateObserver } from './late-observer.ts';
import { createLateSpeech } from './late-speech.ts';

export interface Sight {
  readonly observer: Observer;
  readonly attribution: SpeechAttribution;
  /** Whether whatever is seen is told at once. */
  readonly isTold: boolean;
  /** Resolves when it is. */
  readonly told: Promise<void>;
}

type Seer = Pick<CaptureAssignment, 'bot_id' | 'bot_name' | 'participant_id' | 'reported'>;
type SightPorts = ObserverPorts & { readonly attribution: SpeechAttribution };

export const createSight = (assignment: Seer, ports: SightPorts): Sight => ({
  observer: createObserver(assignment, ports),
  attribution: ports.attribution,
  isTold: true,
  told: Promise.resolve(),
});

export const createLateSight = (assignment: Seer, predecessor: Pick<Predecessor, 'told'>, ports: SightPorts): Sight => {
  const observer = createLateObserver(assignment, ({ reported, since_ms }) =>
    createObserver({ ...assignment, reported }, ports, since_ms),
  );
  const attribution = createLateSpeech(ports.attribution);
  let isTold = false;
  // Where it cannot be read what the other worker told last, what it told before is known.
  const known = { reported: assignment.reported ?? { utterances: [], participant_events: [], chat_messages: [] } };
  const before = predecessor.told().catch(() => known);
  const told = before.then((heard) => {
    observer.begin(heard);
    attribution.begin('said' in heard ? heard.said : []);
    isTold = true;
  });
  return {
    observer,
    attribution,
    get isTold() {
      return isTold;
    },
    told,
  };
};
