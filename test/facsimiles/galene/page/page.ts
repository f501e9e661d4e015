/** The page of a group: what people see and press, by the names that Galène's own page has (static/galene.html, galene.js). */
import { messageRow, parseCommand } from './chat.ts';
import { Connection, type Down, type Told, type Up } from './connection.ts';
import { createDownRate } from './down-rate.ts';
import { element, setVisibility, toast } from './elements.ts';

const group = decodeURIComponent(location.pathname.replace(/^\/[a-z]*\//, '')).replace(/\/$/, '');
let connection: Connection | undefined;
let token: string | null = null;
let authServer: string | undefined;
/** As pages before 0.9.1; later ones first find out, with a token, whether they have to ask for a name. */
const joinsAtOnce = document.documentElement.dataset.joinsAtOnce !== undefined;
let probing: 'probing' | 'need-username' | 'success' | undefined;
let presentRequested = '';
let isMuted = false;
let peers = 0;

const mine = (label: string): Up | undefined => [...(connection?.up.values() ?? [])].find((up) => up.label === label);

const setButtons = (): void => {
  const canPresent = connection?.permissions.includes('present') ?? false;
  const isPresenting = mine('camera') !== undefined;
  setVisibility('presentbutton', canPresent && !isPresenting);
  setVisibility('unpresentbutton', isPresenting);
  setVisibility('mutebutton', !connection?.isOpen || canPresent);
  setVisibility('sharebutton', canPresent);
  setVisibility('mediaoptions', canPresent);
};

const setConnected = (connected: boolean): void => {
  setVisibility('profile', connected);
  setVisibility('login-container', !connected);
  if (connected) element('box').replaceChildren();
};

const showUsers = (): void => {
  const there = [...(connection?.users.values() ?? [])];
  const own = there.filter(({ id }) => id === connection?.id);
  const others = there.filter(({ id }) => id !== connection?.id);
  others.sort((one, other) => one.username.localeCompare(other.username));
  element('users').replaceChildren(
    ...[...own, ...others].map(({ id, username, streams }) => {
      const row = document.createElement('div');
      const sent = new Set([...streams.values()].flatMap((kinds) => [...kinds]));
      row.id = `user-${id}`;
      row.className = 'user-p';
      row.classList.toggle('user-status-camera', sent.has('video'));
      row.classList.toggle('user-status-microphone', sent.has('audio'));
      row.textContent = username || '(anon)';
      return row;
    }),
  );
};

const tiles = new Map<string, HTMLElement>();

const scheduleReconsider = createDownRate(
  () => connection,
  (id) => tiles.get(id)?.querySelector('video'),
);
window.onresize = scheduleReconsider;
const showTile = (id: string, name: string, stream: MediaStream, own?: Up): void => {
  const known = tiles.get(id);
  const tile = known ?? document.createElement('div');
  if (!known) {
    tile.id = `peer-${peers}`;
    tile.className = 'peer';
    const video = Object.assign(document.createElement('video'), {
      id: `media-${peers}`,
      autoplay: true,
      muted: Boolean(own),
    });
    video.classList.add('media');
    if (own?.label === 'camera') video.classList.add('mirror');
    const label = Object.assign(document.createElement('div'), {
      id: `label-${peers}`,
      className: 'label',
      textContent: name,
    });
    tile.append(video, label);
    if (own) {
      const stop = Object.assign(document.createElement('span'), {
        className: 'close-icon video-stop',
        title: 'Stop video',
      });
      stop.onclick = () => {
        connection?.endUp(own.id);
        setButtons();
      };
      tile.append(stop);
    }
    peers += 1;
    tiles.set(id, tile);
    element('peers').append(tile);
  }
  const video = tile.querySelector('video');
  if (video && video.srcObject !== stream) video.srcObject = stream;
  scheduleReconsider();
  tile.classList.toggle('peer-hidden', stream.getVideoTracks().length === 0);
  setVisibility('video-container', true);
};
const dropTile = (id: string): void => {
  tiles.get(id)?.remove();
  tiles.delete(id);
  scheduleReconsider();
};

const addToChat = (told: Told): void => {
  if (told.kind === 'caption') element('captions').textContent = String(told.value);
  else element('box').append(messageRow(told, connection?.id));
};

const requests: Readonly<Record<string, Record<string, string[]>>> = {
  '': {},
  audio: { '': ['audio'] },
  screenshare: { screenshare: ['audio', 'video'], '': ['audio'] },
  'everything-low': { '': ['audio', 'video-low'] },
  everything: { '': ['audio', 'video'] },
};
const request = (): void => {
  if (!connection) throw new Error('Not connected');
  connection.send({ type: 'request', request: requests[element<HTMLSelectElement>('requestselect').value] ?? {} });
};

const chosen = (id: string): { deviceId: string } | false => {
  const { value } = element<HTMLSelectElement>(id);
  return value === '' ? false : { deviceId: value };
};

const present = async (replace?: string): Promise<void> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: chosen('audioselect'),
      video: chosen('videoselect'),
    });
    for (const track of stream.getAudioTracks()) track.enabled = !isMuted;
    connection?.publish('camera', stream, replace);
    const up = mine('camera');
    if (up) showTile(up.id, '', stream, up);
  } catch (error) {
    toast(String(error));
  }
  setButtons();
};

const replaceCamera = (): void => {
  const up = mine('camera');
  if (up) void present(up.id);
};

/** From the third on cameras are sent in two sizes, which takes another stream. */
const came = (): void => {
  if (connection?.users.size === 3 && settings().simulcast !== 'off') replaceCamera();
};

const share = async (): Promise<void> => {
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
    connection?.publish('screenshare', stream);
    const up = mine('screenshare');
    if (up) showTile(up.id, '', stream, up);
  } catch (error) {
    toast(String(error));
  }
};

const setMuted = (mute: boolean): void => {
  isMuted = mute;
  element('mutebutton').classList.toggle('muted', mute);
  for (const { stream } of connection?.up.values() ?? [])
    for (const track of stream.getAudioTracks()) track.enabled = !mute;
};

const findUser = (name: string): string | undefined => {
  if (connection?.users.has(name)) return name;
  return [...(connection?.users.values() ?? [])].find(({ username }) => username === name)?.id;
};

const userCommand = (rest: string, act: (id: string, words: string) => void): void => {
  const [name, words] = parseCommand(rest);
  const id = findUser(name);
  if (name === '') toast('this command requires parameters');
  else if (id === undefined) toast(`Error: Unknown user ${name}`);
  else act(id, words);
};

const own = () => ({ source: connection?.id, username: connection?.username });
const commands: Readonly<Record<string, (rest: string) => void>> = {
  msg: (rest) =>
    userCommand(rest, (id, words) => {
      connection?.chat('', id, words);
      // As nobody's: without the id of whoever wrote.
      addToChat({ id: connection?.id, username: connection?.username, dest: id, value: words });
    }),
  kick: (rest) =>
    userCommand(rest, (id, value) => connection?.send({ type: 'useraction', kind: 'kick', ...own(), dest: id, value })),
  present: (rest) =>
    userCommand(rest, (id) => connection?.send({ type: 'useraction', kind: 'present', ...own(), dest: id })),
  unpresent: (rest) =>
    userCommand(rest, (id) => connection?.send({ type: 'useraction', kind: 'unpresent', ...own(), dest: id })),
  me: (words) => connection?.chat('me', '', words),
  lock: (value) => connection?.send({ type: 'groupaction', kind: 'lock', ...own(), value }),
  unlock: () => connection?.send({ type: 'groupaction', kind: 'unlock', ...own() }),
};

const obey = (line: string): void => {
  const [, name = '', rest = ''] = /^\/(\S*)(?: ([\s\S]*))?$/.exec(line) ?? [];
  const command = commands[name];
  if (command) command(rest);
  else toast(`Unknown command /${name}, type /help for help`);
};

const handleInput = (): void => {
  const field = element<HTMLTextAreaElement>('input');
  const { value: data } = field;
  field.value = '';
  if (data === '') return;
  try {
    if (data.startsWith('/') && !data.startsWith('//')) obey(data);
    else connection?.chat('', '', data.startsWith('//') ? data.slice(1) : data);
  } catch (error) {
    toast(String(error));
  }
};

const joined = ({ kind, error, value, permissions = [] }: Told): void => {
  if (kind === 'fail') {
    if ((joinsAtOnce || probing === 'probing') && error === 'need-username') {
      probing = 'need-username';
      setVisibility('passwordform', false);
    } else {
      token = null;
      setVisibility('userform', true);
      setVisibility('passwordform', true);
      toast(`The server said: ${value}`);
    }
    connection?.close();
    setButtons();
  } else if (kind === 'redirect') {
    connection?.close();
    location.href = value;
  } else if (kind === 'leave') {
    connection?.close();
    setButtons();
  } else {
    if (probing === 'probing') {
      probing = 'success';
      setVisibility('userform', false);
      setVisibility('passwordform', false);
      connection?.close();
      return;
    }
    token = null;
    const told = permissions.includes('op') ? '(op, presenter)' : permissions.includes('present') ? 'presenter' : '';
    element('userspan').textContent = connection?.username ?? '';
    element('permspan').textContent = told;
    setButtons();
    if (kind === 'change') return;
    request();
    if (presentRequested !== '') void present();
    presentRequested = '';
  }
};

const userMessage = ({ kind, source, username, privileged, value }: Told): void => {
  const from = source ? username || 'Anonymous' : 'The Server';
  if (!privileged) return;
  if (kind === 'kicked' || kind === 'error') toast(`${from} said: ${value}`, 'error');
  if (kind === 'warning' || kind === 'info') toast(`${from} said: ${value}`, kind);
  if (kind === 'mute') {
    setMuted(true);
    toast(`You have been muted${username ? ` by ${username}` : ''}`, 'warning');
  }
  if (kind === 'clearchat') element('box').replaceChildren();
};

const connect = (): void => {
  connection = new Connection(`ws://${location.host}/ws`, {
    async connected() {
      const username = element<HTMLInputElement>('username').value.trim();
      const password = element<HTMLInputElement>('password').value;
      setConnected(true);
      element<HTMLInputElement>('password').value = '';
      const join: Told = { type: 'join', kind: 'join', group };
      if (token === null) Object.assign(join, { username, password });
      else Object.assign(join, { token, ...(probing !== undefined && probing !== 'probing' && { username }) });
      if (token === null && authServer !== undefined) {
        const body = JSON.stringify({ location: location.href, username, password });
        const { ok, status, statusText } = await fetch(authServer, { method: 'POST', body });
        if (!ok) {
          toast(`The authorisation server said ${status} ${statusText}`);
          connection?.close();
          return;
        }
      }
      connection?.send(join);
    },
    closed() {
      for (const id of [...tiles.keys()]) dropTile(id);
      setConnected(false);
      setButtons();
    },
    joined,
    users: showUsers,
    came,
    chat: addToChat,
    userMessage,
    down: ({ id, username, stream }: Down) => showTile(id, username, stream),
    downEnded: ({ id }) => dropTile(id),
    upEnded: ({ id }) => {
      dropTile(id);
      setButtons();
    },
  });
};

element('loginform').onsubmit = (event) => {
  event.preventDefault();
  presentRequested = document.querySelector<HTMLInputElement>('input[name="presentradio"]:checked')?.value ?? '';
  element<HTMLInputElement>('presentoff').checked = true;
  connect();
};
element('presentbutton').onclick = () => void (mine('camera') ? undefined : present());
element('unpresentbutton').onclick = () => {
  const up = mine('camera');
  if (up) connection?.endUp(up.id);
  setButtons();
};
element('mutebutton').onclick = () => {
  if (isMuted && !mine('camera')) toast('Please use Enable to enable your camera or microphone.', 'info');
  else setMuted(!isMuted);
};
element('sharebutton').onclick = () => void share();
element('videoselect').onchange = replaceCamera;
element('audioselect').onchange = replaceCamera;
element('requestselect').onchange = () => {
  keep('request');
  request();
};
element('sendselect').onchange = () => keep('send');
element('disconnectbutton').onclick = () => connection?.close();
element('inputform').onsubmit = (event) => {
  event.preventDefault();
  handleInput();
};
element('input').onkeypress = (event) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.shiftKey || event.metaKey) return;
  event.preventDefault();
  handleInput();
};

const listDevices = async (): Promise<void> => {
  for (const { kind, deviceId, label } of await navigator.mediaDevices.enumerateDevices()) {
    const select = kind === 'videoinput' ? 'videoselect' : kind === 'audioinput' ? 'audioselect' : undefined;
    if (select) element<HTMLSelectElement>(select).append(new Option(label || kind, deviceId));
  }
  // The first that there is.
  for (const id of ['videoselect', 'audioselect']) {
    const select = element<HTMLSelectElement>(id);
    select.value = [...select.options].find(({ value }) => value !== '')?.value ?? '';
  }
};

/** As the page left its menus when it was here before. */
const settings = (): Told => JSON.parse(sessionStorage.getItem('settings') ?? '{}');
const keep = (name: 'request' | 'send'): void => {
  const { value } = element<HTMLSelectElement>(`${name}select`);
  sessionStorage.setItem('settings', JSON.stringify({ ...settings(), [name]: value }));
};
const restoreSettings = (): void => {
  for (const name of ['request', 'send']) {
    const value = settings()[name];
    if (typeof value === 'string') element<HTMLSelectElement>(`${name}select`).value = value;
  }
};

const start = async (): Promise<void> => {
  const status = await fetch('.status');
  const { displayName = group, authPortal, ...told } = status.ok ? await status.json() : {};
  authServer = told.authServer;
  document.title = displayName;
  element('title').textContent = displayName;
  await listDevices();
  restoreSettings();
  const parameters = new URLSearchParams(location.search);
  token = parameters.get('token');
  if (token === null) {
    if (authPortal === undefined) setVisibility('login-container', true);
    else location.href = authPortal;
    return;
  }
  window.history.replaceState(null, '', location.pathname);
  if (!joinsAtOnce) probing = 'probing';
  connect();
};

void start();
