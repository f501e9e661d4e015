/** Plays a script to a stream, in the time that the stream lives in. */
import { every, type Time } from '../time.ts';
import { type FilmName, filmOf } from './films/films.ts';
import type { Footage } from './films/footage.ts';
import type { Meeting, Voice } from './meeting.ts';
import { voiceOf } from './meeting.ts';
import { eventTypes } from './numbers.ts';
import type { Act, Script } from './script.ts';
import type { Stream } from './stream.ts';

const tickMs = 20;

/** The voices and films that a script needs, decoded. */
export interface Props {
  readonly voices: ReadonlyMap<string, Voice>;
  readonly films: ReadonlyMap<FilmName, Footage>;
}

const loaded = async <Name extends string, Thing>(names: Iterable<Name>, load: (name: Name) => Promise<Thing>) =>
  new Map(await Promise.all([...new Set(names)].map(async (name) => [name, await load(name)] as const)));

export const propsOf = async (script: Script): Promise<Props> => ({
  voices: await loaded(
    script.flatMap((act) => (act.does === 'say' ? [act.clip] : [])),
    voiceOf,
  ),
  films: await loaded(
    script.flatMap((act) => ((act.does === 'camera' || act.does === 'share') && act.film !== 'off' ? [act.film] : [])),
    filmOf,
  ),
});

export interface Stage {
  readonly stream: Stream;
  readonly meeting: Meeting;
  readonly time: Time;
  readonly failOver: () => void;
}

const known = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${String(key)} was not loaded`);
  return value;
};

const perform = (act: Act, { stream, meeting, time, failOver }: Stage, { voices, films }: Props): void => {
  const now = time.now().getTime();
  switch (act.does) {
    case 'join':
      meeting.join(act.who);
      stream.event(eventTypes.PARTICIPANT_JOIN, { participants: [act.who] });
      break;
    case 'leave':
      meeting.leave(act.who);
      stream.event(eventTypes.PARTICIPANT_LEAVE, { participants: [{ user_id: act.who.user_id }] });
      break;
    case 'say': {
      const voice = known(voices, act.clip);
      meeting.speak(act.who, voice, now);
      stream.event(eventTypes.ACTIVE_SPEAKER_CHANGE, { ...act.who });
      break;
    }
    case 'chat':
      stream.text('chat', act.who, act.text);
      break;
    case 'camera': {
      const type = act.film === 'off' ? eventTypes.PARTICIPANT_VIDEO_OFF : eventTypes.PARTICIPANT_VIDEO_ON;
      meeting.show(act.who, act.film === 'off' ? undefined : known(films, act.film), now);
      stream.event(type, { participants: [{ user_id: act.who.user_id }] });
      break;
    }
    case 'share':
      meeting.share({ person: act.who, footage: known(films, act.film), from_ms: now });
      stream.event(eventTypes.SHARING_START, { ...act.who });
      break;
    case 'unshare':
      meeting.share(undefined);
      stream.event(eventTypes.SHARING_STOP, { ...act.who });
      break;
    case 'cut':
      stream.cut(act.what);
      break;
    case 'end':
      stream.end(act.reason);
      break;
    case 'fail over':
      failOver();
      break;
    default:
      stream[act.does]();
  }
};

/** What was said is written when it is over. */
const write = (act: Act & { readonly does: 'say' }, { stream, time }: Stage, { voices }: Props): void => {
  const now = time.now().getTime();
  const { text, duration_ms } = known(voices, act.clip);
  stream.text('transcript', act.who, text, [now - duration_ms, now]);
};

/** Resolves when the last act is done; until it is disposed of, sound and pictures go on. */
export const play = (script: Script, props: Props, stage: Stage): { readonly done: Promise<void> } & Disposable => {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let left = script.length;
  const running = [
    every(stage.time, tickMs, (at) => stage.stream.upTo(at)),
    // All from the start: in a time that runs fast, what waits for something late would be later still.
    ...script.flatMap((act) =>
      act.does === 'say'
        ? [stage.time.after(act.at_ms + known(props.voices, act.clip).duration_ms, () => write(act, stage, props))]
        : [],
    ),
    ...script.map((act) =>
      stage.time.after(act.at_ms, () => {
        stage.stream.upTo(stage.time.now().getTime());
        perform(act, stage, props);
        left -= 1;
        if (left === 0) resolve();
      }),
    ),
  ];
  if (left === 0) resolve();
  return {
    done,
    [Symbol.dispose]() {
      for (const one of running) one[Symbol.dispose]();
    },
  };
};
