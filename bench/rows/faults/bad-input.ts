/** Row 21: what must be refused, and what must not. */
import { checkClientUrl } from '../../../lib/net/client-url.ts';
import { isPublicAddress } from '../../../lib/net/public-address.ts';
import type { Findings } from '../../../test/lab/api/bad-input.ts';
import { forbiddenAddresses, forbiddenUrls, goodUrls } from '../../../test/lab/fixtures/address-corpus.ts';
import type { Row } from '../../row.ts';
import { inThread } from '../../threads.ts';

const addresses = async (): Promise<string> => {
  const forbidden = Object.values(forbiddenUrls).flat();
  const passed = [
    ...forbidden.filter((url) => checkClientUrl(url) === undefined),
    ...forbiddenAddresses.filter(isPublicAddress),
  ];
  const blocked = goodUrls.filter((url) => checkClientUrl(url) !== undefined);
  if (passed.length + blocked.length > 0) throw new Error(`passed: ${passed.join(' ')}; blocked: ${blocked.join(' ')}`);
  const all = forbidden.length + forbiddenAddresses.length;
  return `${all} forbidden: 0 passed; ${goodUrls.length} good: 0 blocked`;
};

const requests = async (): Promise<string> => {
  const found = await inThread<Record<'bad' | 'noise' | 'foreign', Findings>>('bad-input.ts', {});
  const wrong = Object.values(found).flatMap((findings) => findings.wrong);
  if (wrong.length > 0) throw new Error(`${wrong.length} wrong, the first: ${wrong[0]}`);
  const { bad, noise, foreign } = found;
  const count = ({ sent }: Findings): string => sent.toLocaleString('en');
  return `${count(bad)} malformed: all refused, 0 writes; ${count(noise)} of noise: 0 5xx; ${count(foreign)} foreign: 0 leaks`;
};

export const badInputRows: readonly Row[] = [
  { number: 21, title: 'forbidden and good addresses', target: '≥ 150: 0 passed; ≥ 50: 0 blocked', measure: addresses },
  {
    number: 21,
    title: 'malformed requests, noise, every route × state with a foreign id',
    target: '≥ 2,000: all refused, no 5xx, no leak',
    measure: requests,
  },
];
