/**
 * Who says what stands below the picture, by the face beside it: the client draws the same one in its list of people, a picture or
 * the initials on a colour of their own. Pure.
 */
import { selectors } from '../../selectors.ts';
import { isShownAs, type Listed, listedIn } from '../people/listed.ts';
import type { Heard, InMeeting } from '../people/speaker.ts';

/** The same wherever the client draws it, in whatever size. */
export const faceOf = (element: Element | null | undefined): string | undefined =>
  element
    ? [element.getAttribute('src'), (element as HTMLElement).style.backgroundColor, element.textContent].join(' ')
    : undefined;

const faceIn = ({ row }: Listed): string | undefined => faceOf(row.querySelector(selectors.people.face));

/**
 * Whoever is heard, where the face is theirs or nobody can tell; or the only one whose face it is. The client shows whoever is
 * heard now, and its words come later.
 */
export const facedIn = (
  root: ParentNode,
  face: string | undefined,
  heard: Heard | undefined,
  { count }: Pick<InMeeting, 'count'>,
): Heard | undefined => {
  if (face === undefined) return heard;
  const faces = listedIn(root).map((person) => ({ person, face: faceIn(person) }));
  const isWhole = count !== undefined && faces.length >= count;
  const those = faces.filter((one) => heard && isShownAs(heard.name)(one.person));
  const canTell = faces.some((one) => one.face !== undefined) && (isWhole || those.length > 0);
  if (!canTell) return heard;
  const theirs = those.filter((one) => one.face === face);
  const [one, ...others] = theirs.length > 0 ? theirs : faces.filter((other) => other.face === face);
  if (isWhole && one && others.length === 0) return { name: one.person.shownName, place: one.person.place };
  return theirs.length > 0 ? heard : undefined;
};

/** Remembers whether the client shows faces: words beside which there is none are of somebody whom it does not know, then. */
export const createFacedLook = (): typeof facedIn => {
  let hasFaces = false;
  return (root, face, heard, inMeeting) => {
    hasFaces ||= face !== undefined;
    const isUnknown = face === undefined && hasFaces && listedIn(root).some((one) => faceIn(one) !== undefined);
    return isUnknown ? undefined : facedIn(root, face, heard, inMeeting);
  };
};
