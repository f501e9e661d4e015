import type { ClientMessage, Participant } from '../../protocol.ts';
import { byId, element } from '../dom.ts';

/** For hosts: opens breakout rooms by writing beside each name where that person shall go, and closes them. */
export const createBreakoutRooms = (send: (message: ClientMessage) => void) => {
  const list = byId('breakout-assignments');
  const fields = new Map<string, { row: HTMLElement; input: HTMLInputElement }>();

  const fieldFor = ({ participant_id, name }: Participant) => {
    const input = element('input', {
      data: { 'assign-id': participant_id, 'assign-name': name },
      attributes: { maxlength: '80', placeholder: 'stays here', 'aria-label': `Breakout room for ${name}` },
    });
    return { input, row: element('li', { children: [element('span', { class: 'person', text: name }), input] }) };
  };

  byId('open-breakouts').addEventListener('click', () => {
    const rooms = new Map<string, string[]>();
    for (const [id, { input }] of fields) {
      const room_name = input.value.trim();
      if (room_name !== '') rooms.set(room_name, [...(rooms.get(room_name) ?? []), id]);
      input.value = '';
    }
    if (rooms.size === 0) return;
    send({
      type: 'open_breakouts',
      rooms: [...rooms].map(([room_name, participant_ids]) => ({ room_name, participant_ids })),
    });
  });
  byId('close-breakouts').addEventListener('click', () => send({ type: 'close_breakouts' }));

  return {
    setPeople: (participants: Participant[]) => {
      const present = new Set(participants.map(({ participant_id }) => participant_id));
      for (const id of [...fields.keys()].filter((id) => !present.has(id))) fields.delete(id);
      for (const participant of participants) {
        const id = participant.participant_id;
        if (!fields.has(id)) fields.set(id, fieldFor(participant));
      }
      list.replaceChildren(...[...fields.values()].map(({ row }) => row));
    },
    setOpen: (room_names: string[]) => {
      byId('close-breakouts').hidden = room_names.length === 0;
      byId('breakouts-open').textContent = room_names.length === 0 ? '' : `Open: ${room_names.join(', ')}`;
    },
  };
};
