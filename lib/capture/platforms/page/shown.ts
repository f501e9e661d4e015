import { mostPeople } from '../../meeting/view-limits.ts';

export interface Shown<Person> {
  readonly participants: readonly Person[];
  /** How many more there are. */
  readonly untold: number;
}

/** Whom of those who are there a view shows, in their order: of very many, those who stand first, and the bot. */
export const shownOf = <Person>(people: readonly Person[], isSelf: (person: Person) => boolean): Shown<Person> => {
  const { bot = [], others = [] } = Object.groupBy(people, (person) => (isSelf(person) ? 'bot' : 'others'));
  const shown = new Set([...bot, ...others].slice(0, mostPeople));
  return { participants: people.filter((person) => shown.has(person)), untold: people.length - shown.size };
};
