/** The rows of the client's list of people that are in view, each told from the others of its name. Pure. */
import { mostPeople } from '../../../../meeting/view-limits.ts';
import { selectors } from '../../selectors.ts';
import { all } from '../client/dom.ts';
import { type PersonRow, placed, rowOf } from './people.ts';

export interface Listed extends PersonRow {
  readonly row: Element;
  /** Which one of those who are called so, where all of the list is in view. */
  readonly place: number;
}

export const listedIn = (root: ParentNode): readonly Listed[] =>
  placed(
    all(root, selectors.people.row)
      .slice(0, mostPeople)
      .map((row) => ({ ...rowOf(row), row })),
  );

/** Whether this is what the client shows as their name. */
export const isShownAs =
  (shown: string | undefined) =>
  ({ name, shownName }: PersonRow): boolean =>
    shown !== undefined && (shownName === shown || name === shown);
