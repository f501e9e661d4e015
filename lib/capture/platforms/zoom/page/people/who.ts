/** Who is meant where the client tells a name. Pure. */
import type { ParticipantView } from '../../../../meeting/view.ts';
import type { People } from './people.ts';
import type { Heard } from './speaker.ts';

/** A client that lists people has listed them by then. */
const listedWithinMs = 3_000;

type Known = Pick<ParticipantView, 'id' | 'name'>;

export interface WhoPorts {
  readonly people: Pick<People, 'all' | 'find' | 'nameOf' | 'told'>;
  /** The names on all pictures that are shown, each once. */
  readonly shown: () => readonly string[];
  /** The bot's, empty where it is not known. */
  readonly ownName: () => string;
  readonly now: () => number;
}

export interface Who {
  /** Before the list of people is open, those are known whose pictures are shown. */
  readonly all: readonly ParticipantView[];
  /**
   * Who is there, for a bot that is inside. Pictures do not say who the host is, and not all are shown: people are told by
   * them only where the client has listed nobody for a while.
   */
  present(isInside: boolean): readonly ParticipantView[];
  readonly self: ParticipantView | undefined;
  others(name: string): readonly ParticipantView[];
  /** Whose words those of a name are; nobody where that is not certain. */
  wrote(name: string): ParticipantView | undefined;
  /** Whose words those are that are shown without a name, while somebody is shown as heard. Not the bot's. */
  said(heard: Heard): Known | undefined;
  /** Whose voice is heard while somebody is; not the bot's. Of several it is the first one's: without an id it has no name. */
  voice(heard: Heard): string | undefined;
}

export const createWho = ({ people, shown, ownName, now }: WhoPorts): Who => {
  let inside_ms: number | undefined;
  const all = (): readonly ParticipantView[] => {
    if (people.all.length > 0) return people.all;
    const own = ownName();
    return [...new Set([...(own === '' ? [] : [own]), ...shown()])].map((name) => ({
      id: `1:${name}`,
      user_uuid: null,
      name,
      is_host: false,
      is_self: name === own,
      has_camera: false,
      is_sharing: false,
      joined_at_ms: null,
    }));
  };
  const called = (name: string): readonly ParticipantView[] => all().filter((person) => person.name === name);
  const others = (name: string): readonly ParticipantView[] => called(name).filter(({ is_self }) => !is_self);
  const wrote = (name: string, place?: number): ParticipantView | undefined =>
    people.all.length > 0 ? people.find(name, place) : called(name)[0];

  return {
    get all() {
      return all();
    },
    present(isInside) {
      inside_ms = isInside ? (inside_ms ?? now()) : undefined;
      const isWaitedFor = inside_ms !== undefined && now() - inside_ms < listedWithinMs;
      return !isInside || (people.all.length === 0 && isWaitedFor) ? [] : all();
    },
    get self() {
      return all().find(({ is_self }) => is_self);
    },
    others,
    wrote: (name) => wrote(name),
    said(heard) {
      const name = people.nameOf(heard.name);
      const person = wrote(name, heard.place);
      if (person) return person.is_self ? undefined : person;
      // Whoever is heard may not be in the list yet, and will be the first of that name.
      return { id: `${called(name).length > 0 ? 0 : 1}:${name}`, name };
    },
    voice(heard) {
      const name = people.nameOf(heard.name);
      const person = wrote(name, heard.place) ?? others(name)[0];
      if (person) people.told(name);
      return person?.is_self ? undefined : (person?.id ?? `1:${name}`);
    },
  };
};
