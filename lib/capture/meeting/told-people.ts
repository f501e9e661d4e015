/** What people of a visit were called, and what they wrote and said, as far as the meeting showed it: nothing of it may be kept of its page. */
import { BoundedSet } from '../../process/bounded.ts';
import { asPattern } from './masking.ts';
import type { MeetingView } from './view.ts';

/** As many people, and as many messages, as a view holds. */
const most = 1_000;

export interface ToldOfPeople {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

export interface ToldPeople extends ToldOfPeople {
  /** `said`: sentences of the page. */
  note(view: Pick<MeetingView, 'participants' | 'messages' | 'captions'>, said?: readonly string[]): void;
}

const between = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;
/** Who is told without a name, or by a number. */
const nobody =
  /^(?:you|someone|somebody|no ?one|nobody|everyone|the host|(?:\d+ |no |nobody |no one )*(?:others?|more|else|people|guests?))\b/iu;

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

/** Remembers what was told last of those who were there, also once they have gone. `naming`: as in a table of signs. */
export const rememberPeople = (naming: readonly string[] = []): ToldPeople => {
  const names = new BoundedSet<string>(most);
  const texts = new BoundedSet<string>(most);
  const find = namesIn(naming);
  return {
    note({ participants, messages, captions }, said = []) {
      for (const sentence of said) for (const name of find(sentence)) names.add(name);
      for (const { sender_name } of messages) names.add(sender_name);
      for (const { speaker_name } of captions) names.add(speaker_name);
      for (const { name } of participants) names.add(name);
      for (const { text } of [...messages, ...captions]) texts.add(text);
    },
    get names() {
      return [...names];
    },
    get texts() {
      return [...texts];
    },
  };
};
