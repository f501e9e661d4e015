import type { ClientMessage } from '../protocol.ts';
import { createConnection } from './connection.ts';
import { createDeviceButtons } from './devices/device-buttons.ts';
import { createDevices } from './devices/devices.ts';
import { byId } from './dom.ts';
import { createMeeting } from './meeting.ts';
import { setPhase } from './phase.ts';

const nameKey = 'demo-room-name';
const body = document.body.dataset;

const roomName = (location.pathname.split('/')[2] ?? '').replaceAll('-', ' ');
for (const place of document.querySelectorAll('.room-name')) place.textContent = roomName;

const name = byId<HTMLInputElement>('name');
const join = byId<HTMLButtonElement>('join');
name.value = localStorage.getItem(nameKey) ?? '';
if (body.asksToJoin === 'true') {
  join.textContent = 'Ask to join';
  byId('join-hint').textContent = 'The host lets people in.';
}
if (body.isHost === 'true') byId('join-hint').textContent = 'You are the host of this meeting.';

const devices = createDevices(() => {
  deviceButtons.show();
  meeting?.devicesChanged();
});
const deviceButtons = createDeviceButtons(devices);
let meeting: ReturnType<typeof createMeeting> | undefined;
let leave = () => {};

const enter = (as: string): void => {
  const started = createMeeting(devices, (message: ClientMessage) => connection.send(message));
  meeting = started;
  const connection = createConnection(
    { type: 'join', name: as, ...devices.state(), is_scripted: new URLSearchParams(location.search).has('scripted') },
    {
      message: started.receive,
      dropped: () => started.notice('Connection lost. Trying to come back…'),
      resumed: () => started.notice('You are back.'),
      lost: () => started.finish('lost'),
    },
  );
  leave = () => {
    connection.leave();
    started.finish('left');
    leave = () => {};
  };
};

byId('join-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const given = name.value.trim();
  byId('name-error').textContent = given === '' ? 'Please enter your name.' : '';
  name.ariaInvalid = String(given === '');
  if (given === '') return name.focus();
  localStorage.setItem(nameKey, given);
  join.disabled = true;
  enter(given);
});

for (const again of document.querySelectorAll('[data-action="again"]')) {
  again.addEventListener('click', () => location.reload());
}
for (const button of document.querySelectorAll('#leave, [data-action="leave"]')) {
  button.addEventListener('click', () => leave());
}
window.addEventListener('pagehide', () => leave());

if (body.phase === 'pre_join') {
  deviceButtons.show();
  // A video without a picture yet would hold up the page's load event, and whoever waits for it.
  if (document.readyState === 'complete') void devices.open();
  else window.addEventListener('load', () => void devices.open());
  // On a phone the keyboard would hide half of the page.
  if (!matchMedia('(pointer: coarse)').matches) name.focus();
} else {
  setPhase(body.phase as 'ended' | 'not_found');
}
