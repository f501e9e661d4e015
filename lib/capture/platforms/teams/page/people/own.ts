/** Finds the bot among the people of a Teams meeting: the servers do not say which of them the page is. Pure but for its memory. */
import { BoundedSet } from '../../../../../process/bounded.ts';
import { isVisitor } from './ids.ts';
import type { TeamsMember } from './roster.ts';

const mostOthers = 1_000;

/**
 * `told_id`: whom the page takes for it, where it tells that. `name`: what the bot called itself, by which it is found else.
 * Whoever it was taken for stays so while they are there. Of several of its name it is a guest, and the last of them: the bot
 * came after those whom it found. Whoever was there before it is somebody else for good; whoever comes while it is there may be
 * the bot, connected anew.
 */
export const createOwn = () => {
  let own_id: string | undefined;
  /** The page has told whom it takes for it, as the servers call them: while they are away, nobody else is it. */
  let isTold = false;
  /** Of its name. */
  const others = new BoundedSet<string>(mostOthers);
  return (members: readonly TeamsMember[], name: string, told_id?: string): TeamsMember | undefined => {
    if (members.some(({ id }) => id === told_id)) {
      own_id = told_id;
      isTold = true;
    }
    const known = members.find(({ id }) => id === own_id);
    if (known || (isTold && told_id !== undefined)) return known;
    const alike = members.filter((member) => name !== '' && member.name === name && !others.has(member.id));
    const guests = alike.filter(({ id }) => isVisitor(id));
    const own = (guests.length > 0 ? guests : alike).at(-1);
    own_id = own?.id;
    if (own) for (const { id } of alike) if (id !== own_id) others.add(id);
    return own;
  };
};
