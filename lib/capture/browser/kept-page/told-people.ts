/** What people of a visit were called, and what they wrote and said, as far as the meeting showed it: nothing of it may be kept of its page. */
import { asPattern } from '../../../domain/whole-words.ts';
import { BoundedSet } from '../../../process/bounded.ts';
import type { MeetingView } from '../../meeting/view.ts';

/** Of people, of messages, and of captions, beside those of the last look. */
const most = 1_000;

type Said = Pick<MeetingView, 'participants' | 'messages' | 'asides' | 'captions'>;

export interface ToldOfPeople {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

export interface ToldPeople extends ToldOfPeople {
  /** `said`: sentences of the page. */
  note(view: Said, said?: readonly string[]): void;
}

const between = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;
/** Who is told without a name, or by a number: that and nothing else. */
const nobody =
  /^(?:you|someone|somebody|no ?one|nobody|everyone|the host|(?:(?:\d+|no|no ?one|nobody|someone|somebody|everyone|other|more) )*(?:others?|more|else|people|person|guests?))$/iu;

/** Names in sentences, in which they stand where a `*` does. */
const namesIn = (naming: readonly string[]): ((said: string) => readonly string[]) => {
  const patterns = naming.map((sentence) => {
    const parts = sentence.split('*').map(asPattern);
    return new RegExp(`(?:^|[.!?:;] )${parts.join('([^.!?:;]{1,160}?)')}(?=$|[.!?:;])`, 'iu');
  });
  return (said) =>
    patterns
      .flatMap((pattern) => pattern.exec(said)?.slice(1) ?? [])
      .flatMap((names) => names.split(between))
      .filter((name) => /\p{L}/u.test(name) && !nobody.test(name));
};

const namesOf = ({ participants, messages, captions }: Said): readonly string[] => [
  ...messages.map(({ sender_name }) => sender_name),
  ...captions.map(({ speaker_name }) => speaker_name),
  ...participants.map(({ name }) => name),
];
const textsOf = ({ messages, captions }: Said): readonly string[] => [...messages, ...captions].map(({ text }) => text);

/**
 * Remembers all of the last look, and what was told last of those who were there, also once they have gone. `naming`: as in a
 * table of signs.
 */
export const rememberPeople = (naming: readonly string[] = []): ToldPeople => {
  const names = new BoundedSet<string>(most);
  const written = new BoundedSet<string>(most);
  const spoken = new BoundedSet<string>(most);
  const find = namesIn(naming);
  let last: Said = { participants: [], messages: [], captions: [] };
  return {
    note(view, said = []) {
      last = view;
      for (const sentence of said) for (const name of find(sentence)) names.add(name);
      for (const name of namesOf(view)) names.add(name);
      for (const text of [...view.messages.map(({ text }) => text), ...(view.asides ?? [])]) written.add(text);
      // What is not final grows word by word, and what it begins with may be any word of the page.
      for (const { text, is_final } of view.captions) if (is_final) spoken.add(text);
    },
    get names() {
      return [...new Set([...names, ...namesOf(last)])];
    },
    get texts() {
      return [...new Set([...written, ...spoken, ...textsOf(last)])];
    },
  };
};
