import { expect, it } from 'vitest';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';

it.each([
  ['https://galene.example.org:8443/group/daily?token=t', 'https://galene.example.org:8443/group/daily/?token=t'],
  ['https://galene.example.org/group/team/daily?password=be%20kind', 'https://galene.example.org/group/team/daily/'],
  ['https://galene.example.org/group/daily/', 'https://galene.example.org/group/daily/'],
])('a bot with the link %s opens what needs no redirection, and types the password itself', (link, address) => {
  expect(galene.address?.(link)).toBe(address);
});
