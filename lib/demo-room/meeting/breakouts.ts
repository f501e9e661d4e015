/** Who is invited to which breakout room, and who is in one; everybody else is in the main room. */
export const createBreakouts = () => {
  const invited = new Map<string, string>();
  const inside = new Map<string, string>();
  let names: string[] = [];

  return {
    /** The room that somebody is in; undefined is the main room. */
    placeOf: (id: string): string | undefined => inside.get(id),
    /** The rooms that are open. */
    names: (): string[] => names,
    /** Opens rooms, besides those that are open already, and invites people to them. */
    open: (rooms: { room_name: string; participant_ids: string[] }[]): void => {
      names = [...new Set([...names, ...rooms.map(({ room_name }) => room_name)])];
      for (const { room_name, participant_ids } of rooms) {
        for (const id of participant_ids) if (inside.get(id) !== room_name) invited.set(id, room_name);
      }
    },
    invitationOf: (id: string): string | undefined => invited.get(id),
    /** False when there is no invitation. */
    accept: (id: string): boolean => {
      const room_name = invited.get(id);
      if (room_name === undefined) return false;
      invited.delete(id);
      inside.set(id, room_name);
      return true;
    },
    /** Takes invitations back. Who is inside stays until they return. */
    close: (): { invited: string[]; inside: string[] } => {
      const told = { invited: [...invited.keys()], inside: [...inside.keys()] };
      invited.clear();
      names = [];
      return told;
    },
    /** Back to the main room; false when they are there. */
    leave: (id: string): boolean => inside.delete(id),
    forget: (id: string): void => {
      invited.delete(id);
      inside.delete(id);
    },
  };
};
