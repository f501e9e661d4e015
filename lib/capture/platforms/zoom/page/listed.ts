/** The rows of the client's list of people that are in view, each told from the others of its name. Pure. */
import { selectors } from '../selectors.ts';
import { all } from './dom.ts';
import { mostPeople, type PersonRow, rowOf } from './people.ts';

export interface Listed extends PersonRow {
  readonly row: Element;
  /** Which one of those who are called so, where all of the list is in view. */
  readonly place: number;
}

export const listedIn = (root: ParentNode): readonly Listed[] => {
  const places = new Map<string, number>();
  return all(root, selectors.people.row)
    .slice(0, mostPeople)
    .map((row) => {
      const person = rowOf(row);
      const place = (places.get(person.name) ?? 0) + 1;
      places.set(person.name, place);
      return { ...person, row, place };
    });
};

/** Whether this is what the client shows as their name. */
export const isShownAs =
  (shown: string | undefined) =>
  ({ name, shown_name }: PersonRow): boolean =>
    shown !== undefined && (shown_name === shown || name === shown);
