import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { createAgentBrowser } from '../../../lib/capture/voice-agent/agent-browser.ts';
import { aSite } from '../../lab/hosts/site.ts';

const forbidden = ['169.254.170.2', '169.254.169.254', '10.0.0.1', '[fd00:ec2::254]', 'rebound.example.com'];

/** Tries every way out that a page has, and says when it is through. */
const page = (stun: number) => `<!doctype html><body><script type="module">
  const forbidden = ${JSON.stringify(forbidden)};
  const tries = forbidden.flatMap((host) => [
    fetch('http://' + host + '/', { mode: 'no-cors' }),
    fetch('https://' + host + '/', { mode: 'no-cors' }),
    new Promise((done) => { new WebSocket('ws://' + host + '/').onerror = done; }),
    new Promise((done) => { Object.assign(new Image(), { onerror: done }).src = 'http://' + host + '/a.png'; }),
    fetch('/to?http://' + host + '/', { mode: 'no-cors' }),
  ]);
  for (const host of forbidden) document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://' + host + '/frame' }));
  document.body.append(Object.assign(document.createElement('iframe'), { src: 'file:///etc/passwd' }));
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' }] });
  peer.createDataChannel('out');
  const gathered = new Promise((done) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done(); });
  await peer.setLocalDescription();
  await gathered;
  await Promise.allSettled(tries);
  window.open('https://rebound.example.com/');
  fetch('/through');
</script>`;

it('keeps a client’s page from private networks, this host’s credentials and UDP, whichever way it tries', async () => {
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', '/v2/credentials/secret');
  const packets: unknown[] = [];
  const udp = createSocket('udp4').on('message', (packet) => packets.push(packet));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const through = Promise.withResolvers<void>();
  await using site = await aSite(({ url = '' }, answer) => {
    if (url === '/through') through.resolve();
    if (url.startsWith('/to?')) answer.writeHead(302, { location: url.slice('/to?'.length) }).end();
    else answer.setHeader('content-type', 'text/html').end(url === '/' ? page(udp.address().port) : '');
  });
  const refused = new Set<string>();
  let environment = '';
  const guard = { allow_loopback: true, resolve: async () => ['127.0.0.1'] };
  await using agents = createAgentBrowser(guard, async (options) => {
    const browser = await launchChromium(options);
    const file = `/proc/${browser.process()?.pid}/environ`;
    if (existsSync(file)) environment = readFileSync(file, 'latin1');
    return browser;
  });
  await using _ = await agents.open({
    url: site.url,
    onMessage: () => undefined,
    onLost: (reason) => through.reject(new Error(reason)),
    onRefused: (reason) => refused.add(/^(\[.*\]|[^:]*):/.exec(reason)?.[1] ?? reason),
  });

  await through.promise;
  expect([...refused].toSorted()).toEqual(forbidden.toSorted());
  expect(packets).toEqual([]);
  expect(environment).not.toMatch(/AWS|secret/);
  vi.unstubAllEnvs();
  udp.close();
});

/** Asks for a microphone and a camera in every way there is, and tells what it got. */
const asking = `<!doctype html><body><script type="module">
  const frame = document.body.appendChild(document.createElement('iframe'));
  const inner = frame.contentWindow;
  const written = document.body.appendChild(Object.assign(document.createElement('iframe'), { srcdoc: '<p>' }));
  await new Promise((done) => { written.onload = done; });
  const { mediaDevices } = navigator;
  const wish = { audio: true };
  const ways = {
    itself: () => mediaDevices.getUserMedia(wish),
    camera: () => mediaDevices.getUserMedia({ video: true }),
    prototype: () => MediaDevices.prototype.getUserMedia.call(mediaDevices, wish),
    legacy: () => new Promise((use, fail) => navigator.webkitGetUserMedia(wish, use, fail)),
    frame: () => inner.navigator.mediaDevices.getUserMedia(wish),
    frame_prototype: () => inner.MediaDevices.prototype.getUserMedia.call(mediaDevices, wish),
    frame_legacy: () => new Promise((use, fail) => inner.navigator.webkitGetUserMedia(wish, use, fail)),
    written_frame: () => written.contentWindow.navigator.mediaDevices.getUserMedia(wish),
  };
  const got = {};
  for (const [way, ask] of Object.entries(ways)) {
    got[way] = await ask().then((stream) => stream.getTracks()[0].label, (error) => error.name);
  }
  const found = await Promise.all([window, inner, written.contentWindow].map((it) => it.navigator.mediaDevices.enumerateDevices()));
  got.found = found.map((devices) => devices.map(({ label }) => label));
  const { state } = await navigator.permissions.query({ name: 'microphone' });
  fetch('/got?' + encodeURIComponent(JSON.stringify({ ...got, state })));
</script>`;

it('gives a client’s page the meeting for a microphone, and keeps this machine’s devices from it and its frames', async () => {
  const got = Promise.withResolvers<unknown>();
  await using site = await aSite(({ url = '' }, answer) => {
    if (url.startsWith('/got?')) got.resolve(JSON.parse(decodeURIComponent(url.slice('/got?'.length))));
    answer.setHeader('content-type', 'text/html').end(url === '/' ? asking : '');
  });
  await using agents = createAgentBrowser({ allow_loopback: true }, (options) =>
    launchChromium({ ...options, args: [...(options.args ?? []), '--use-fake-device-for-media-stream'] }),
  );
  await using _ = await agents.open({
    url: site.url,
    onMessage: () => undefined,
    onLost: (reason) => got.reject(new Error(reason)),
    onRefused: () => undefined,
  });
  expect(await got.promise).toEqual({
    itself: 'Microphone',
    camera: 'NotFoundError',
    prototype: 'Microphone',
    legacy: 'Microphone',
    frame: 'NotFoundError',
    frame_prototype: 'NotFoundError',
    frame_legacy: 'NotFoundError',
    written_frame: 'NotFoundError',
    found: [['Microphone'], [], []],
    state: 'granted',
  });
});
