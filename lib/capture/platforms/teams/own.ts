/** Finds the bot among the people of a Teams meeting: the servers do not say which of them the page is. Pure but for its memory. */
import type { TeamsMember } from './roster.ts';

/** A guest's, of any client. */
const isGuest = ({ id }: TeamsMember): boolean => id.includes('visitor');

/**
 * `name`: what the bot called itself. Whoever it was taken for stays so while they are there. Of several of its name it is a
 * guest, and the last of them: the bot came after those whom it found.
 */
export const createOwn = () => {
  let own_id: string | undefined;
  return (members: readonly TeamsMember[], name: string): TeamsMember | undefined => {
    const known = members.find(({ id }) => id === own_id);
    if (known) return known;
    const alike = members.filter((member) => name !== '' && member.name === name);
    const guests = alike.filter(isGuest);
    const own = (guests.length > 0 ? guests : alike).at(-1);
    own_id = own?.id;
    return own;
  };
};
