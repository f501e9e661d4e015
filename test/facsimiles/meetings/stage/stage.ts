/**
 * The page of a facsimile: it shows what its server says, tells what is done to it, and has real WebRTC, sockets and requests.
 * What a platform's page decides by itself is decided by the server. Runs in the page; a program's entry point.
 */
import { createConnection } from './connection.ts';
import { createDrawing } from './drawing.ts';
import type { FromStage, StageHandle, ToStage } from './protocol.ts';

const script = document.currentScript as HTMLScriptElement;
const { visit = '', root: under } = script.dataset;

const line = new WebSocket(`wss://${location.host}/_stage?visit=${visit}`);
/** The platform's own part of the page may be there before the line is open. */
const say = (message: FromStage): void => {
  const send = (): void => line.send(JSON.stringify(message));
  if (line.readyState === WebSocket.CONNECTING) line.addEventListener('open', send, { once: true });
  else send();
};
const drawing = createDrawing(document.body, (does, value, by_hand) => say({ type: 'did', does, value, by_hand }));
const connection = createConnection(say);
const sockets = new Map<string, WebSocket>();
const listeners: ((value: unknown) => void)[] = [];
/** Told before the platform's own part of the page was there, which a busy machine may load after this line is open. */
const early: unknown[] = [];

let isDrawn = false;

const hang = (for_ms: number | null): void => {
  const until = performance.now() + (for_ms ?? Number.POSITIVE_INFINITY);
  while (performance.now() < until);
};

const openSocket = (url: string): void => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  sockets.set(url, socket);
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const obey = (told: ToStage): void => {
  if (told.type === 'show') {
    drawing.show(told);
    if (!isDrawn) say({ type: 'drawn' });
    isDrawn = true;
  } else if (told.type === 'again') drawing.again();
  else if (told.type === 'go') location.assign(told.url);
  else if (told.type === 'offer') void connection.answer(told);
  else if (told.type === 'ask_devices') void connection.askDevices();
  else if (told.type === 'turn') void connection.turn(told.device, told.on);
  else if (told.type === 'close_connection') connection.close();
  else if (told.type === 'open_socket') openSocket(told.url);
  else if (told.type === 'close_socket') sockets.get(told.url)?.close();
  else if (told.type === 'fetch')
    void fetch(told.url, { method: told.method, ...(told.body !== undefined && { body: told.body }) })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  else if (told.type === 'hang') hang(told.for_ms);
  else if (told.type === 'tell') {
    if (listeners.length === 0) early.push(told.value);
    for (const listener of listeners) listener(told.value);
  } else if (told.by === 'channel') connection.send(told.to, bytesOf(told.base64));
  else sockets.get(told.to)?.send(told.text ? new TextDecoder().decode(bytesOf(told.base64)) : bytesOf(told.base64));
};

const stage: StageHandle = {
  onTold(listener) {
    listeners.push(listener);
    for (const value of early.splice(0)) listener(value);
  },
  tell: (value) => say({ type: 'told', value }),
  onDrawn: drawing.onDrawn,
};
Object.assign(globalThis, { stage });
line.addEventListener('message', ({ data }) => obey(JSON.parse(String(data)) as ToStage));
line.addEventListener('open', () => say({ type: 'ready', frame: under !== undefined }));
