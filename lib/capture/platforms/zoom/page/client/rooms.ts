/** The name of the breakout room that the bot is asked into, on its way to, or in. Pure but for its memory. */

import { linesOf } from '../../../page/lines-of.ts';
import { labels, selectors } from '../../selectors.ts';
import { all, called, isOfKind } from './dom.ts';
import { hasBar } from './inside.ts';

/** What accepts an invitation, in the dialog of one. */
export const joinIn = (dialog: Element): HTMLElement | undefined => {
  const { button, invitation } = selectors;
  return called(dialog, button, isOfKind(dialog, invitation) ? labels.joinInvited : labels.joinBreakout);
};

/** `The host is inviting you to join Breakout Room: Budget`, or the name on a line of its own. */
const nameIn = (dialog: Element): string | null => {
  const lines = linesOf(dialog)
    .split('\n')
    .map((line) => line.trim());
  for (const line of lines) {
    const said = line.replace(/\. joining a room will stop .*$/i, '');
    const named = /(?:inviting you to join|been assigned to)(?: breakout room:)?\s+(\S.*?)[.?]?$/i.exec(said)?.[1];
    if (named && !/^(?:a )?breakout room:?$/i.test(named)) return named;
  }
  const at = lines.findIndex((line) => /inviting you to join|been assigned to/i.test(line));
  const next = at < 0 ? undefined : lines.slice(at + 1).find((line) => line !== '');
  return next && ![...labels.joinInvited, 'Not Now', 'Later'].includes(next) ? next : null;
};

/** A host may move the bot without asking: `Joining Budget...` */
const nameOnTheWayIn = (root: ParentNode): string | undefined => {
  const said = root.querySelector(selectors.roomOnTheWay)?.textContent?.trim() ?? '';
  return /^joining (\S.*?)(?:\.{3}|…)$/i.exec(said)?.[1];
};

export interface RoomWatch {
  /** `isMoving`: the client says that it goes to another room. */
  look(root: ParentNode, isMoving: boolean): void;
  readonly room_name: string | null;
}

export const createRoomWatch = (): RoomWatch => {
  let room_name: string | null = null;

  return {
    look(root, isMoving) {
      const dialog = all(root, selectors.dialog).find(joinIn);
      if (dialog) room_name = nameIn(dialog) ?? room_name;
      else if (isMoving) room_name = nameOnTheWayIn(root) ?? room_name;
      // What leads out of a room stands in the bar, which may be out of the page.
      else if (hasBar(root) && !called(root, selectors.button, labels.leaveBreakout)) room_name = null;
    },
    get room_name() {
      return room_name;
    },
  };
};
