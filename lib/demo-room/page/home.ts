import { byId } from './dom.ts';

interface Answer {
  readonly host_path?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: Record<string, string[]>;
}

const form = byId<HTMLFormElement>('create-form');
const { standingRoom } = document.body.dataset;
byId('drop-in').hidden = standingRoom === undefined;
byId<HTMLAnchorElement>('standing-room').href = standingRoom ?? '/room/';

const scriptedColleagues = async (): Promise<unknown> => (await fetch('/room/assets/two-people.json')).json();

const createRoom = async (): Promise<Answer> => {
  const fields = new FormData(form);
  const room_id = String(fields.get('room_id') ?? '').trim();
  const response = await fetch('/room-api/rooms', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(room_id === '' ? {} : { room_id }),
      waiting_room: fields.has('waiting_room'),
      recording: fields.has('ask_recording') ? 'ask' : 'allowed',
      ...(fields.has('company') ? { script: await scriptedColleagues() } : {}),
    }),
  });
  return (await response.json()) as Answer;
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await createRoom().catch((): Answer => ({ detail: 'The server cannot be reached.' }));
  if (answer.host_path) return location.assign(answer.host_path);
  const field = byId<HTMLInputElement>('room-id');
  const ofName = answer.errors?.room_id?.[0] ?? (answer.code === 'room_exists' ? answer.detail : undefined);
  field.ariaInvalid = String(ofName !== undefined);
  byId('room-error').textContent = ofName ?? '';
  byId('form-error').textContent = ofName === undefined ? (answer.detail ?? 'That did not work.') : '';
  if (ofName !== undefined) field.focus();
});
