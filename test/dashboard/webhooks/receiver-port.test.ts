import { expect, it } from 'vitest';
import { receiverPort } from '../../../dashboard/webhooks/receiver-port.ts';

it.each([
  ['http://127.0.0.1:19742/all', '19742'],
  ['http://localhost/bots', '80'],
  ['https://hooks.example.com/bots', '9000'],
])('a receiver for %s listens on port %s', (url, port) => expect(receiverPort(url)).toBe(port));
