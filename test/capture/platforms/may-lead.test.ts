import { describe, expect, it } from 'vitest';
import { mayLead } from '../../../lib/capture/platforms/may-lead.ts';

const here = 'https://galene.example.org:8443/group/standup/';
const addresses: Readonly<Record<string, readonly string[]>> = {
  'galene2.example.org': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.example.org': ['93.184.215.14', '10.0.0.8'],
};
const resolve = async (name: string): Promise<readonly string[]> => {
  const found = addresses[name];
  if (!found) throw new Error(`nobody knows ${name}`);
  return found;
};

const isListed = ({ host }: URL): boolean => ['galene.internal', 'galene.internal:8080'].includes(host);

describe('a server that sends its guests elsewhere', () => {
  it.each([
    ['to another meeting of its own', 'https://galene.example.org:8443/group/daily/'],
    ['to its own page over https, which has another port', 'https://galene.example.org/group/standup/'],
    ['to a server on the public internet', 'https://galene2.example.org/group/standup/'],
    ['to a public address', 'https://93.184.215.14/group/standup/'],
    ['to a host that the operator lists, whatever network it is in', 'https://galene.internal/group/standup/'],
    ['to one that is listed with a port, as links to it may be', 'http://galene.internal:8080/group/standup/'],
  ])('is followed %s', async (_, to) => {
    expect(await mayLead(here, to, isListed, resolve)).toBe(true);
  });

  it.each([
    ['into a network of somebody', 'https://inside.example.org/group/standup/'],
    ['to a private address', 'https://10.0.0.8/group/standup/'],
    ['to a listed host without a certificate', 'http://galene.internal/group/standup/'],
    ['to a port of a listed host that is not', 'https://galene.internal:9000/group/standup/'],
    ['to the machine of the bot', 'http://localhost:8443/group/standup/'],
    ['to where clouds keep credentials', 'http://169.254.170.2/v2/credentials'],
    ['to a port of another host', 'https://galene2.example.org:8443/group/standup/'],
    ['to another port of its own without a certificate', 'http://galene.example.org:8080/group/standup/'],
    ['to a page without a certificate', 'http://galene2.example.org/group/standup/'],
    ['to nobody', 'https://gone.example.org/group/standup/'],
    ['to a script', 'javascript:alert(1)'],
    ['to a file', 'file:///etc/passwd'],
    ['nowhere', ''],
  ])('is not followed %s', async (_, to) => {
    expect(await mayLead(here, to, isListed, resolve)).toBe(false);
  });
});
